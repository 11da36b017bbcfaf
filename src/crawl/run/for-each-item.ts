import { createGate } from '../../lib/async/gate.ts';

/** One of the places in which items are worked on at the same time. */
export interface Slot {
  /** Another item may use the place while this one only waits. */
  yieldWhile(waiting: Promise<void>): Promise<void>;
}

export interface ItemWork<T> {
  readonly concurrency: number;
  /** Waits until the item may begin; false ends the work. It holds no place meanwhile: the one it waits for may need it. */
  admit(item: T): Promise<boolean>;
  /** False ends the work. */
  visit(item: T, slot: Slot): Promise<boolean>;
  /** The item was admitted, and is not visited after all. */
  leave(item: T): void;
}

/** Works through a list, so many at a time, until it ends or is ended: then nothing new begins. */
export async function forEachItem<T>(items: readonly T[], { concurrency, ...todo }: ItemWork<T>): Promise<void> {
  const gate = createGate({ maxItems: concurrency, maxWeight: 0 });
  const slot: Slot = {
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
      .visit(item, slot)
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
