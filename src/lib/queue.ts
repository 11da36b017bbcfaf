export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** One after the other; whoever fails does not stop the next. */
export function createQueue(): Queue {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}
