import { AppError } from '../../model/app-error.ts';
import type { SiteStart } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { toRepoName } from '../../site/repo-address.ts';
import { toSiteJob } from '../../site/runs.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import type { CrawlClock } from '../clock.ts';
import {
  alreadyRunning,
  countLeft,
  deleteJobs,
  findOpenJob,
  isDiscovered,
  isOpen,
  keepFailedOfQueue,
  listJobs,
  putJob,
} from '../records/job-records.ts';
import { deleteAllPages } from '../records/page-rows.ts';
import { type ServiceContext, toStopped } from './job-runner.ts';
import type { FoundJob, KnownSites } from './known-sites.ts';

/** Creates the calls that start, pause and end jobs. */
export function createJobControl({ deps, known, locks, runner, tokens, leftFinished }: ServiceContext) {
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
      ...(site.repo ? { repo: site.repo } : {}),
      ...(options.sourceId === undefined ? {} : { sourceId: options.sourceId }),
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
    await runner.run({
      ...{ collectionId, sourceId, jobId, site, mode: isWhole ? mode : 'crawl', full },
      ...(retryOf === undefined ? {} : { retryOf }),
      ...(analysis && { analysis }),
      ...(options.seen && { seen: options.seen }),
      ...(options.once ? {} : { remembered: site }),
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
