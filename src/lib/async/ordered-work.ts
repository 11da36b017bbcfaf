/** Work that is under way at the same time, whose results are used in the order in which it began. For one caller, which waits for each call. */
export interface OrderedWork {
  /** Whether every result was used. */
  readonly isIdle: boolean;
  /** Whether work of this weight would begin without waiting. Uses results that are there and in the way. */
  hasRoom(weight: number): Promise<boolean>;
  /** Begins when there is room for the weight; a piece of work that is alone always has room. Its weight counts until its result was used. */
  begin<T>(weight: number, work: () => Promise<T>, use: (result: T) => Promise<void>): Promise<void>;
  /** Resolves when every result was used. */
  finish(): Promise<void>;
}

interface Pending {
  readonly weight: number;
  readonly use: () => Promise<void>;
  isSettled: boolean;
}

/** After `signal` aborted nothing is waited for: calls reject with its reason. */
export function createOrderedWork(options: {
  readonly maxWeight: () => number;
  readonly signal?: AbortSignal | undefined;
}): OrderedWork {
  const { maxWeight, signal } = options;
  const pending: Pending[] = [];
  let weightSum = 0;
  const fits = (weight: number): boolean => pending.length === 0 || weightSum + weight <= maxWeight();

  async function finishFirst(): Promise<void> {
    const first = pending.shift();
    await first?.use();
    weightSum -= first?.weight ?? 0;
  }

  return {
    get isIdle() {
      return pending.length === 0;
    },
    async hasRoom(weight) {
      while (!fits(weight) && pending[0]?.isSettled) await finishFirst();
      return fits(weight);
    },
    async begin(weight, work, use) {
      while (!fits(weight)) await finishFirst();
      const result = work();
      const added: Pending = { weight, isSettled: false, use: async () => use(await unlessAborted(result, signal)) };
      const settle = () => {
        added.isSettled = true;
      };
      // A failure is dealt with when its turn comes, or never where an earlier one has failed.
      result.then(settle, settle);
      weightSum += weight;
      pending.push(added);
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
