import { AppError, isAppError } from '../../model/app-error.ts';
import type { ChangeAction } from '../../model/job.ts';
import type { Store } from '../../store/contract.ts';
import type { Job } from '../jobs.ts';

export interface TurnWish {
  /** What is going to be done; whoever comes meanwhile is told. */
  readonly action: ChangeAction;
  /** A job waits as long as it takes: it says what for, and can be cancelled meanwhile. */
  readonly job?: Job | undefined;
  /** Without a job: how long to wait before it is refused. Absent: as long as it takes. */
  readonly waitMs?: number;
}

/**
 * Runs `work` while nothing else changes the collection, in any tab. One that comes second waits, or is refused with `engine/busy`, which names
 * what runs.
 */
export async function withTurn<T>(
  store: Pick<Store, 'acquireTurn'>,
  collectionId: string,
  wish: TurnWish,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquire(store, collectionId, wish);
  try {
    wish.job?.waitFor(undefined);
    return await work();
  } finally {
    release();
  }
}

async function acquire(
  store: Pick<Store, 'acquireTurn'>,
  collectionId: string,
  { action, job, waitMs }: TurnWish,
): Promise<() => void> {
  try {
    return await store.acquireTurn(collectionId, {
      action,
      ...(job === undefined ? {} : { signal: job.signal, onWait: (running) => job.waitFor(running) }),
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  } catch (error) {
    job?.throwIfCancelled();
    if (!isAppError(error) || error.code !== 'store/busy') throw error;
    const { running = '' } = error.details;
    throw new AppError('engine/busy', 'something else is changing this collection', { collectionId, running });
  }
}
