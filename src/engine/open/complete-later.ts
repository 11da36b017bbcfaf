import type { Priorities } from '../../lib/async/priorities.ts';
import type { CollectionCache } from './collection-cache.ts';
import type { OpenCollection } from './faces.ts';

/** Delay after the first search before the rest of an index is read. */
const COMPLETE_AFTER_MS = 100;

interface CompleteLater {
  readonly cache: CollectionCache;
  readonly priorities: Priorities;
  /** Calls `work` with the collection, and again after a repair. */
  call(collectionId: string, work: (open: OpenCollection) => Promise<void>): Promise<void>;
}

/**
 * Reads the rest of a collection's index while no search runs. Stops early when its generation is replaced or evicted. Never fails: the first
 * search that needs the unreadable part reports it.
 */
export function createCompleteLater({ cache, priorities, call }: CompleteLater): (collectionId: string) => void {
  const completing = new Set<string>();

  async function complete(collectionId: string): Promise<void> {
    if (!cache.has(collectionId)) return;
    await call(collectionId, (open) =>
      open.complete((read) =>
        priorities.backgroundSlice(async () => {
          if (!cache.isReleased(open)) await read();
        }),
      ),
    );
  }

  return (collectionId) => {
    if (completing.has(collectionId)) return;
    completing.add(collectionId);
    const start = (): void =>
      void complete(collectionId)
        .catch(() => {})
        .finally(() => completing.delete(collectionId));
    setTimeout(start, COMPLETE_AFTER_MS);
  };
}
