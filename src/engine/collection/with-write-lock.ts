import { AppError, isAppError } from '../../model/app-error.ts';
import type { ChangeAction } from '../../model/job.ts';
import type { Store } from '../../store/contract.ts';
import type { Job } from '../jobs.ts';

export interface WriteLockOptions {
  /** The pending change, reported to jobs that wait for it. */
  readonly action: ChangeAction;
  /** Job that waits without a limit; it reports the change it waits for and can be cancelled. */
  readonly job?: Job | undefined;
  /** Time to wait without a job before `engine/busy`. Absent: no limit. */
  readonly waitMs?: number;
}

/**
 * Runs `work` while nothing else changes the collection, in any tab. A second change waits or throws `engine/busy`, which names the running
 * change.
 */
export async function withWriteLock<T>(
  store: Pick<Store, 'acquireWriteLock'>,
  collectionId: string,
  options: WriteLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquire(store, collectionId, options);
  try {
    options.job?.waitFor(undefined);
    return await work();
  } finally {
    release();
  }
}

async function acquire(
  store: Pick<Store, 'acquireWriteLock'>,
  collectionId: string,
  { action, job, waitMs }: WriteLockOptions,
): Promise<() => void> {
  try {
    return await store.acquireWriteLock(collectionId, {
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
