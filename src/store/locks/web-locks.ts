import { findLocks, holdLock } from '../../lib/hold-lock.ts';
import { createLocalLocks } from './local-locks.ts';
import type { Locks, Release } from './locks.ts';

/** Locks of all tabs, their names under `scope`. The browser frees them when a tab or worker dies. */
export function createWebLocks(scope: string): Locks {
  const manager = findLocks();
  if (!manager) return getLocalLocks(scope);

  const take = (name: string, options?: Parameters<typeof holdLock>[2]): Promise<Release | undefined> =>
    holdLock(manager, `${scope}:${name}`, options);

  const listHeld = async (prefix: string): Promise<readonly string[]> => {
    const { held = [] } = await manager.query();
    const start = scope.length + 1;
    return held.flatMap(({ name }) => (name?.startsWith(`${scope}:${prefix}`) ? [name.slice(start)] : []));
  };

  return { take: take as Locks['take'], listHeld };
}

const localByScope = new Map<string, Locks>();

/** Pages that are no secure context have no lock manager: then at least the stores of one thread respect each other. */
function getLocalLocks(scope: string): Locks {
  const locks = localByScope.get(scope) ?? createLocalLocks();
  localByScope.set(scope, locks);
  return locks;
}
