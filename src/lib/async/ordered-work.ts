/** Work that is under way at the same time, whose results are used in the order in which it began. For one caller, which waits for each call. */
export interface OrderedWork {
  /** Begins when there is room for the weight; a piece of work that is alone always has room. Its weight counts until its result was used. */
  begin<T>(weight: number, work: () => Promise<T>, use: (result: T) => Promise<void>): Promise<void>;
  /** Resolves when every result was used. */
  finish(): Promise<void>;
}

/** After `signal` aborted nothing is waited for: calls reject with its reason. */
export function createOrderedWork(options: {
  readonly maxWeight: () => number;
  readonly signal?: AbortSignal | undefined;
}): OrderedWork {
  const { maxWeight, signal } = options;
  const pending: { readonly weight: number; readonly use: () => Promise<void> }[] = [];
  let weightSum = 0;

  async function finishFirst(): Promise<void> {
    const first = pending.shift();
    await first?.use();
    weightSum -= first?.weight ?? 0;
  }

  return {
    async begin(weight, work, use) {
      while (pending.length > 0 && weightSum + weight > maxWeight()) await finishFirst();
      const result = work();
      // Its failure is dealt with when its turn comes, or never where an earlier one has failed.
      result.catch(() => undefined);
      weightSum += weight;
      pending.push({ weight, use: async () => use(await unlessAborted(result, signal)) });
    },
    async finish() {
      while (pending.length > 0) await finishFirst();
    },
  };
}

function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
