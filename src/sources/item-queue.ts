/** Beyond this many waiting items `ready` makes producers wait, so that a scan does not run far ahead of its reader. */
const HIGH_WATER = 2_000;

/** Many producers, one reader. */
export interface ItemQueue<T> {
  push(item: T): void;
  /** Resolves once the queue has room again. */
  ready(): Promise<void>;
  end(): void;
  /** The reader gets the items pushed before, then the error. */
  fail(error: unknown): void;
  /** Releases waiting producers after the reader has gone. */
  drop(): void;
  batches(): AsyncIterable<readonly T[]>;
}

export function createItemQueue<T>(): ItemQueue<T> {
  let items: T[] = [];
  let ended = false;
  let dropped = false;
  let failure: { readonly error: unknown } | undefined;
  let wakeReader: (() => void) | undefined;
  let waiting: (() => void)[] = [];

  const wake = () => {
    wakeReader?.();
    wakeReader = undefined;
  };
  const release = () => {
    const resolves = waiting;
    waiting = [];
    for (const resolve of resolves) resolve();
  };

  return {
    push(item) {
      if (dropped) return;
      items.push(item);
      wake();
    },
    ready() {
      if (items.length < HIGH_WATER || dropped || failure) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure ??= { error };
      wake();
      release();
    },
    drop() {
      dropped = true;
      items = [];
      release();
    },
    async *batches() {
      for (;;) {
        if (items.length > 0) {
          const batch = items;
          items = [];
          release();
          yield batch;
        } else if (failure) {
          throw failure.error;
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
        }
      }
    },
  };
}
