import type { Collection } from '../../model/collection.ts';
import type { EngineDeps } from '../deps.ts';
import { removeTempExports } from '../output/export-sink.ts';
import { createCollectionRecords } from './collection-records.ts';
import { withWriteLock } from './with-write-lock.ts';

interface TidyUp extends Pick<EngineDeps, 'store'> {
  /** Start of this visit: empty collections created later may still get their source. Absent: keep all of them. */
  readonly startedAt?: Date;
}

/** Cleans up after deleted collections, crashes and closed tabs; runs once after a start, when the engine is idle. Never fails. */
export async function tidyUp({ store, startedAt = new Date(0) }: TidyUp): Promise<void> {
  try {
    await removeTempExports();
    await removeEmptyLeftovers(store, startedAt);
    await store.sweep();
    await createCollectionRecords(store).removeAbandoned();
  } catch {
    // The next start tries again.
  }
}

/** Removes collections whose tab ended before the first commit of their source. */
async function removeEmptyLeftovers(store: EngineDeps['store'], startedAt: Date): Promise<void> {
  for (const { id, createdAt, ...collection } of await store.listCollections()) {
    if (!isEmptyLeftover(collection) || new Date(createdAt) >= startedAt) continue;
    // A job that imports into it holds its write lock, in any tab.
    await withWriteLock(store, id, { action: 'repair', waitMs: 0 }, async () => {
      const now = (await store.listCollections()).find((other) => other.id === id);
      if (now && isEmptyLeftover(now)) await store.deleteCollection(id);
    }).catch(() => undefined);
  }
}

/** An empty collection with a source stays: its crawl stopped before the first commit and can be resumed. */
function isEmptyLeftover({ awaitsSource, sources }: Pick<Collection, 'awaitsSource' | 'sources'>): boolean {
  return awaitsSource === true && sources.length === 0;
}
