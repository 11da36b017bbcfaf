/**
 * Runs `work` holding a named lock across tabs; `undefined` without running it when someone else still holds it after `waitMs`. Without Web
 * Locks it just runs.
 */
export async function withLock<T>(
  name: string,
  options: { waitMs: number },
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
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
