import type { Progress } from '../model/job.ts';
import type { CrawlStatus } from '../model/site/site.ts';
import { isSiteJob, type SiteJob } from '../model/site/site-job.ts';
import type { SourceName } from '../model/source-key.ts';

/**
 * Finds the newest run of a site or repository if it was paused, stopped or failed before its end, so that it can be resumed. `jobs` are newest
 * first.
 */
export function findUnfinishedRun(jobs: readonly Progress[], source: SourceName): CrawlStatus | undefined {
  const [newest] = listRuns(jobs, source);
  return newest && isResumable(newest) ? newest : undefined;
}

/** A failed run can be resumed only if it left a queue. */
export function isResumable({ status, mode, queueSize }: CrawlStatus): boolean {
  if (mode === 'analysis') return false;
  return status === 'paused' || status === 'stopped' || (status === 'failed' && queueSize > 0);
}

/** Counts saved pages, and known ones: saved, failed or queued. */
export function countPages({ saved, unchanged, errors, queueSize, inFlight }: CrawlStatus): {
  readonly here: number;
  readonly known: number;
} {
  const here = saved + unchanged;
  return { here, known: here + errors + queueSize + inFlight };
}

/** Lists the runs of one source, in the order of the jobs. Sources of two collections may have the same id, because it comes from their name. */
export function listRuns(
  jobs: readonly Progress[],
  source: { readonly collectionId: string; readonly sourceId: string | undefined },
): readonly CrawlStatus[] {
  const isOfSource = (job: SiteJob) =>
    job.collectionId === source.collectionId && job.status.sourceId === source.sourceId;
  return jobs
    .filter(isSiteJob)
    .filter(isOfSource)
    .map(({ status }) => status);
}

export function toSiteJob(collectionId: string, status: CrawlStatus): SiteJob {
  const { jobId, mode, found, bytes, bytesPerSec, etaMs, startedAt, endedAt } = status;
  const done = status.visited + status.filtered;
  return {
    jobId,
    collectionId,
    type: mode === 'analysis' ? 'analysis' : 'crawl',
    state: status.status,
    phase: 'fetch',
    found,
    done,
    total: done + status.queueSize + status.inFlight,
    doneBytes: bytes,
    totalBytes: 0,
    bytesPerSec,
    currentPath: '',
    startedAt,
    etaMs: etaMs > 0 ? etaMs : undefined,
    endedAt: endedAt || undefined,
    status,
  };
}
