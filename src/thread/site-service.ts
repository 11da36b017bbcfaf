import type { Crawl, CrawlClock, CrawlPorts } from '../crawl/contract.ts';
import { createCrawl } from '../crawl/create-crawl.ts';
import { openEventLog } from '../crawl/event-log.ts';
import { createHosts } from '../crawl/hosts.ts';
import { findOpenJob, isOpen, type JobRecord, listJobs, putJob } from '../crawl/jobs.ts';
import { listPages } from '../crawl/page-rows.ts';
import { parseUrl } from '../crawl/url.ts';
import type { SitePort } from '../engine/contract.ts';
import { AppError, toAppError } from '../model/app-error.ts';
import { type CrawlStatus, DEFAULT_SITE_OPTIONS, type RunMode, type SiteOptions } from '../model/site.ts';
import type { SiteJob, SiteService, SiteStart } from './site-contract.ts';

/** Which collection a site source belongs to: job records know only the source. */
interface SiteRecord {
  readonly collectionId: string;
  readonly sourceId: string;
}

interface LiveJob extends SiteRecord {
  readonly crawl: Crawl;
}

interface RunOptions extends SiteRecord {
  readonly jobId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  readonly full: boolean;
}

const SITES = 'crawl/';

/** Runs crawls over the engine's port. One tab runs a job: who holds the lock of its source. */
export function createSiteService(parts: {
  sites: SitePort;
  fetch: typeof fetch;
  clock: CrawlClock;
  locks: LockManager | undefined;
  secure: boolean;
  onJob: (job: SiteJob) => void;
}): SiteService {
  const { sites, locks } = parts;
  const hosts = createHosts(parts.clock);
  const live = new Map<string, LiveJob>();

  const toPorts = ({ collectionId, sourceId }: SiteRecord): CrawlPorts => ({
    fetch: parts.fetch,
    clock: parts.clock,
    records: sites.records,
    hosts,
    secure: parts.secure,
    isOnline: () => navigator.onLine,
    keepPages: (pages) =>
      sites.keepPages(
        collectionId,
        sourceId,
        pages.map(({ path, bytes, meta }) => ({ path, bytes, meta })),
      ),
    removePages: (paths) => sites.removePages(collectionId, sourceId, paths),
    knownPages: () => sites.knownPages(collectionId, sourceId),
    readPage: (path) => sites.readPage(collectionId, sourceId, path),
  });

  async function run(options: RunOptions): Promise<void> {
    const { collectionId, sourceId, jobId } = options;
    const unlock = await takeLock(locks, `quire-crawl-${sourceId}`);
    if (!unlock) throw alreadyRunning(jobId);
    try {
      const crawl = createCrawl(options, toPorts(options));
      crawl.subscribe((message) => {
        if (message.type === 'status') parts.onJob({ collectionId, status: message.status });
      });
      live.set(jobId, { crawl, collectionId, sourceId });
      const known = await sites.knownPages(collectionId, sourceId);
      await sites.setSiteState(collectionId, sourceId, known.length > 0 ? 'UPDATING' : 'CRAWLING');
      crawl
        .start()
        .then((status) => finish(options, status))
        .catch((error: unknown) => sites.setSiteState(collectionId, sourceId, 'ERROR', toAppError(error).code))
        .catch(() => undefined)
        .finally(() => {
          live.delete(jobId);
          unlock();
        });
    } catch (error) {
      live.delete(jobId);
      unlock();
      throw error;
    }
  }

  async function finish({ collectionId, sourceId }: RunOptions, status: CrawlStatus): Promise<void> {
    // Also after a stop: what was kept gets its final form.
    await sites.finishSite(collectionId, sourceId);
    if (status.status === 'failed') await sites.setSiteState(collectionId, sourceId, 'ERROR', status.reason);
  }

  async function listSites(collectionId?: string): Promise<SiteRecord[]> {
    const rows = await sites.records.list<SiteRecord>('sources', { prefix: SITES });
    return rows.map(([, site]) => site).filter((site) => !collectionId || site.collectionId === collectionId);
  }

  async function findRecord(jobId: string): Promise<{ site: SiteRecord; job: JobRecord } | undefined> {
    for (const site of await listSites()) {
      const job = await sites.records.get<JobRecord>('jobs', `${site.sourceId}/${jobId}`);
      if (job) return { site, job };
    }
    return undefined;
  }

  async function getRecord(jobId: string) {
    const found = await findRecord(jobId);
    if (!found) throw new AppError('engine/unknown-job', 'there is no such job', { jobId });
    return found;
  }

  function toJob(site: SiteRecord, job: JobRecord, running: ReadonlySet<string>): SiteJob {
    const here = live.get(job.jobId);
    if (here) return { collectionId: site.collectionId, status: here.crawl.status() };
    // Left behind by a crash or a closed tab: it waits for one click [S15].
    const isLeft = isOpen(job) && !running.has(`quire-crawl-${site.sourceId}`);
    const status: CrawlStatus = isLeft ? { ...job.status, status: 'paused', paused: true } : job.status;
    return { collectionId: site.collectionId, status };
  }

  async function start(options: SiteStart) {
    const site = await toSiteOptions(sites, options);
    const { collectionId } = options;
    if (options.sourceId !== undefined) {
      const open = await findOpenJob(sites.records, options.sourceId);
      if (open) throw alreadyRunning(open.jobId);
    }
    const sourceId = await sites.addSite(collectionId, {
      name: toName(site.url),
      url: site.url,
      ...(options.sourceId === undefined ? {} : { sourceId: options.sourceId }),
    });
    await sites.records.put('sources', SITES + sourceId, { collectionId, sourceId } satisfies SiteRecord);
    const jobId = makeJobId(parts.clock);
    await run({ collectionId, sourceId, jobId, site, mode: options.mode ?? 'crawl', full: options.full === true });
    return { jobId, sourceId };
  }

  return {
    start,
    async pause(jobId) {
      await live.get(jobId)?.crawl.pause();
    },
    async resume(jobId) {
      const here = live.get(jobId);
      if (here) return here.crawl.resume();
      const { site, job } = await getRecord(jobId);
      await run({ ...site, jobId, site: job.site, mode: job.mode, full: job.full });
    },
    async stop(jobId) {
      const here = live.get(jobId);
      if (here) return here.crawl.stop();
      const { site, job } = await getRecord(jobId);
      const endedAt = new Date(parts.clock.now()).toISOString();
      const status: CrawlStatus = { ...job.status, status: 'stopped', phase: 'ended', paused: false, endedAt };
      await putJob(sites.records, { ...job, status });
      await sites.setSiteState(site.collectionId, site.sourceId, 'INDEXED');
      parts.onJob({ collectionId: site.collectionId, status });
    },
    async retryFailed(jobId) {
      const { site, job } = await getRecord(jobId);
      const { jobId: made } = await start({ ...site, site: job.site, mode: job.mode });
      return { jobId: made };
    },
    async listJobs(collectionId) {
      const running = await listHeld(locks);
      const found: SiteJob[] = [];
      for (const site of await listSites(collectionId)) {
        for (const job of await listJobs(sites.records, site.sourceId)) found.push(toJob(site, job, running));
      }
      return found.sort((a, b) => (a.status.startedAt < b.status.startedAt ? 1 : -1));
    },
    async status(jobId) {
      const found = await findRecord(jobId);
      return found && toJob(found.site, found.job, await listHeld(locks));
    },
    async events(jobId, query = {}) {
      const here = live.get(jobId);
      if (here) return here.crawl.events(query);
      const log = await openEventLog(sites.records, jobId, { clock: parts.clock, onEvent: () => undefined });
      return log.list(query);
    },
    async pages(_collectionId, sourceId) {
      return (await listPages(sites.records, sourceId)).map(({ row }) => row);
    },
  };
}

async function toSiteOptions(sites: SitePort, { site, sourceId }: SiteStart): Promise<SiteOptions> {
  const last = sourceId === undefined ? undefined : (await listJobs(sites.records, sourceId))[0]?.site;
  const options = { ...DEFAULT_SITE_OPTIONS, ...last, ...site };
  const url = parseUrl(options.url ?? '');
  // Checked before the source is added: a source without a site would stay behind.
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  }
  url.username = '';
  url.password = '';
  return { ...options, url: url.href };
}

function toName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

function makeJobId(clock: CrawlClock): string {
  return `crawl-${clock.now().toString(36)}-${Math.floor(clock.random() * 0xffffffff).toString(36)}`;
}

function alreadyRunning(jobId: string): AppError {
  return new AppError('crawl/already-running', 'a job of this source has not ended', { jobId });
}

/** Undefined when someone else holds it. Without the Locks API there is only this tab to know of. */
async function takeLock(locks: LockManager | undefined, name: string): Promise<(() => void) | undefined> {
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

async function listHeld(locks: LockManager | undefined): Promise<ReadonlySet<string>> {
  const held = (await locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name ? [name] : [])));
}
