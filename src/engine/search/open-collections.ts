import { AppError } from '../../model/app-error.ts';
import { isDamage, noteDamage } from '../collection/damage-notes.ts';
import { repairNow } from '../collection/repair-collection.ts';
import type { EngineDeps } from '../deps.ts';
import { type OpenCollection, openCollection } from './open-collection.ts';

/** The collections asked for so far, each at its newest generation. */
export interface OpenCollections {
  /** Calls `work` with the collection; it stays open until the call has ended, even when a newer generation arrives meanwhile. */
  use<T>(collectionId: string, work: Work<T>): Promise<T>;
  /** The same before all of the index was read: `work` prepares what it asks for, and may be called a second time where damage was repaired. */
  askEarly<T>(collectionId: string, work: Work<T>): Promise<T>;
  /**
   * Opens it before anybody asks, and calls `work` a few times, until somebody does: by then the browser has compiled what answering takes.
   * Only one is open like that: the next one takes its place, a newer generation closes it. Never throws; what fails here fails again, and is
   * said, when it is asked for.
   */
  openAhead(collectionId: string, work: Work<unknown>): Promise<void>;
  /** The newest generation is opened at the next use. */
  refresh(collectionId: string): Promise<void>;
  /** The same for all that are open, when nobody has said that they changed: a tab that died after its commit told nobody. */
  recheckAll(): void;
  /** Does so now, if it is open at all: what only the older one needed can be swept. */
  catchUp(collectionId: string): Promise<void>;
  forget(collectionId: string): void;
}

type Work<T> = (open: OpenCollection) => T | Promise<T>;

/** The rest of an index is read when its first question has been answered. */
const COMPLETE_AFTER_MS = 100;
/** Whoever types asks again before. */
const SETTLE_AFTER_MS = 1_000;
const REHEARSALS = 5;

