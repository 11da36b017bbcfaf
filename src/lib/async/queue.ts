export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One after the other; whoever fails does not stop the next. Turns are not chained to each other: of a chain of promises the collector of
 * young objects lets none go once it has moved the first.
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
