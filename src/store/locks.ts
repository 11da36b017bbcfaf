import { findLocks, holdLock } from '../lib/async/hold-lock.ts';

export interface Locks {
  /** Waits for the lock. With `ifAvailable`, returns undefined at once if the lock is held. */
  acquire(
    name: string,
    options: { readonly shared?: boolean; readonly ifAvailable: true },
  ): Promise<Release | undefined>;
  /** Rejects with the signal's reason if that comes first. */
  acquire(name: string, options?: { readonly shared?: boolean; readonly signal?: AbortSignal }): Promise<Release>;
  /** Names of held locks with the prefix, in all tabs. */
  listHeld(prefix: string): Promise<readonly string[]>;
}

export type Release = () => void;

// Tabs with older releases use the same names, so they must not change.

/** Held exclusively by a commit or a sweep of the collection. */
export const commitLock = (collectionId: string) => `write:${collectionId}`;
/** Held shared by every reader of a generation. */
export const readLockPrefix = (collectionId: string) => `read:${collectionId}:`;
export const readLock = (collectionId: string, generation: number) => `${readLockPrefix(collectionId)}${generation}`;
/** Held exclusively during a whole change of a collection, from reading it to the last commit. */
export const writeLock = (collectionId: string) => `turn:${collectionId}`;
/** Prefix of a second lock held with it; the rest of its name is the current action. */
export const doingLockPrefix = (collectionId: string) => `doing:${collectionId}:`;
/** Held by a session that can still undo a deletion. */
export const sessionLock = (session: string) => `session:${session}`;

export function parseReadGeneration(name: string): number {
  return Number(name.slice(name.lastIndexOf(':') + 1));
}

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

/** Locks shared by all tabs, with names under `scope`. The browser releases them when a tab or worker dies. */
export function createWebLocks(scope: string): Locks {
  const manager = findLocks();
  if (!manager) return getLocalLocks(scope);

  const acquire = (name: string, options?: Parameters<typeof holdLock>[2]): Promise<Release | undefined> =>
    holdLock(manager, `${scope}:${name}`, options);

  const listHeld = async (prefix: string): Promise<readonly string[]> => {
    const { held = [] } = await manager.query();
    const start = scope.length + 1;
    return held.flatMap(({ name }) => (name?.startsWith(`${scope}:${prefix}`) ? [name.slice(start)] : []));
  };

  return { acquire: acquire as Locks['acquire'], listHeld };
}

const localByScope = new Map<string, Locks>();

/** Pages outside a secure context have no lock manager; these locks at least coordinate the stores of one thread. */
function getLocalLocks(scope: string): Locks {
  const locks = localByScope.get(scope) ?? createLocalLocks();
  localByScope.set(scope, locks);
  return locks;
}
