import type { Locks, Release } from './locks.ts';

interface Waiter {
  readonly shared: boolean;
  readonly start: () => void;
}
interface AcquireOptions {
  readonly shared?: boolean;
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}
interface Held {
  shared: number;
  exclusive: boolean;
  readonly queue: Waiter[];
}

/** Locks within one process, first come, first served: for the memory store and browsers without a lock manager. */
export function createLocalLocks(): Locks {
  const all = new Map<string, Held>();

  function acquire(name: string, options: AcquireOptions = {}): Promise<Release | undefined> {
    const shared = options.shared ?? false;
    const held = all.get(name) ?? { shared: 0, exclusive: false, queue: [] };
    all.set(name, held);
    const isFree = held.queue.length === 0 && isCompatible(held, shared);
    if (isFree) return Promise.resolve(hold(name, held, shared));
    if (options.ifAvailable) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { shared, start: () => resolve(hold(name, held, shared)) };
      held.queue.push(waiter);
      options.signal?.addEventListener('abort', () => {
        const at = held.queue.indexOf(waiter);
        if (at < 0) return;
        held.queue.splice(at, 1);
        startWaiting(name, held);
        reject(options.signal?.reason);
      });
    });
  }

  function hold(name: string, held: Held, shared: boolean): Release {
    if (shared) held.shared++;
    else held.exclusive = true;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      if (shared) held.shared--;
      else held.exclusive = false;
      startWaiting(name, held);
    };
  }

  function startWaiting(name: string, held: Held): void {
    let next = held.queue[0];
    while (next && isCompatible(held, next.shared)) {
      held.queue.shift();
      next.start();
      next = held.queue[0];
    }
    if (held.shared === 0 && !held.exclusive && held.queue.length === 0) all.delete(name);
  }

  const listHeld = async (prefix: string) => [...all.keys()].filter((name) => name.startsWith(prefix));
  return { acquire: acquire as Locks['acquire'], listHeld };
}

function isCompatible(held: Held, shared: boolean): boolean {
  return !held.exclusive && (shared || held.shared === 0);
}
