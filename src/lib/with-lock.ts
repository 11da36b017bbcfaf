import { findLocks } from './hold-lock.ts';

/**
 * Runs `work` holding a named lock across tabs; `undefined` without running it when someone else still holds it after `waitMs`. Without Web
 * Locks it just runs.
 */
export async function withLock<T>(
  name: string,
  options: { waitMs: number },
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  const locks = findLocks();
  if (locks === undefined) return { value: await work() };
  const giveUp = AbortSignal.timeout(options.waitMs);
  let held = false;
  try {
    return await locks.request(name, { signal: giveUp }, async () => {
      held = true;
      return { value: await work() };
    });
  } catch (error) {
    if (!held && giveUp.aborted) return undefined;
    throw error;
  }
}

/** The same for those who wait as long as it takes. */
export function waitForLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = findLocks();
  return locks === undefined ? work() : (locks.request(name, work) as Promise<T>);
}
