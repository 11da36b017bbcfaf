/** Absent in pages that are no secure context. */
export function findLocks(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
}

/**
 * Answers what gives the lock back; undefined when `ifAvailable` was asked for and someone else holds it. It ends with its thread, too.
 * `signal` ends the waiting, not the lock.
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
