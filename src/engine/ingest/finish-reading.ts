import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import { withFilesInHand } from './files-in-hand.ts';
import { makeOutlines } from './make-outlines.ts';

interface Finished {
  /** Files that have their outline now. */
  readonly changed: number;
  /** Files still without an outline. */
  readonly left: number;
}

/** Makes the missing outlines, after the change that runs now. */
export function finishReading(
  { deps, collectionRecords, withCollection }: Pick<EngineContext, 'deps' | 'collectionRecords' | 'withCollection'>,
  collectionId: string,
  job: Job,
): Promise<Finished> {
  return withCollection(collectionId, { action: 'outline', job }, async ({ writer, collection }) => {
    const sourceIds = collection.sources.map(({ id }) => id);
    const { settings } = collection;
    const changed = await withFilesInHand(collectionRecords.of(collectionId), job, sourceIds, (inHand) =>
      makeOutlines({ deps, job, writer, settings, collectionId, inHand }),
    );
    job.phase('index');
    if (changed > 0) await writer.commit('final', (current) => ({ ...current, changedAt: new Date().toISOString() }));
    return { changed, left: writer.entries.totals.incomplete };
  });
}
