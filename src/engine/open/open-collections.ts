import { createPriorities, type Priorities } from '../../lib/async/priorities.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import type { EngineDeps } from '../deps.ts';
import { type WithCollections, withCollections } from '../together/with-collections.ts';
import { type CollectionCache, createCollectionCache } from './collection-cache.ts';
import type { OpenCollection } from './faces.ts';
import { noteDamagedFile, recover } from './open-newest.ts';

/** Open collections, each at its newest generation. */
export interface OpenCollections {
  /**
   * Calls `work` with the collection after all of its index is read; the collection stays open until the call ends, even if a newer generation
   * arrives. For long or complete reads.
   */
  withWholeCollection<T>(collectionId: string, work: Work<T>): Promise<T>;
  /**
   * Calls `work` before the whole index is read, for quick answers: `work` prepares what it needs and may be called again after a repair. No other
   * part of the index is read meanwhile.
   */
  withPartialCollection<T>(collectionId: string, work: Work<T>): Promise<T>;
  /** Like `withPartialCollection`, with the whole file table read. */
  withCollectionFiles<T>(collectionId: string, work: Work<T>): Promise<T>;
  /** Calls `work` with all of these collections that can be opened and fit into memory together. */
  withCollections: WithCollections;
  /**
   * Opens a collection before the first search and calls `work` a few times until then, so that the browser has compiled the search code. Only one
   * collection is prefetched: the next one replaces it, and a newer generation closes it. Never rejects: the first use fails with the
   * same error.
   */
  prefetch(collectionId: string, work: Work<unknown>): Promise<void>;
  /** Makes the next use open the newest generation. */
  refresh(collectionId: string): Promise<void>;
  /** Refreshes all open collections, in case a commit was not announced: a tab that crashes after it announces nothing. */
  recheckAll(): void;
  /** Opens the newest generation now, if the collection is open, so that files only the older one needs can be swept. */
  catchUp(collectionId: string): Promise<void>;
  evict(collectionId: string): void;
}

type Work<T> = (open: OpenCollection) => T | Promise<T>;

const WARM_UP_RUNS = 5;

export function createOpenCollections(deps: EngineDeps): OpenCollections {
  const cache = createCollectionCache(deps);
  const { priorities = createPriorities() } = deps;
  const completeLater = createCompleteLater({ cache, priorities, call: callRepaired });
  let prefetched: string | undefined;

  function evict(collectionId: string): void {
    if (prefetched === collectionId) prefetched = undefined;
    cache.evict(collectionId);
  }

  const callOnce = <T>(collectionId: string, work: Work<T>): Promise<T> =>
    callOpen({ deps, cache }, collectionId, work);

  /** Repairs damage found while `work` runs, once, and calls `work` again. */
  async function callRepaired<T>(collectionId: string, work: Work<T>): Promise<T> {
    if (prefetched === collectionId) prefetched = undefined;
    try {
      return await callOnce(collectionId, work);
    } catch (error) {
      await recover(deps, collectionId, error);
      evict(collectionId);
      return callOnce(collectionId, work);
    }
  }

  async function withWholeCollection<T>(collectionId: string, work: Work<T>): Promise<T> {
    if (findPublishedAddress(collectionId) !== undefined) return callRepaired(collectionId, work);
    return priorities.longForeground(async () => {
      await callRepaired(collectionId, (open) => open.complete(priorities.foregroundSlice));
      return callOnce(collectionId, async (open) => {
        await open.complete(priorities.foregroundSlice);
        return work(open);
      });
    });
  }

  async function answer<T>(open: OpenCollection, collectionId: string, work: Work<T>): Promise<T> {
    try {
      return await work(open);
    } finally {
      if (!open.isComplete && !open.isRemote) completeLater(collectionId);
    }
  }

  async function warmUp(collectionId: string, work: Work<unknown>): Promise<void> {
    await callOnce(collectionId, async (open) => {
      for (let i = 0; i < WARM_UP_RUNS && prefetched === collectionId; i++) {
        await priorities.backgroundSlice(async () => {
          if (prefetched === collectionId) await work(open);
        });
      }
    });
  }

  function ask<T>(collectionId: string, work: Work<T>): Promise<T> {
    return priorities.foreground(() => callRepaired(collectionId, (open) => answer(open, collectionId, work)));
  }

  return {
    withWholeCollection,
    withPartialCollection: ask,
    withCollectionFiles: (collectionId, work) =>
      ask(collectionId, async (open) => {
        await open.completeFiles();
        return work(open);
      }),
    withCollections(collectionIds, options, work) {
      const parts = { deps, cache, evict, runSlice: priorities.foregroundSlice };
      const call = () => withCollections(parts, { collectionIds, ...options }, work);
      return options.whole ? priorities.longForeground(call) : priorities.foreground(call);
    },
    async prefetch(collectionId, work) {
      if (cache.has(collectionId)) return;
      if (prefetched !== undefined) evict(prefetched);
      prefetched = collectionId;
      try {
        await warmUp(collectionId, work);
      } catch {
        if (prefetched === collectionId) evict(collectionId);
      }
    },
    async refresh(collectionId) {
      if (prefetched === collectionId) evict(collectionId);
      else cache.markStale(collectionId);
    },
    recheckAll() {
      for (const collectionId of cache.ids()) if (prefetched !== collectionId) cache.markStale(collectionId);
    },
    catchUp: cache.catchUp,
    evict,
  };
}

async function callOpen<T>(
  { deps, cache }: { readonly deps: EngineDeps; readonly cache: CollectionCache },
  collectionId: string,
  work: Work<T>,
): Promise<T> {
  const open = await cache.acquire(collectionId);
  try {
    return await work(open);
  } catch (error) {
    throw await noteDamagedFile(deps, collectionId, error);
  } finally {
    open.release();
  }
}

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
function createCompleteLater({ cache, priorities, call }: CompleteLater): (collectionId: string) => void {
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
