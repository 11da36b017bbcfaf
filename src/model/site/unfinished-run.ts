import type { Progress } from '../job.ts';
import type { SourceName } from '../source-key.ts';
import type { CrawlStatus } from './site.ts';
import { listRuns } from './site-job.ts';

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
