/** Runs `work` holding a named lock across tabs; `undefined` without running it when someone else holds it. Without Web Locks it just runs. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<{ value: T } | undefined> {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  if (locks === undefined) return { value: await work() };
  return locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : { value: await work() },
  );
}
