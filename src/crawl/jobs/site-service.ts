import { toUtf8 } from '../../lib/bytes.ts';
import { AppError, toAppError } from '../../model/app-error.ts';
import type { CrawlStatus, ProblemEvent } from '../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery, SiteJob, SiteProblem, SiteStart } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { SourceName } from '../../model/source-key.ts';
import { toRepoName, toRepoRef } from '../../site/repo-address.ts';
import { toSiteJob } from '../../site/runs.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import type { CrawlClock } from '../clock.ts';
import type { CrawlPorts, SiteServiceDeps } from '../contract.ts';
import { createHosts } from '../fetch/hosts.ts';
import { hasReader } from '../fetch/reader-service.ts';
import { removePages, toGoneEvent } from '../keep/known-pages.ts';
import { MAX_LIMIT, openEventLog } from '../records/event-log.ts';
import {
  alreadyRunning,
  countLeft,
  deleteJobs,
  findOpenJob,
  isDiscovered,
  isOpen,
  type JobRecord,
  keepFailedOfQueue,
  listJobs,
  putJob,
} from '../records/job-records.ts';
import {
  deleteAllPages,
  deleteHeld,
  deleteRemoved,
  listHeld,
  listPages,
  listRemoved,
  putPages,
  type StoredPage,
} from '../records/page-rows.ts';
import { previewRepo } from '../repo/open-repo.ts';
import { previewSite } from '../run/preview-site.ts';
import { createJobRunner, createSiteLocks, createTokens, type ServiceContext, toStopped } from './job-runner.ts';
import { createKnownSites, type FoundJob, type KnownSites } from './known-sites.ts';

export function createSiteService(deps: SiteServiceDeps): SiteService {
  const parts = {
    deps,
    known: createKnownSites(deps.sites),
    locks: createSiteLocks(deps.locks),
    hosts: createHosts(deps.clock),
    tokens: createTokens(),
  };
  const runner = createJobRunner(parts);
  const leftFinished = runner.finishAbandonedSites().catch(() => undefined);
  const context: ServiceContext = { ...parts, runner, leftFinished };
  return {
    ...createJobControl(context),
    ...createGoneControl(context),
    ...createJobReports(context),
    ...createPreviews(context),
  };
}