export function createOpenCollections(deps: EngineDeps): OpenCollections {
  const opened = new Map<string, Promise<OpenCollection>>();
  const completing = new Set<string>();
  /** Committed to since they were opened. A long job commits every few seconds, and mostly nobody asks in between. */
  const stale = new Set<string>();
  let ahead: string | undefined;
  /** Questions so far: files stay open when the next one is there already. */
  let turns = 0;

  const openOnce = (collectionId: string, previous: OpenCollection | undefined): Promise<OpenCollection> =>
    deps.store.openOptimistic(collectionId, (generation) => openCollection(deps.kernel, generation, previous));

  /** Damaged shards are made again from their leaves before anything is shown; what cannot be, throws. */
  async function repair(collectionId: string, error: unknown): Promise<void> {
    const { repaired } = await repairNow(deps, collectionId);
    if (repaired.length === 0) throw error;
  }

  async function openNewest(collectionId: string, previous: OpenCollection | undefined): Promise<OpenCollection> {
    try {
      return await openOnce(collectionId, previous);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await repair(collectionId, error);
      return openOnce(collectionId, previous);
    }
  }

  /** A commit is told by the store and by the job that made it; the second telling finds nothing to do. */
  async function isNewest(collectionId: string, open: OpenCollection): Promise<boolean> {
    const generation = await deps.store.openGeneration(collectionId);
    const { row } = generation;
    generation.release();
    const isSame = JSON.stringify(row.collection) === JSON.stringify(open.generation.row.collection);
    return isSame && row.generation === open.generation.row.generation;
  }

  /** So that the next sync brings it back. */
  async function noteDamagedFile(collectionId: string, error: unknown): Promise<void> {
    if (!(error instanceof AppError) || error.code !== 'store/damaged') return;
    const { file } = error.details;
    if (typeof file === 'string') await noteDamage(deps.store, collectionId, [file]).catch(() => {});
  }

  function renew(collectionId: string): void {
    const known = opened.get(collectionId);
    if (known === undefined) return;
    const next = known
      .then(async (previous) =>
        (await isNewest(collectionId, previous)) ? previous : openNewest(collectionId, previous),
      )
      .catch(() => openNewest(collectionId, undefined));
    opened.set(collectionId, next);
    next.catch(() => evict(collectionId, next));
    void Promise.allSettled([known, next]).then(([previous, current]) => {
      if (previous.status === 'rejected') return;
      // Whatever became of the newer one: unreleased, the files of the older one would never be swept.
      if (current.status === 'rejected' || current.value !== previous.value) previous.value.release();
    });
  }

  function get(collectionId: string): Promise<OpenCollection> {
    if (stale.delete(collectionId)) renew(collectionId);
    const known = opened.get(collectionId);
    if (known !== undefined) return known;
    const opening = openNewest(collectionId, undefined);
    opened.set(collectionId, opening);
    opening.catch(() => evict(collectionId, opening));
    return opening;
  }

  /** One that was opened in its place meanwhile stays: it would be released by nobody. */
  function evict(collectionId: string, failed: Promise<OpenCollection>): void {
    if (opened.get(collectionId) === failed) opened.delete(collectionId);
  }

  async function catchUp(collectionId: string): Promise<void> {
    if (stale.delete(collectionId)) renew(collectionId);
    // What fails here fails again, and is said, when it is asked for.
    await opened.get(collectionId)?.catch(() => {});
  }

  /** Between the answer and its use somebody may have closed it: then it is opened again. */
  async function acquire(collectionId: string): Promise<OpenCollection> {
    for (;;) {
      const open = await get(collectionId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'store/not-found') {
          throw new AppError('engine/unknown-collection', 'there is no such collection', { collectionId });
        }
        throw error;
      });
      if (open.retain()) return open;
    }
  }

  async function callOnce<T>(collectionId: string, work: Work<T>): Promise<T> {
    const open = await acquire(collectionId);
    try {
      return await work(open);
    } catch (error) {
      await noteDamagedFile(collectionId, error);
      throw error;
    } finally {
      open.release();
    }
  }

  /** Damage that was met behind the first look is repaired once, and the question asked again. */
  async function callRepaired<T>(collectionId: string, work: Work<T>): Promise<T> {
    if (ahead === collectionId) ahead = undefined;
    try {
      return await callOnce(collectionId, work);
    } catch (error) {
      if (!isShardDamage(error)) throw error;
      await repair(collectionId, error);
      forget(collectionId);
      return callOnce(collectionId, work);
    }
  }

  function use<T>(collectionId: string, work: Work<T>): Promise<T> {
    return callRepaired(collectionId, completed).then(() =>
      callOnce(collectionId, async (open) => {
        await open.complete();
        return work(open);
      }),
    );
  }

  function completeLater(collectionId: string): void {
    if (completing.has(collectionId)) return;
    completing.add(collectionId);
    setTimeout(() => {
      completing.delete(collectionId);
      if (opened.has(collectionId)) use(collectionId, () => {}).catch(() => {});
    }, COMPLETE_AFTER_MS);
  }

  function forget(collectionId: string): void {
    const known = opened.get(collectionId);
    opened.delete(collectionId);
    if (ahead === collectionId) ahead = undefined;
    known?.then((open) => open.release()).catch(() => undefined);
  }

  return {
    use,
    askEarly: (collectionId, work) =>
      callRepaired(collectionId, async (open) => {
        const turn = ++turns;
        try {
          return await work(open);
        } finally {
          setTimeout(() => {
            if (turn === turns) open.generation.closeIdleHandles();
          }, SETTLE_AFTER_MS);
          if (!open.isComplete) completeLater(collectionId);
        }
      }),
    async openAhead(collectionId, work) {
      if (opened.has(collectionId)) return;
      if (ahead !== undefined) forget(ahead);
      ahead = collectionId;
      try {
        await callOnce(collectionId, async (open) => {
          for (let i = 0; i < REHEARSALS && ahead === collectionId; i++) {
            await work(open);
            await new Promise((resolve) => setTimeout(resolve));
          }
        });
      } catch {
        if (ahead === collectionId) forget(collectionId);
      }
    },
    async refresh(collectionId) {
      if (ahead === collectionId) forget(collectionId);
      else if (opened.has(collectionId)) stale.add(collectionId);
    },
    recheckAll() {
      for (const collectionId of opened.keys()) if (ahead !== collectionId) stale.add(collectionId);
    },
    catchUp,
    forget,
  };
}

const completed: Work<void> = (open) => open.complete();

/** Bundles cannot be repaired: whoever met their damage says so. */
function isShardDamage(error: unknown): boolean {
  if (!isDamage(error)) return false;
  const { role } = error.details;
  return role === undefined || role === 'segment' || role === 'table';
}
