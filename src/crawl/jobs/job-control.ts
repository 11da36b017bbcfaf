import { AppError } from '../../model/app-error.ts';
import { toRepoName } from '../../model/site/repo.ts';
import type { SiteStart } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { SourceName } from '../../model/source-key.ts';
import type { CrawlClock } from '../clock.ts';
import {
  alreadyRunning,
  deleteJobs,
  findOpenJob,
  type JobRecord,
  keepFailedOfQueue,
  putJob,
} from '../records/job-records.ts';
import { deleteAllPages } from '../records/page-rows.ts';
import { toStopped } from './job-runner.ts';
import type { FoundJob } from './known-sites.ts';
import type { ServiceContext } from './service-context.ts';
import { toSiteOptions } from './site-options.ts';

/** The calls that start, hold and end jobs. */
export type JobControl = Pick<
  SiteService,
  'start' | 'pause' | 'resume' | 'resumeLeft' | 'finishLeft' | 'stop' | 'retryFailed'
>;

export function createJobControl({ deps, known, locks, runner, tokens, leftFinished }: ServiceContext): JobControl {
  async function start(options: SiteStart & { readonly retryOf?: string }) {
    const { collectionId } = options;
    const records = known.recordsOf(options);
    const given = options.site ?? (await known.findOptions(options));
    if (!given && options.sourceId !== undefined)
      throw new AppError('engine/unknown-source', 'the collection has no such source', { sourceId: options.sourceId });
    // Checked before the source is added: a source without a site would stay behind.
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
      // A site that was removed and added again may have the same id: it begins anew.
      await deleteJobs(records, sourceId);
      await deleteAllPages(records, sourceId);
    }
    const jobId = toJobId(deps.clock);
    const { mode = 'crawl', full = false, retryOf, analysis } = options;
    await runner.run({
      ...{ collectionId, sourceId, jobId, site, mode, full },
      ...(retryOf === undefined ? {} : { retryOf }),
      ...(analysis && { analysis }),
      ...(options.once ? {} : { remembered: site }),
    });
    return { jobId, sourceId };
  }

  /** Runs a job of the records on from where it was. */
  async function continueJob({ site, job }: { site: SourceName; job: JobRecord }): Promise<void> {
    const { collectionId, sourceId } = site;
    const { jobId, mode, full, retryOf, site: options } = job;
    const again = retryOf === undefined ? {} : { retryOf };
    await runner.run({ collectionId, sourceId, jobId, site: options, mode, full, ...again });
  }

  /** Ends a job that does not run in this tab; refused while another tab runs it. */
  async function stopLeft(jobId: string): Promise<void> {
    const found = await known.getJob(jobId);
    const unlock = await locks.acquire(found.site);
    if (!unlock) throw alreadyRunning(jobId);
    await endLeft(found).finally(unlock);
  }

  async function endLeft({ site, job }: FoundJob): Promise<void> {
    const status = toStopped(job.status, deps.clock);
    await keepFailedOfQueue(known.recordsOf(site), job.jobId);
    await putJob(known.recordsOf(site), { ...job, status });
    await runner.finish(site, status);
    deps.onJob({ collectionId: site.collectionId, status });
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
      if (here) return here.resume();
      await continueJob(await known.getJob(jobId));
    },
    async resumeLeft() {
      await leftFinished;
      const running = await locks.listHeld();
      for (const site of await known.list()) {
        if (running.has(site)) continue;
        const job = await findOpenJob(known.recordsOf(site), site.sourceId);
        // What a person paused stays paused.
        if (job && job.status.status !== 'paused') await continueJob({ site, job });
      }
    },
    finishLeft: (collectionId) => runner.finishLeftBehind(collectionId),
    async stop(jobId) {
      const here = runner.find(jobId);
      if (here) return here.stop();
      await stopLeft(jobId);
    },
    async retryFailed(jobId) {
      const { site, job } = await known.getJob(jobId);
      const { collectionId, sourceId } = site;
      // Nothing failed by itself: the job as a whole did, before it had a page.
      const isWhole = job.status.errors === 0;
      const { jobId: made } = await start({
        ...{ collectionId, sourceId, site: job.site, once: true },
        ...(isWhole ? { mode: job.mode } : { mode: 'retry', retryOf: jobId }),
      });
      return { jobId: made };
    },
  };
}

function toName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

function toJobId(clock: CrawlClock): string {
  return `crawl-${clock.now().toString(36)}-${Math.floor(clock.random() * 0xffffffff).toString(36)}`;
}