/** Creates the calls that start, pause and end jobs. */
function createJobControl({ deps, known, locks, runner, tokens, leftFinished }: ServiceContext) {
  async function start(options: SiteStart & { readonly retryOf?: string }) {
    const { collectionId } = options;
    const records = known.recordsOf(options);
    const given = options.site ?? (await known.findOptions(options));
    if (!given && options.sourceId !== undefined)
      throw new AppError('engine/unknown-source', 'the collection has no such source', { sourceId: options.sourceId });
    // Check before the source is added; otherwise a bad URL would leave a source without a site.
    const site = toSiteOptions(given?.url ?? '', { ...given });
    const open = options.sourceId === undefined ? undefined : await findOpenJob(records, options.sourceId);
    if (open) throw alreadyRunning(open.jobId);
    if (site.repo) tokens.keep(site.repo, options.token);
    const sourceId = await deps.sites.addSite(collectionId, {
      name: site.repo ? toRepoName(site.repo) : toName(site.url),
      url: site.url,
      repo: site.repo,
      sourceId: options.sourceId,
    });
    if (options.sourceId === undefined) {
      // A site that was removed and added again may have the same id; its old jobs must not show up.
      await deleteJobs(records, sourceId);
      await deleteAllPages(records, sourceId);
    }
    const jobId = toJobId(deps.clock);
    const { mode = 'crawl', full = false, retryOf, analysis } = options;
    // A crawl that was stopped or failed has not discovered the whole site, so a refresh continues the discovery.
    const isWhole = mode !== 'refresh' || (await isDiscovered(records, sourceId));
    const run = runner.run({
      ...{ collectionId, sourceId, jobId, site, mode: isWhole ? mode : 'crawl', full },
      ...{ retryOf, analysis, seen: options.seen, remembered: options.once ? undefined : site },
    });
    await run.catch(async (error: unknown) => {
      // A new source was added as crawling.
      if (options.sourceId === undefined)
        await deps.sites.setSiteState(collectionId, sourceId, 'ERROR', toAppError(error).code).catch(() => undefined);
      throw error;
    });
    return { jobId, sourceId };
  }

  /** Continues a stored job. */
  async function continueJob({ site, job: { status, adopted, ...options } }: FoundJob): Promise<void> {
    await runner.run({ ...options, collectionId: site.collectionId });
  }

  /** Ends a job that does not run in this tab; rejects while another tab runs it. */
  async function stopLeft(jobId: string): Promise<void> {
    const found = await known.getJob(jobId);
    const unlock = await locks.acquire(found.site);
    if (!unlock) throw alreadyRunning(jobId);
    await endLeft(found).finally(unlock);
  }

  async function endLeft({ site, job }: FoundJob): Promise<void> {
    const pages = await deps.sites.knownPages(site.collectionId, site.sourceId);
    const counts = await countLeft(known.recordsOf(site), job.jobId, pages);
    const status = { ...toStopped(job.status, deps.clock), ...counts };
    await keepFailedOfQueue(known.recordsOf(site), job.jobId);
    await putJob(known.recordsOf(site), { ...job, status });
    await runner.finish(site, status);
    deps.onJob(toSiteJob(site.collectionId, status));
  }

  return {
    start,
    async pause(jobId) {
      const here = runner.find(jobId);
      if (here) return here.pause();
      const { site } = await known.getJob(jobId);
      if ((await locks.listHeld()).has(site)) throw alreadyRunning(jobId);
    },
    async resume(jobId) {
      const here = runner.find(jobId);
      if (here?.status().endedAt === '') return here.resume();
      await runner.whenEnded(jobId);
      await continueJob(await getResumable(known, jobId));
    },
    async resumeLeft() {
      await leftFinished;
      for (const left of await listLeft({ known, locks })) await continueJob(left);
    },
    finishLeft: (collectionId) => runner.finishAbandonedSites(collectionId),
    async stop(jobId) {
      const here = runner.find(jobId);
      if (here) return here.stop();
      await stopLeft(jobId);
    },
    async retryFailed(jobId) {
      const { site, job } = await known.getJob(jobId);
      const { collectionId, sourceId } = site;
      // No single page failed: the whole job did, before it had a page.
      const isWhole = job.status.errors === 0;
      const { jobId: made } = await start({
        ...{ collectionId, sourceId, site: job.site, once: true },
        ...(isWhole ? { mode: job.mode } : { mode: 'retry', retryOf: jobId }),
      });
      return { jobId: made };
    },
  } satisfies Partial<SiteService>;
}

/** Open jobs that no tab runs, except those the user paused. */
async function listLeft({ known, locks }: Pick<ServiceContext, 'known' | 'locks'>): Promise<FoundJob[]> {
  const running = await locks.listHeld();
  const left: FoundJob[] = [];
  for (const site of await known.list()) {
    const job = running.has(site) ? undefined : await findOpenJob(known.recordsOf(site), site.sourceId);
    if (job && job.status.status !== 'paused') left.push({ site, job });
  }
  return left;
}

/** Returns a job that is open, or that was stopped or failed and still has its queue. The next job of the site deletes that queue. */
async function getResumable(known: KnownSites, jobId: string): Promise<FoundJob> {
  const { site, job } = await known.getJob(jobId);
  const [newest] = await listJobs(known.recordsOf(site), site.sourceId);
  if (isOpen(job) || (job.status.status !== 'done' && newest?.jobId === jobId)) return { site, job };
  throw new AppError('engine/unknown-job', 'the job has nothing left to resume', { jobId });
}

function toName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

