import type { WithCollection } from '../collection/with-collection.ts';
import type { EngineDeps } from '../deps.ts';
import type { Job } from '../jobs.ts';
import { makeOutlines } from './make-outlines.ts';

interface Finished {
  /** Files that have their outline now. */
  readonly changed: number;
  /** Files that are still without. */
  readonly left: number;
}

/** Makes the outlines that are still to be made, after whatever changes the collection now. */
export function finishReading(
  { deps, withCollection }: { readonly deps: EngineDeps; readonly withCollection: WithCollection },
  collectionId: string,
  job: Job,
): Promise<Finished> {
  return withCollection(collectionId, { action: 'outline', job }, async ({ writer, collection }) => {
    const changed = await makeOutlines({ deps, job, writer, settings: collection.settings });
    await deps.leafMaker.rest?.();
    job.phase('index');
    if (changed > 0) await writer.publish('final', (current) => ({ ...current, changedAt: new Date().toISOString() }));
    return { changed, left: writer.entries.totals.incomplete };
  });
}
