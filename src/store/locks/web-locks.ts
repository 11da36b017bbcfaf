import { findLocks, holdLock } from '../../lib/async/hold-lock.ts';
import { createLocalLocks } from './local-locks.ts';
import type { Locks, Release } from './locks.ts';

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
