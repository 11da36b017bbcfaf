import { holdLock } from '../../lib/async/hold-lock.ts';
import { type SourceName, toSourceKey } from '../../model/source-key.ts';

/** Locks that let one tab run the job of a site [S15]. The browser releases a lock when the worker ends, for whatever reason. */
export interface SiteLocks {
  /** Resolves to a release function, or undefined when another tab holds the lock. */
  acquire(site: SourceName): Promise<(() => void) | undefined>;
  listHeld(): Promise<{ has(site: SourceName): boolean }>;
}

/** Without the Locks API, only the jobs of this tab are known. */
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
