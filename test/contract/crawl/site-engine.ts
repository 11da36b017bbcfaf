import { createSiteService } from '../../../src/crawl/jobs/site-service.ts';
import type { Engine, SitePort } from '../../../src/engine/contract.ts';
import { createEngineAndSites } from '../../../src/engine/create-engine.ts';
import type { EngineDeps } from '../../../src/engine/deps.ts';
import type { SiteOptions } from '../../../src/model/site/site.ts';
import type { SiteJob, SiteStart } from '../../../src/model/site/site-job.ts';
import type { SiteService } from '../../../src/model/site/site-service.ts';
import { createLocalLocks } from '../../../src/store/locks.ts';
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../../../src/store/memory-store.ts';
import { virtualClock } from '../../support/crawl-kit.ts';
import { makeEngine } from '../../support/make-engine.ts';

/** Storage that outlives a tab. `made` lists the path of every leaf made. */
export interface SiteDisk {
  readonly disk: MemoryDisk;
  readonly deps: EngineDeps;
  readonly made: string[];
}

export async function makeSiteDisk(): Promise<SiteDisk> {
  const { deps, made } = await makeEngine();
  return { disk: createMemoryDisk(), deps, made };
}

/** A tab over a disk, with its own engine, crawler and clock. */
export interface SiteTab {
  readonly engine: Engine;
  readonly service: SiteService;
  readonly jobs: ReadonlyMap<string, SiteJob>;
  /** Starts a job and waits for its end. */
  run(options: SiteStart & { readonly site: Partial<SiteOptions> & { readonly url: string } }): Promise<SiteJob>;
  ended(jobId: string): Promise<SiteJob>;
  /** Resolves when `killAfter` has killed the tab. */
  readonly killed: Promise<void>;
  close(): void;
}

export interface TabOptions {
  /** Step at which the tab dies, counted over requests, records, engine calls and steps of commits. */
  readonly killAfter?: number;
  readonly locks?: LockManager;
  onStep?(name: string): void;
}

export function openTab({ disk, deps }: SiteDisk, options: TabOptions = {}): SiteTab {
  let steps = 0;
  let isDead = false;
  let tellKilled = (): void => undefined;
  const killed = new Promise<void>((resolve) => {
    tellKilled = resolve;
  });
  const clock = virtualClock();
  /** Counts a step; after the kill, never resolves, so that the dead tab neither sends nor receives anything. */
  const step = async (): Promise<void> => {
    if (!isDead && options.killAfter !== undefined && ++steps >= options.killAfter) {
      isDead = true;
      clock.close();
      tellKilled();
    }
    if (isDead) await new Promise(() => undefined);
  };
  const alive =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>, name = '') =>
    async (...args: A): Promise<T> => {
      await step();
      const value = await work(...args);
      await step();
      if (name !== '') options.onStep?.(name);
      return value;
    };
  const store = createMemoryStore({ disk: { ...disk, locks: createLocalLocks(), listeners: new Set() }, onStep: step });
  const { engine, sites } = createEngineAndSites({ ...deps, store });
  const guarded = Object.fromEntries(
    Object.entries(sites).map(([name, value]) => [
      name,
      typeof value === 'function' ? alive(value as () => Promise<unknown>, name) : value,
    ]),
  ) as unknown as SitePort;
  const { records } = store;
  const jobs = new Map<string, SiteJob>();
  const waiting = new Map<string, (job: SiteJob) => void>();
  const service = createSiteService({
    sites: {
      ...guarded,
      records: {
        get: alive(records.get) as typeof records.get,
        put: alive(records.put),
        putMany: alive(records.putMany),
        delete: alive(records.delete),
        deletePrefix: alive(records.deletePrefix),
        list: alive(records.list) as typeof records.list,
        listKeys: alive(records.listKeys),
      },
    },
    fetch: alive(clock.watch(fetch)) as typeof fetch,
    clock,
    locks: options.locks,
    secure: false,
    onJob(job) {
      jobs.set(job.status.jobId, job);
      if (job.status.endedAt !== '') waiting.get(job.status.jobId)?.(job);
    },
  });
  const tab: SiteTab = {
    engine,
    service,
    jobs,
    killed,
    async run(start) {
      const { jobId } = await service.start(start);
      return tab.ended(jobId);
    },
    async ended(jobId) {
      const known = jobs.get(jobId);
      const job =
        known && known.status.endedAt !== ''
          ? known
          : await new Promise<SiteJob>((resolve) => {
              waiting.set(jobId, resolve);
            });
      // The site is finished after the job has ended.
      while (
        (await records.list<{ isUnfinished: boolean }>('sources', { prefix: '' })).some(([, site]) => site.isUnfinished)
      )
        await new Promise((resolve) => setTimeout(resolve, 2));
      return job;
    },
    close: () => clock.close(),
  };
  return tab;
}

/** Reads a collection through its public calls. */
export async function readCollection(tab: SiteTab, collectionId: string, sourceId: string) {
  const [snapshot] = await tab.engine.listSnapshots(collectionId);
  const [collection] = (await tab.engine.listCollections()).filter(({ id }) => id === collectionId);
  const rows = await tab.service.pages(collectionId, sourceId);
  return {
    indexId: snapshot?.index_id,
    files: (await tab.engine.listFiles(collectionId)).map(({ path }) => path),
    state: collection?.sources.find(({ id }) => id === sourceId)?.state,
    rows: rows.map(({ crawl_timestamp: _, ...row }) => row),
  };
}
