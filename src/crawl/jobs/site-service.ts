import { scopeRecords } from '../../lib/scope-records.ts';
import { AppError, isGone, toAppError } from '../../model/app-error.ts';
import { type CrawlStatus, DEFAULT_SITE_OPTIONS, type RunMode, type SiteOptions } from '../../model/site.ts';
import type { SiteJob, SiteStart } from '../../model/site-job.ts';
import type { SiteService } from '../../model/site-service.ts';
import type { SourceName } from '../../model/source-key.ts';
import type { CrawlClock } from '../clock.ts';
import type { Crawl, CrawlPorts, SitePort } from '../contract.ts';
import { createHosts } from '../fetch/hosts.ts';
import { parseUrl } from '../queue/url.ts';
import { openEventLog } from '../records/event-log.ts';
import {
  findOpenJob,
  getJob,
  isOpen,
  type JobRecord,
  keepFailedOfQueue,
  listFailed,
  listJobs,
  putJob,
} from '../records/job-records.ts';
import { listPages } from '../records/page-rows.ts';
import { createCrawl } from '../run/create-crawl.ts';
import { createSiteLocks } from './site-locks.ts';
import { forgetJobs } from './site-records.ts';

/** What is kept of a site that was ever crawled. */
interface SiteRecord {
  /** What runs go by unless they have options of their own. */
  readonly site: SiteOptions;
  /** A run began, and its pages have not got their final form. */
  readonly isUnfinished: boolean;
}

type Site = SourceName & SiteRecord;

interface RunOptions extends SourceName {
  readonly jobId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  readonly full: boolean;
  readonly retryOf?: string;
  /** From now on the source has these options. */
  readonly remembered?: SiteOptions;
}

