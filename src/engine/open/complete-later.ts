import type { Priorities } from '../../lib/async/priorities.ts';
import type { CollectionCache } from './collection-cache.ts';
import type { OpenCollection } from './open-collection.ts';

/** The rest of an index is read this long after its first question was answered. */
const COMPLETE_AFTER_MS = 100;

interface CompleteLater {
  readonly cache: CollectionCache;
  readonly priorities: Priorities;
  /** Calls `work` with the collection, and again after a repair. */
  call(collectionId: string, work: (open: OpenCollection) => Promise<void>): Promise<void>;
}

/**
 * Reads the rest of a collection's index when nobody asks anything. It ends early when a newer generation, or nothing, has taken the place of the one
 * it reads. Never fails: the first question that needs what cannot be read says so.
 */
export function createCompleteLater({ cache, priorities, call }: CompleteLater): (collectionId: string) => void {
  const completing = new Set<string>();

  async function complete(collectionId: string): Promise<void> {
    if (!cache.has(collectionId)) return;
    await call(collectionId, (open) =>
      open.complete((read) =>
        priorities.unasked(async () => {
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
