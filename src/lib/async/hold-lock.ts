/** Undefined outside secure contexts. */
export function findLocks(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
}

/**
 * Resolves to a function that releases the lock, or to undefined if `ifAvailable` is set and the lock is held. The lock also ends with its thread.
 * `signal` ends the wait, not the lock.
 */
export function holdLock(
  locks: LockManager,
  name: string,
  { shared = false, ifAvailable = false, signal }: HoldOptions = {},
): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { mode: shared ? 'shared' : 'exclusive', ifAvailable, ...(signal && { signal }) }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

interface HoldOptions {
  readonly shared?: boolean;
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}
