import { toUtf8 } from '../../lib/bytes.ts';
import type { PageRow } from '../../model/site/site.ts';
import { toSiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { removePages, toGoneEvent } from '../keep/remove-gone.ts';
import { openEventLog } from '../records/event-log.ts';
import { deleteHeld, deleteRemoved, listHeld, listRemoved } from '../records/gone-pages.ts';
import { alreadyRunning, listJobs, putJob } from '../records/job-records.ts';
import { listPages, putPages } from '../records/page-rows.ts';
import type { FoundJob } from './known-sites.ts';
import type { ServiceContext } from './service-context.ts';

/** Calls about pages that are gone: confirm the removal of many, and restore them [S18]. */
export type GoneControl = Pick<SiteService, 'answerHeld' | 'restoreRemoved'>;

export function createGoneControl({ deps, known, locks, runner }: ServiceContext): GoneControl {
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
  async function noteGone({ site, job }: FoundJob, action: 'removed' | 'restored', rows: readonly PageRow[]) {
    const { clock } = runner.portsOf(site);
    const log = await openEventLog(known.recordsOf(site), job.status.jobId, { clock, onEvent() {} });
    for (const { url } of rows) log.add(toGoneEvent(action, url));
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
        const rows = gone.map(({ row }) => row);
        if (isRemoved) await noteGone(found, 'removed', rows);
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
        await putPages(
          records,
          sourceId,
          pages.map(({ stored }) => stored),
        );
        const files = pages.map(({ stored, markdown, meta }) => ({
          path: stored.row.path,
          bytes: toUtf8(markdown),
          meta,
        }));
        await deps.sites.keepPages(collectionId, sourceId, files);
        await deleteRemoved(records, { sourceId, jobId });
        const rows = pages.map(({ stored }) => stored.row);
        await noteGone(found, 'restored', rows);
        return pages.length === 0 ? job.status : { ...job.status, removed: 0, removedUrls: [] };
      }),
  };
}
