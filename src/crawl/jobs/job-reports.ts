import type { CrawlStatus, ProblemEvent } from '../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery, SiteJob, SiteProblem } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { SourceName } from '../../model/source-key.ts';
import { toSiteJob } from '../../site/runs.ts';
import { openEventLog } from '../records/event-log.ts';
import { countLeft, isOpen, type JobRecord, listJobs } from '../records/job-records.ts';
import { listPages } from '../records/page-rows.ts';
import type { ServiceContext } from './job-runner.ts';

const DEFAULT_PROBLEMS = 200;

/** Creates the read-only calls: jobs, their events, the pages and options of a site. */
export function createJobReports({ deps, known, locks, runner, leftFinished }: ServiceContext) {
  const listKnown = ({ collectionId, sourceId }: SourceName) => deps.sites.knownPages(collectionId, sourceId);

  async function toJob(
    site: SourceName,
    job: JobRecord,
    running: { has(site: SourceName): boolean },
  ): Promise<SiteJob> {
    const here = runner.find(job.jobId);
    if (here) return toSiteJob(site.collectionId, here.status());
    // After a crash or a closed tab, the job waits for the user to resume it [S15].
    const isLeft = isOpen(job) && !running.has(site);
    const counts = isLeft ? await countLeft(known.recordsOf(site), job.jobId, await listKnown(site)) : {};
    const status: CrawlStatus = isLeft ? { ...job.status, ...counts, status: 'paused', paused: true } : job.status;
    return toSiteJob(site.collectionId, status);
  }

  async function listEvents(site: SourceName, jobId: string, query: SiteEventQuery): Promise<SiteEventPage> {
    const here = runner.find(jobId);
    if (here) return here.events(query);
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
      const found = await known.findJob(jobId);
      return found && toJob(found.site, found.job, await locks.listHeld());
    },
    async events(jobId, query = {}) {
      return listEvents((await known.getJob(jobId)).site, jobId, query);
    },
    async problems({ collectionId, limit = DEFAULT_PROBLEMS, ...filter } = {}) {
      const found: SiteProblem[] = [];
      for (const site of await known.list(collectionId)) {
        for (const { jobId } of await listJobs(known.recordsOf(site), site.sourceId)) {
          const { items } = await listEvents(site, jobId, { ...filter, types: ['problem'], limit });
          found.push(...items.map((event) => ({ collectionId: site.collectionId, event: event as ProblemEvent })));
        }
      }
      return found.sort((a, b) => (a.event.ts < b.event.ts ? 1 : -1)).slice(0, limit);
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
