import { createPriorities } from '../../lib/async/priorities.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import type { EngineDeps } from '../deps.ts';
import { type Together, useTogether } from '../together/use-together.ts';
import { type CollectionCache, createCollectionCache } from './collection-cache.ts';
import { createCompleteLater } from './complete-later.ts';
import type { OpenCollection } from './open-collection.ts';
import { noteDamagedFile, recover } from './open-newest.ts';

/** The collections asked for so far, each at its newest generation. */
export interface OpenCollections {
  /**
   * Calls `work` with the collection when all of its index is read; it stays open until the call has ended, even when a newer generation
   * arrives meanwhile. For what takes long or looks at everything.
   */
  use<T>(collectionId: string, work: Work<T>): Promise<T>;
  /**
   * The same before all of the index is read, for what is answered in a moment: `work` prepares what it needs, and may be called a second time
   * after a repair. Meanwhile nothing else of the index is read.
   */
  usePartial<T>(collectionId: string, work: Work<T>): Promise<T>;
  /** The same with all that is known of files. */
  useFiles<T>(collectionId: string, work: Work<T>): Promise<T>;
  /** Calls `work` with all of these that can be opened, as far as they fit into memory together. */
  useTogether: Together;
  /**
   * Opens a collection before anybody asks, and calls `work` a few times, until somebody does: by then the browser has compiled the code that answers.
   * Only one collection is prefetched: the next one takes its place, and a newer generation closes it. Never rejects: the first use fails with the
   * same error.
   */
  prefetch(collectionId: string, work: Work<unknown>): Promise<void>;
  /** The newest generation is opened at the next use. */
  refresh(collectionId: string): Promise<void>;
  /** The same for all that are open, in case a change was not announced: a tab that dies after its commit announces nothing. */
  recheckAll(): void;
  /** Opens the newest generation now, if the collection is open: files that only the older one needs can then be swept. */
  catchUp(collectionId: string): Promise<void>;
  evict(collectionId: string): void;
}

type Work<T> = (open: OpenCollection) => T | Promise<T>;

/** Someone who types asks again sooner than this. */
const CLOSE_HANDLES_AFTER_MS = 1_000;
const REHEARSALS = 5;

export function createOpenCollections(deps: EngineDeps): OpenCollections {
  const cache = createCollectionCache(deps);
  const { priorities = createPriorities() } = deps;
  const completeLater = createCompleteLater({ cache, priorities, call: callRepaired });
  let prefetched: string | undefined;
  const beginQuestion = createHandleCloser();

  function evict(collectionId: string): void {
    if (prefetched === collectionId) prefetched = undefined;
    cache.evict(collectionId);
  }

  const callOnce = <T>(collectionId: string, work: Work<T>): Promise<T> =>
    callOpen({ deps, cache }, collectionId, work);

  /** Damage that shows only while `work` runs is repaired once, and `work` is called again. */
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

  async function use<T>(collectionId: string, work: Work<T>): Promise<T> {
    if (findPublishedAddress(collectionId) !== undefined) return callRepaired(collectionId, work);
    return priorities.second(async () => {
      await callRepaired(collectionId, (open) => open.complete(priorities.asked));
      return callOnce(collectionId, async (open) => {
        await open.complete(priorities.asked);
        return work(open);
      });
    });
  }

  async function answer<T>(open: OpenCollection, collectionId: string, work: Work<T>): Promise<T> {
    const endQuestion = beginQuestion(open);
    try {
      return await work(open);
    } finally {
      endQuestion();
      if (!open.isComplete && !open.isRemote) completeLater(collectionId);
    }
  }

  async function rehearse(collectionId: string, work: Work<unknown>): Promise<void> {
    await callOnce(collectionId, async (open) => {
      for (let i = 0; i < REHEARSALS && prefetched === collectionId; i++) {
        await priorities.unasked(async () => {
          if (prefetched === collectionId) await work(open);
        });
      }
    });
  }

  function ask<T>(collectionId: string, work: Work<T>): Promise<T> {
    return priorities.first(() => callRepaired(collectionId, (open) => answer(open, collectionId, work)));
  }

  return {
    use,
    usePartial: ask,
    useFiles: (collectionId, work) =>
      ask(collectionId, async (open) => {
        await open.completeFiles();
        return work(open);
      }),
    useTogether(collectionIds, options, work) {
      const parts = { deps, cache, evict, runSlice: priorities.asked };
      const call = () => useTogether(parts, { collectionIds, ...options }, work);
      return options.whole ? priorities.second(call) : priorities.first(call);
    },
    async prefetch(collectionId, work) {
      if (cache.has(collectionId)) return;
      if (prefetched !== undefined) evict(prefetched);
      prefetched = collectionId;
      try {
        await rehearse(collectionId, work);
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

/** Begins a question and gives back what ends it: file handles are closed when no other has come since. */
function createHandleCloser(): (open: OpenCollection) => () => void {
  let questions = 0;
  return ({ generation }) => {
    const question = ++questions;
    return () => {
      setTimeout(() => {
        if (question === questions) generation.closeIdleHandles();
      }, CLOSE_HANDLES_AFTER_MS);
    };
  };
}
