import { createSiteService } from '../../../src/crawl/jobs/site-service.ts';
import type { Engine, SitePort } from '../../../src/engine/contract.ts';
import { createEngineAndSites } from '../../../src/engine/create-engine.ts';
import type { EngineDeps } from '../../../src/engine/deps.ts';
import type { SiteOptions } from '../../../src/model/site/site.ts';
import type { SiteJob, SiteStart } from '../../../src/model/site/site-job.ts';
import type { SiteService } from '../../../src/model/site/site-service.ts';
import { createLocalLocks } from '../../../src/store/locks/local-locks.ts';
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../../../src/store/memory-store.ts';
import { virtualClock } from '../../support/crawl-kit.ts';
import { makeEngine } from '../../support/make-engine.ts';

/** What outlives a tab: its storage. `made` has the path of every leaf that was made. */
export interface SiteDisk {
  readonly disk: MemoryDisk;
  readonly deps: EngineDeps;
  readonly made: string[];
}

export async function makeSiteDisk(): Promise<SiteDisk> {
  const { deps, made } = await makeEngine();
  return { disk: createMemoryDisk(), deps, made };
}

/** A tab over a disk: engine, crawler and clock of its own. */
export interface SiteTab {
  readonly engine: Engine;
  readonly service: SiteService;
  readonly jobs: ReadonlyMap<string, SiteJob>;
  /** Starts and waits for the end. */
  run(options: SiteStart & { readonly site: Partial<SiteOptions> & { readonly url: string } }): Promise<SiteJob>;
  ended(jobId: string): Promise<SiteJob>;
  /** Resolves when it was killed by `killAfter`. */
  readonly killed: Promise<void>;
  close(): void;
}

export interface TabOptions {
  /** Dies at this step, counted over requests, records, calls of the engine and steps of commits. */
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
  /** The dead neither do anything nor hear of anything. */
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
      // The pages get their final form after the job has ended.
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

/** What a collection is, from outside. */
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
