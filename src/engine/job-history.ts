import type { Progress } from '../model/job.ts';
import type { Store } from '../store/contract.ts';
import type { Belongings } from './collection/belongings.ts';

export interface JobHistory {
  /** Remembers a job that has ended. Never fails: a job that worked is not undone by its note. */
  keep(progress: Progress): Promise<void>;
  /** Newest first, of every collection. */
  list(): Promise<readonly Progress[]>;
}

/** A collection remembers its last jobs only; a person looks at the newest. */
const MAX_PER_COLLECTION = 20;

/** In the table of jobs, beside those of the sites; what follows is when the job began. */
const PREFIX = 'engine/';

export function createJobHistory(store: Pick<Store, 'listCollections'>, belongings: Belongings): JobHistory {
  return {
    async keep(progress) {
      const { collectionId, type, startedAt, jobId, endedAt } = progress;
      // Checks run whenever an export is looked at, packs whenever typing pauses; they would push the rest out.
      if (endedAt === undefined || collectionId === '' || type === 'verify' || type === 'pack') return;
      try {
        const records = belongings.of(collectionId);
        await records.put('jobs', `${PREFIX}${startedAt}/${jobId}`, { ...progress, currentPath: '' });
        const known = await records.list('jobs', { prefix: PREFIX, reverse: true });
        for (const [key] of known.slice(MAX_PER_COLLECTION)) await records.delete('jobs', key);
      } catch {
        // Storage is full or refused: the job is known until the page closes.
      }
    },
    async list() {
      const collections = await store.listCollections();
      const lists = await Promise.all(
        collections.map(({ id }) => belongings.of(id).list<Progress>('jobs', { prefix: PREFIX, reverse: true })),
      );
      return lists
        .flat()
        .map(([, progress]) => progress)
        .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
  };
}
