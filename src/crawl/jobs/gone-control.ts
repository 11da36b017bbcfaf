import { toUtf8 } from '../../lib/bytes.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { toSiteJob } from '../../site/runs.ts';
import { removePages, toGoneEvent } from '../keep/remove-gone.ts';
import { openEventLog } from '../records/event-log.ts';
import { deleteHeld, deleteRemoved, listHeld, listRemoved } from '../records/gone-pages.ts';
import { alreadyRunning, listJobs, putJob } from '../records/job-records.ts';
import { listPages, putPages, type StoredPage } from '../records/page-rows.ts';
import type { ServiceContext } from './job-runner.ts';
import type { FoundJob } from './known-sites.ts';

/** Creates the calls about pages that are gone: confirm the removal of many, and restore them [S18]. */
export function createGoneControl({ deps, known, locks, runner }: ServiceContext) {
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
