import { holdLock } from '../../lib/async/hold-lock.ts';
import { type SourceName, toSourceKey } from '../../model/source-key.ts';

/** One tab runs a job: the one that holds the lock of its site [S15]. The browser releases it with the worker, however that ends. */
export interface SiteLocks {
  /** Resolves to what releases the lock; undefined when someone else holds it. */
  acquire(site: SourceName): Promise<(() => void) | undefined>;
  listHeld(): Promise<{ has(site: SourceName): boolean }>;
}

/** Without the Locks API only the jobs of this tab are known. */
export function createSiteLocks(locks: LockManager | undefined): SiteLocks {
  const here = new Set<string>();
  return {
    async acquire(site) {
      const name = toName(site);
      if (here.has(name)) return undefined;
      here.add(name);
      const release = locks
        ? await holdLock(locks, name, { ifAvailable: true }).catch(() => undefined)
        : () => undefined;
      if (!release) here.delete(name);
      return (
        release &&
        (() => {
          here.delete(name);
          release();
        })
      );
    },
    async listHeld() {
      const held = new Set([...here, ...((await locks?.query())?.held ?? []).map(({ name }) => name)]);
      return { has: (site) => held.has(toName(site)) };
    },
  };
}

function toName(site: SourceName): string {
  return `quire-crawl-${toSourceKey(site)}`;
}
