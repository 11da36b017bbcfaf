import { AppError } from '../../model/app-error.ts';
import type { EngineDeps } from '../deps.ts';
import type { OpenCollection } from './faces.ts';
import { isNewest, openNewest } from './open-newest.ts';

export function createCollectionCache(deps: EngineDeps) {
  const opened = new Map<string, Promise<OpenCollection>>();
  const stale = new Set<string>();
  const released = new WeakSet<OpenCollection>();

  function release(open: OpenCollection): void {
    released.add(open);
    open.release();
  }

  function put(collectionId: string, opening: Promise<OpenCollection>): Promise<OpenCollection> {
    opened.set(collectionId, opening);
    opening.catch(() => {
      // Keeps a collection opened in its place meanwhile: otherwise that one would never be released.
      if (opened.get(collectionId) === opening) opened.delete(collectionId);
    });
    return opening;
  }

  function renewIfStale(collectionId: string): void {
    const known = opened.get(collectionId);
    if (!stale.delete(collectionId) || known === undefined) return;
    const next = known
      .then(async (previous) =>
        (await isNewest(deps, collectionId, previous)) ? previous : openNewest(deps, collectionId, previous),
      )
      .catch(() => openNewest(deps, collectionId));
    put(collectionId, next);
    void Promise.allSettled([known, next]).then(([previous, current]) => {
      if (previous.status === 'rejected') return;
      // Also if the newer one failed: unreleased, the files of the older one would never be swept.
      if (current.status === 'rejected' || current.value !== previous.value) release(previous.value);
    });
  }

  function get(collectionId: string): Promise<OpenCollection> {
    renewIfStale(collectionId);
    return opened.get(collectionId) ?? put(collectionId, openNewest(deps, collectionId));
  }

  return {
    has: (collectionId: string) => opened.has(collectionId),
    ids: () => opened.keys(),
    /** Opens the collection if necessary and retains it; the caller releases it. Rejects with `engine/unknown-collection`. */
    async acquire(collectionId: string): Promise<OpenCollection> {
      // It may be released before its use: then it is opened again.
      for (;;) {
        const open = await get(collectionId).catch((error: unknown) => {
          throw toUnknownCollection(error, collectionId);
        });
        if (open.retain()) return open;
      }
    },
    /** Makes the next use open the newest generation: a long job commits every few seconds, mostly with no search in between. */
    markStale(collectionId: string): void {
      if (opened.has(collectionId)) stale.add(collectionId);
    },
    /** Opens the newest generation now, if the collection is open and stale. Never rejects: the next use fails with the same error. */
    async catchUp(collectionId: string): Promise<void> {
      renewIfStale(collectionId);
      await opened.get(collectionId)?.catch(() => {});
    },
    evict(collectionId: string): void {
      const known = opened.get(collectionId);
      opened.delete(collectionId);
      known?.then(release).catch(() => undefined);
    },
    /** Whether the collection was replaced or evicted and lives only for those who retained it. */
    isReleased: (open: OpenCollection) => released.has(open),
  };
}

/** Open collections by id. Each is released when a newer generation replaces it, or when it is evicted. */
export type CollectionCache = ReturnType<typeof createCollectionCache>;

function toUnknownCollection(error: unknown, collectionId: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'store/not-found') return error;
  return new AppError('engine/unknown-collection', 'there is no such collection', { collectionId });
}