function toJobId(clock: CrawlClock): string {
  return `crawl-${clock.now().toString(36)}-${Math.floor(clock.random() * 0xffffffff).toString(36)}`;
}

/** Creates the calls about pages that are gone: confirm the removal of many, and restore them [S18]. */
function createGoneControl({ deps, known, locks, runner }: ServiceContext) {
  /** Changes the pages of a site whose job has ended, and the counts of that job. */
  async function change(jobId: string, work: (found: FoundJob) => Promise<FoundJob['job']['status']>): Promise<void> {
    const found = await known.getJob(jobId);
    const unlock = await locks.acquire(found.site);
    if (!unlock) throw alreadyRunning(jobId);
    try {
      const status = await work(found);
      await putJob(known.recordsOf(found.site), { ...found.job, status });
      await runner.finish(found.site, status);
      deps.onJob(toSiteJob(found.site.collectionId, status));
    } finally {
      unlock();
    }
  }

  /** Writes the events into the job that removed the pages: an address's history is collected from its runs. */
  async function noteGone({ site, job }: FoundJob, action: 'removed' | 'restored', pages: readonly StoredPage[]) {
    const log = await openEventLog(known.recordsOf(site), job.jobId, { clock: deps.clock, onEvent() {} });
    for (const { row } of pages) log.add(toGoneEvent(action, row.url));
    await log.flush();
  }

  return {
    answerHeld: (jobId, answer) =>
      change(jobId, async (found) => {
        const { site, job } = found;
        const { sourceId } = site;
        const records = known.recordsOf(site);
        const [newest] = await listJobs(records, sourceId);
        const held = new Set(await listHeld(records, jobId));
        const gone = (await listPages(records, sourceId)).filter(({ row }) => held.has(row.path));
        const isRemoved = answer === 'remove' && newest?.jobId === jobId;
        if (isRemoved) await removePages(runner.portsOf(site), { sourceId, jobId }, gone);
        await deleteHeld(records, jobId);
        if (isRemoved) await noteGone(found, 'removed', gone);
        const { removed, removedUrls, heldUrls } = job.status;
        const changed = isRemoved
          ? { removed: removed + gone.length, removedUrls: [...removedUrls, ...heldUrls] }
          : { removed, removedUrls };
        return { ...job.status, ...changed, held: 0, heldUrls: [] };
      }),

    restoreRemoved: (jobId) =>
      change(jobId, async (found) => {
        const { site, job } = found;
        const { collectionId, sourceId } = site;
        const records = known.recordsOf(site);
        const pages = await listRemoved(records, { sourceId, jobId });
        const stored = pages.map((page) => page.stored);
        await putPages(records, sourceId, stored);
        const files = pages.map(({ stored: { row }, markdown, meta }) => ({
          path: row.path,
          bytes: toUtf8(markdown),
          meta,
        }));
        await deps.sites.keepPages(collectionId, sourceId, files);
        await deleteRemoved(records, { sourceId, jobId });
        await noteGone(found, 'restored', stored);
        return pages.length === 0 ? job.status : { ...job.status, removed: 0, removedUrls: [] };
      }),
  } satisfies Partial<SiteService>;
}

const DEFAULT_PROBLEMS = 200;