/** Runs crawls over the engine's port. */
export function createSiteService(parts: {
  sites: SitePort;
  fetch: typeof fetch;
  clock: CrawlClock;
  locks: LockManager | undefined;
  secure: boolean;
  onJob: (job: SiteJob) => void;
}): SiteService {
  const { sites } = parts;
  const locks = createSiteLocks(parts.locks);
  const hosts = createHosts(parts.clock);
  const live = new Map<string, Crawl>();

  const toRecords = ({ collectionId }: { collectionId: string }) => scopeRecords(sites.records, collectionId);

  const toPorts = ({ collectionId, sourceId }: SourceName): CrawlPorts => ({
    fetch: parts.fetch,
    clock: parts.clock,
    records: toRecords({ collectionId }),
    hosts,
    secure: parts.secure,
    isOnline: () => globalThis.navigator?.onLine !== false,
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
    const unlock = await locks.take(options);
    if (!unlock) throw alreadyRunning(jobId);
    try {
      await forgetUnreadable(options);
      await markSite(options, true);
      const crawl = createCrawl(options, toPorts(options));
      crawl.subscribe((message) => {
        if (message.type === 'status') parts.onJob({ collectionId, status: message.status });
      });
      live.set(jobId, crawl);
      const known = await sites.knownPages(collectionId, sourceId);
      await sites.setSiteState(collectionId, sourceId, known.length > 0 ? 'UPDATING' : 'CRAWLING');
      crawl
        .start()
        .then((status) => finish(options, status))
        .catch((error: unknown) => (isGone(error) ? tellStopped(options, crawl) : giveUp(options, toAppError(error))))
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

  /** Its source or collection was removed: there is nothing to keep of the job, and whoever watches it hears that it is over. */
  function tellStopped({ collectionId }: RunOptions, crawl: Crawl): void {
    const last = crawl.status();
    if (last.endedAt === '') parts.onJob({ collectionId, status: toStopped(last) });
  }

  function toStopped(status: CrawlStatus): CrawlStatus {
    const endedAt = new Date(parts.clock.now()).toISOString();
    return { ...status, status: 'stopped', phase: 'ended', paused: false, endedAt };
  }

  /** A person asks again: a host that could not be read gets another try. */
  async function forgetUnreadable({ site, retryOf, ...name }: RunOptions): Promise<void> {
    const failed = retryOf === undefined ? [] : await listFailed(toRecords(name), retryOf);
    for (const host of [new URL(site.url).host, ...failed.map((item) => item.host)]) {
      if (hosts.isUnreadable(host)) hosts.forget(host);
    }
  }

  type Marked = SourceName & Pick<RunOptions, 'site' | 'remembered'>;

  async function finish(marked: Marked, status: CrawlStatus): Promise<void> {
    const { collectionId, sourceId } = marked;
    // Also after a stop: what was kept gets its final form.
    await sites.finishSite(collectionId, sourceId);
    if (status.status === 'failed') await sites.setSiteState(collectionId, sourceId, 'ERROR', status.reason);
    await markSite(marked, false);
  }

  async function giveUp({ collectionId, sourceId, jobId }: RunOptions, error: AppError): Promise<void> {
    const job = await getJob(toRecords({ collectionId }), sourceId, jobId);
    if (job) parts.onJob({ collectionId, status: { ...job.status, reason: error.code } });
    await sites.setSiteState(collectionId, sourceId, 'ERROR', error.code);
  }

  /** A tab that was closed between the end of a job and the final form of its pages. */
  async function finishLeftBehind(): Promise<void> {
    for (const site of await listSites()) {
      if (!site.isUnfinished) continue;
      const [newest] = await listJobs(toRecords(site), site.sourceId);
      if (!newest || isOpen(newest)) continue;
      const unlock = await locks.take(site);
      if (!unlock) continue;
      await finish(site, newest.status).finally(unlock);
    }
  }

  async function markSite({ collectionId, sourceId, site, remembered }: Marked, isUnfinished: boolean): Promise<void> {
    const records = toRecords({ collectionId });
    const known = remembered ?? (await records.get<SiteRecord>('sources', sourceId))?.site ?? site;
    await records.put('sources', sourceId, { site: known, isUnfinished } satisfies SiteRecord);
  }

  /** Those of collections that can be seen, with what is kept of them; a site that was never crawled has the options it would begin with. */
  async function listSites(collectionId?: string): Promise<Site[]> {
    const found = await sites.listSites(collectionId);
    return Promise.all(
      found.map(async ({ url, ...name }) => {
        const record = await toRecords(name).get<SiteRecord>('sources', name.sourceId);
        return { ...name, ...(record ?? { site: { ...DEFAULT_SITE_OPTIONS, url }, isUnfinished: false }) };
      }),
    );
  }

  const tidied = finishLeftBehind().catch(() => undefined);

  async function findRecord(jobId: string): Promise<{ site: Site; job: JobRecord } | undefined> {
    for (const site of await listSites()) {
      const job = await getJob(toRecords(site), site.sourceId, jobId);
      if (job) return { site, job };
    }
    return undefined;
  }

  async function getRecord(jobId: string) {
    const found = await findRecord(jobId);
    if (!found) throw new AppError('engine/unknown-job', 'there is no such job', { jobId });
    return found;
  }

  function toJob(site: SourceName, job: JobRecord, running: { has(site: SourceName): boolean }): SiteJob {
    const here = live.get(job.jobId);
    if (here) return { collectionId: site.collectionId, status: here.status() };
    // Left behind by a crash or a closed tab: it waits for one click [S15].
    const isLeft = isOpen(job) && !running.has(site);
    const status: CrawlStatus = isLeft ? { ...job.status, status: 'paused', paused: true } : job.status;
    return { collectionId: site.collectionId, status };
  }

  async function start(options: SiteStart & { readonly retryOf?: string }) {
    const { collectionId } = options;
    const records = toRecords(options);
    const site = toSiteOptions(options.site ?? (await findOptions(options)));
    if (options.sourceId !== undefined) {
      const open = await findOpenJob(records, options.sourceId);
      if (open) throw alreadyRunning(open.jobId);
    }
    const sourceId = await sites.addSite(collectionId, {
      name: toName(site.url),
      url: site.url,
      ...(options.sourceId === undefined ? {} : { sourceId: options.sourceId }),
    });
    if (options.sourceId === undefined) await forgetJobs(records, sourceId);
    const jobId = makeJobId(parts.clock);
    const { mode = 'crawl', full = false, retryOf } = options;
    await run({
      ...{ collectionId, sourceId, jobId, site, mode, full },
      ...(retryOf === undefined ? {} : { retryOf }),
      ...(options.once ? {} : { remembered: site }),
    });
    return { jobId, sourceId };
  }

  async function findOptions({ collectionId, sourceId }: Partial<SourceName>): Promise<SiteOptions | undefined> {
    return (await listSites(collectionId)).find((site) => site.sourceId === sourceId)?.site;
  }

  /** A job that is not live here, for this tab to change: refused while another one runs it. */
  async function changeLeft(jobId: string, change: (found: { site: Site; job: JobRecord }) => Promise<void>) {
    const found = await getRecord(jobId);
    const unlock = await locks.take(found.site);
    if (!unlock) throw alreadyRunning(jobId);
    await change(found).finally(unlock);
  }

  async function takeUp({ site, job }: { site: SourceName; job: JobRecord }): Promise<void> {
    const { collectionId, sourceId } = site;
    const { jobId, mode, full, retryOf } = job;
    const options = { collectionId, sourceId, jobId, site: job.site, mode, full };
    await run({ ...options, ...(retryOf === undefined ? {} : { retryOf }) });
  }

  return {
    start,
    async pause(jobId) {
      const here = live.get(jobId);
      if (here) return here.pause();
      const { site } = await getRecord(jobId);
      if ((await locks.listHeld()).has(site)) throw alreadyRunning(jobId);
    },
    async resume(jobId) {
      const here = live.get(jobId);
      if (here) return here.resume();
      await takeUp(await getRecord(jobId));
    },
    async resumeLeft() {
      await tidied;
      const running = await locks.listHeld();
      for (const site of await listSites()) {
        if (running.has(site)) continue;
        const job = await findOpenJob(toRecords(site), site.sourceId);
        // What a person paused stays paused.
        if (job && job.status.status !== 'paused') await takeUp({ site, job });
      }
    },
    async stop(jobId) {
      const here = live.get(jobId);
      if (here) return here.stop();
      await changeLeft(jobId, async ({ site, job }) => {
        const status = toStopped(job.status);
        await keepFailedOfQueue(toRecords(site), jobId);
        await putJob(toRecords(site), { ...job, status });
        await finish(site, status);
        parts.onJob({ collectionId: site.collectionId, status });
      });
    },
    async retryFailed(jobId) {
      const { site, job } = await getRecord(jobId);
      const { collectionId, sourceId } = site;
      // Nothing failed by itself: the job as a whole did, before it had a page.
      const isWhole = job.status.errors === 0;
      const { jobId: made } = await start({
        ...{ collectionId, sourceId, site: job.site, once: true },
        ...(isWhole ? { mode: job.mode } : { mode: 'retry', retryOf: jobId }),
      });
      return { jobId: made };
    },
    async listJobs(collectionId) {
      await tidied;
      const running = await locks.listHeld();
      const found: SiteJob[] = [];
      for (const site of await listSites(collectionId)) {
        for (const job of await listJobs(toRecords(site), site.sourceId)) found.push(toJob(site, job, running));
      }
      return found.sort((a, b) => (a.status.startedAt < b.status.startedAt ? 1 : -1));
    },
    async status(jobId) {
      const found = await findRecord(jobId);
      return found && toJob(found.site, found.job, await locks.listHeld());
    },
    async events(jobId, query = {}) {
      const here = live.get(jobId);
      if (here) return here.events(query);
      const { site } = await getRecord(jobId);
      const log = await openEventLog(toRecords(site), jobId, { clock: parts.clock, onEvent: () => undefined });
      return log.list(query);
    },
    async pages(collectionId, sourceId) {
      const kept = new Set((await sites.knownPages(collectionId, sourceId)).map(({ path }) => path));
      const stored = await listPages(toRecords({ collectionId }), sourceId);
      const rows = stored.map(({ row, analysis }) => ({ ...row, analysis }));
      return rows.filter(({ path }) => kept.has(path));
    },
    options: (collectionId, sourceId) => findOptions({ collectionId, sourceId }),
  };
}

function toSiteOptions(site: SiteStart['site']): SiteOptions {
  const url = parseUrl(site?.url ?? '');
  // Checked before the source is added: a source without a site would stay behind.
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  }
  url.username = '';
  url.password = '';
  return { ...DEFAULT_SITE_OPTIONS, ...site, url: url.href };
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
