import { createGate } from '../../lib/async/gate.ts';

/** Permission to work on one of a limited number of items at a time. */
export interface Permit {
  /** Lends the permit to another item while this one only waits. */
  yieldWhile(waiting: Promise<void>): Promise<void>;
}

export interface ItemWork<T> {
  readonly concurrency: number;
  /** Waits until the item may begin; false ends the loop. Holds no permit meanwhile: the item it waits for may need it. */
  admit(item: T): Promise<boolean>;
  /** Returns false to end the loop. */
  visit(item: T, permit: Permit): Promise<boolean>;
  /** Called when an admitted item is not visited after all. */
  leave(item: T): void;
}

/** Visits the items of a list, at most `concurrency` at a time. After a `false` or a failure, starts no further item. */
export async function forEachItem<T>(items: readonly T[], { concurrency, ...todo }: ItemWork<T>): Promise<void> {
  const gate = createGate({ maxItems: concurrency, maxWeight: 0 });
  const permit: Permit = {
    async yieldWhile(waiting) {
      gate.leave(0);
      await waiting;
      await gate.enter(0);
    },
  };
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let failure: { readonly error: unknown } | undefined;
  for (const item of items) {
    if (isStopped || !(await todo.admit(item))) break;
    await gate.enter(0);
    if (isStopped) {
      todo.leave(item);
      break;
    }
    const work = todo
      .visit(item, permit)
      .then((goesOn) => {
        if (!goesOn) isStopped = true;
      })
      .catch((error: unknown) => {
        isStopped = true;
        failure ??= { error };
      })
      .finally(() => {
        running.delete(work);
        gate.leave(0);
      });
    running.add(work);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