/** Creates the read-only calls: jobs, their events, the pages and options of a site. */
function createJobReports({ deps, known, locks, runner, leftFinished }: ServiceContext) {
  const listKnown = ({ collectionId, sourceId }: SourceName) => deps.sites.knownPages(collectionId, sourceId);

  async function toJob(
    site: SourceName,
    job: JobRecord,
    running: { has(site: SourceName): boolean },
  ): Promise<SiteJob> {
    const here = runner.find(job.jobId);
    if (here) return toSiteJob(here.collectionId, here.status());
    // After a crash or a closed tab, the job waits for the user to resume it [S15].
    const isLeft = isOpen(job) && !running.has(site);
    const counts = isLeft ? await countLeft(known.recordsOf(site), job.jobId, await listKnown(site)) : {};
    const status: CrawlStatus = isLeft ? { ...job.status, ...counts, status: 'paused', paused: true } : job.status;
    return toSiteJob(site.collectionId, status);
  }

  async function listEvents(jobId: string, query: SiteEventQuery, of?: SourceName): Promise<SiteEventPage> {
    const here = runner.find(jobId);
    if (here) return here.events(query);
    const site = of ?? (await known.getJob(jobId)).site;
    const log = await openEventLog(known.recordsOf(site), jobId, { clock: deps.clock, onEvent: () => undefined });
    return log.list(query);
  }

  return {
    async listJobs(collectionId) {
      await leftFinished;
      const running = await locks.listHeld();
      const found: SiteJob[] = [];
      for (const site of await known.list(collectionId)) {
        for (const job of await listJobs(known.recordsOf(site), site.sourceId))
          found.push(await toJob(site, job, running));
      }
      return found.sort((a, b) => (a.status.startedAt < b.status.startedAt ? 1 : -1));
    },
    async status(jobId) {
      const here = runner.find(jobId);
      if (here) return toSiteJob(here.collectionId, here.status());
      const found = await known.findJob(jobId);
      return found && toJob(found.site, found.job, await locks.listHeld());
    },
    events: (jobId, query = {}) => listEvents(jobId, query),
    async problems({ collectionId, jobId: onlyJob, skip = 0, limit = DEFAULT_PROBLEMS, ...filter } = {}) {
      const found: SiteProblem[] = [];
      for (const site of await known.list(collectionId)) {
        for (const { jobId } of await listJobs(known.recordsOf(site), site.sourceId)) {
          if (onlyJob !== undefined && jobId !== onlyJob) continue;
          let before: number | undefined = Number.POSITIVE_INFINITY;
          while (before !== undefined) {
            const page = await listEvents(jobId, { ...filter, types: ['problem'], before, limit: MAX_LIMIT }, site);
            for (const event of page.items)
              found.push({ collectionId: site.collectionId, event: event as ProblemEvent });
            before = page.nextBefore;
          }
        }
      }
      found.sort((a, b) => (a.event.ts < b.event.ts ? 1 : -1));
      return { items: found.slice(skip, skip + limit), total: found.length };
    },
    async pages(collectionId, sourceId) {
      const kept = new Set((await listKnown({ collectionId, sourceId })).map(({ path }) => path));
      const stored = await listPages(known.recordsOf({ collectionId }), sourceId);
      const rows = stored.map(({ row, analysis }) => ({ ...row, analysis }));
      return rows.filter(({ path }) => kept.has(path));
    },
    options: (collectionId, sourceId) => known.findOptions({ collectionId, sourceId }),
  } satisfies Partial<SiteService>;
}

/** Creates the calls that look before a crawl; they create no job and store nothing. */
function createPreviews({ deps, hosts, tokens }: ServiceContext) {
  const { fetch, companion, clock, secure } = deps;
  const ports = { fetch, companion, clock, hosts, secure, ...tokens };
  let abort = new AbortController();
  return {
    async stopPreview() {
      abort.abort();
      abort = new AbortController();
    },
    async previewSite({ url, ...given }) {
      const site = toSiteOptions(url, given);
      const { host } = new URL(site.url);
      if (hosts.isUnreadable(host)) hosts.reset(host);
      return previewSite(site, ports as unknown as CrawlPorts, abort.signal);
    },
    hasReader: (readerUrl) => hasReader(readerUrl, { fetch, clock, signal: abort.signal }),
    async previewRepo(given, token) {
      const repo = toRepoRef(given);
      if (!repo) throw new AppError('crawl/bad-url', 'that names no repository');
      tokens.keep(repo, token);
      return previewRepo(repo, ports, abort.signal);
    },
  } satisfies Partial<SiteService>;
}
