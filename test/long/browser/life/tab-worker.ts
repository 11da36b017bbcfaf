import { expose } from 'comlink';
import { createSiteService } from '../../../../src/crawl/jobs/site-service.ts';
import { tidyUp } from '../../../../src/engine/collection/tidy-up.ts';
import type { Engine, SitePort } from '../../../../src/engine/contract.ts';
import { createEngineAndSites } from '../../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import { loadKernel } from '../../../../src/kernel/load/load-kernel.ts';
import type { SiteJob } from '../../../../src/model/site/site-job.ts';
import type { SiteService } from '../../../../src/model/site/site-service.ts';
import { toSourceKey } from '../../../../src/model/source-key.ts';
import { createOpfsStore } from '../../../../src/store/create-store.ts';
import { installErrorWire } from '../../../../src/thread/wire/error-wire.ts';
import { virtualClock } from '../../../support/crawl-kit.ts';
import type { LifeCrawl } from '../../../support/life/browser.ts';
import { createNet } from '../../../support/life/net.ts';
import type { SiteVersions } from '../../../support/life/texts.ts';

export interface TabStart {
  readonly wasm: ArrayBuffer;
  /** Name of the database and of the directory. */
  readonly storeName: string;
  /** Held as long as the worker lives. */
  readonly lockName: string;
  readonly number: number;
  readonly sites: readonly SiteVersions[];
}

/** A tab of the app without its page: real store, engine and crawler in one worker. */
export interface TabCalls {
  start(start: TabStart): Promise<void>;
  setSite(site: number, pages: SiteVersions): Promise<void>;
  tidyUp(): Promise<void>;
  crawlEnded(crawl: LifeCrawl): Promise<SiteJob | undefined>;
  engine(name: keyof Engine, args: readonly unknown[]): Promise<unknown>;
  service(name: keyof SiteService, args: readonly unknown[]): Promise<unknown>;
  port(name: 'knownPages' | 'readPage', args: readonly unknown[]): Promise<unknown>;
}

interface Tab {
  readonly engine: Engine;
  readonly service: SiteService;
  readonly sites: SitePort;
  tidyUp(): Promise<void>;
}

const net = createNet();
const jobs = new Map<string, SiteJob>();
const heldHere = new Set<string>();
let tab: Tab | undefined;

const calls: TabCalls = {
  async start({ wasm, storeName, lockName, number, sites }) {
    await new Promise<void>((resolve) => {
      void navigator.locks.request(lockName, () => {
        resolve();
        return new Promise(() => {});
      });
    });
    for (const [site, pages] of sites.entries()) net.set(site, pages);
    const kernel = await loadKernel({ simd: wasm });
    const store = await createOpfsStore({ databaseName: storeName, directoryName: storeName });
    const leafMaker = createLocalLeafMaker({ kernel });
    const made = createEngineAndSites({ kernel, store, leafMaker, where: 'worker' });
    const service = createSiteService({
      sites: made.sites,
      fetch: net.fetch,
      clock: virtualClock(1 + number * 7_919),
      locks: watchLocks(storeName),
      secure: true,
      onJob: (job) => jobs.set(job.status.jobId, job),
    });
    tab = { ...made, service, tidyUp: () => tidyUp({ store }) };
  },
  setSite: async (site, pages) => net.set(site, pages),
  tidyUp: async () => tab?.tidyUp(),
  async crawlEnded({ jobId, ...source }) {
    const name = `quire-crawl-${toSourceKey(source)}`;
    while (heldHere.has(name)) await new Promise((resolve) => setTimeout(resolve, 2));
    return jobs.get(jobId);
  },
  engine: (name, args) => call(tab?.engine, name, args),
  service: (name, args) => call(tab?.service, name, args),
  port: (name, args) => call(tab?.sites, name, args),
};

function call(target: object | undefined, name: string, args: readonly unknown[]): Promise<unknown> {
  const methods = target as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  return (methods[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
}

/** The browser's own locks, under a name of this life; what this worker holds is known here. */
function watchLocks(scope: string): LockManager {
  const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
    navigator.locks.request(`${scope}:${name}`, options, async (lock) => {
      if (lock) heldHere.add(name);
      try {
        return await work(lock);
      } finally {
        if (lock) heldHere.delete(name);
      }
    });
  const query = async () => {
    const { held = [] } = await navigator.locks.query();
    const own = held.filter(({ name }) => name?.startsWith(`${scope}:`));
    return { held: own.map((lock) => ({ ...lock, name: lock.name?.slice(scope.length + 1) })) };
  };
  return { request, query } as unknown as LockManager;
}

installErrorWire();
expose(calls);
