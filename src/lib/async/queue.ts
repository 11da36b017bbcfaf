export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work after the other; a failure does not stop the next. Does not chain promises: V8's young GC frees no promise of a chain
 * whose first one is in the old heap.
 */
export function createQueue(): Queue {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  return async (work) => {
    if (isBusy) await new Promise<void>((resolve) => waiting.push(resolve));
    isBusy = true;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) isBusy = false;
      else next();
    }
  };
}
