import { AppError } from '../../model/app-error.ts';
import type { WriteLockOptions } from '../contract.ts';
import { doingLockPrefix, writeLock } from './lock-names.ts';
import type { Locks, Release } from './locks.ts';

/** Takes two locks: one keeps others out, the name of the other says what they wait for. Both end with the thread. */
export async function acquireWriteLock(
  locks: Locks,
  collectionId: string,
  options: WriteLockOptions,
): Promise<Release> {
  const release =
    (await locks.acquire(writeLock(collectionId), { ifAvailable: true })) ??
    (await waitForLock(locks, collectionId, options));
  const releaseName = await locks.acquire(doingLockPrefix(collectionId) + options.action, { shared: true });
  return () => {
    releaseName();
    release();
  };
}

async function waitForLock(locks: Locks, collectionId: string, options: WriteLockOptions): Promise<Release> {
  const { waitMs, signal } = options;
  const running = await findRunning(locks, collectionId);
  options.onWait?.(running);
  signal?.throwIfAborted();
  const waiting = new AbortController();
  const stop = (): void => waiting.abort(signal?.reason);
  const giveUp = (): void =>
    waiting.abort(new AppError('store/busy', 'the collection is being changed', { collection: collectionId, running }));
  const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
  signal?.addEventListener('abort', stop);
  try {
    return await locks.acquire(writeLock(collectionId), { signal: waiting.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Empty in the short time before the holder has its second lock. */
async function findRunning(locks: Locks, collectionId: string): Promise<string> {
  const prefix = doingLockPrefix(collectionId);
  return (await locks.listHeld(prefix))[0]?.slice(prefix.length) ?? '';
}
