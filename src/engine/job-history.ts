import type { Progress } from '../model/job.ts';
import type { Store } from '../store/contract.ts';
import type { CollectionRecords } from './collection/collection-records.ts';

/** Jobs kept per collection; users look at the newest. */
const MAX_PER_COLLECTION = 20;

/** Prefix in the jobs table, which sites share; followed by the job's start time. */
const PREFIX = 'engine/';

export function createJobHistory(store: Pick<Store, 'listCollections'>, collectionRecords: CollectionRecords) {
  return {
    /** Stores a finished job. Never fails: a missing note must not undo the job. */
    async keep(progress: Progress): Promise<void> {
      const { collectionId, type, startedAt, jobId, endedAt } = progress;
      // Checks run for every export preview, packs at every pause in typing; they would push out the rest.
      if (endedAt === undefined || collectionId === '' || type === 'verify' || type === 'pack') return;
      try {
        const records = collectionRecords.of(collectionId);
        await records.put('jobs', `${PREFIX}${startedAt}/${jobId}`, { ...progress, currentPath: '' });
        const known = await records.list('jobs', { prefix: PREFIX, reverse: true });
        for (const [key] of known.slice(MAX_PER_COLLECTION)) await records.delete('jobs', key);
      } catch {
        // Storage is full or refused: the job is known until the page closes.
      }
    },
    /** Lists the jobs of every collection, newest first. */
    async list(): Promise<readonly Progress[]> {
      const collections = await store.listCollections();
      const lists = await Promise.all(
        collections.map(({ id }) => collectionRecords.of(id).list<Progress>('jobs', { prefix: PREFIX, reverse: true })),
      );
      return lists
        .flat()
        .map(([, progress]) => progress)
        .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
  };
}
