import type { PageRow } from '../../model/site.ts';
import type { SiteEventPage, SiteEventQuery, SiteJob, SiteStart } from '../../model/site-job.ts';

/** What the screens need of crawling: start, control, look. Values are cloneable. */
export interface SiteControl {
  /**
   * Adds the site to the collection, or runs again over `sourceId` (then `site` may be left out: the options of the last run are used).
   * Rejects with `crawl/already-running`, `crawl/bad-url`.
   */
  start(options: SiteStart): Promise<{ readonly jobId: string; readonly sourceId: string }>;
  pause(jobId: string): Promise<void>;
  resume(jobId: string): Promise<void>;
  /** Goes on with every job that a crash or a closed tab left behind; those a person paused stay paused. */
  resumeLeft(): Promise<void>;
  stop(jobId: string): Promise<void>;
  /** A new job that visits what failed in this one and nothing else. */
  retryFailed(jobId: string): Promise<{ readonly jobId: string }>;
  /** Newest first; of every collection when none is named. */
  listJobs(collectionId?: string): Promise<readonly SiteJob[]>;
  status(jobId: string): Promise<SiteJob | undefined>;
  /** Newest first; `before` is the `nextBefore` of the page before. */
  events(jobId: string, query?: SiteEventQuery): Promise<SiteEventPage>;
  /** Every kept page of the source. Failed and left-out URLs are in the status of its jobs. */
  pages(collectionId: string, sourceId: string): Promise<readonly PageRow[]>;
  /** Called with every new status, at most four times a second per job; at once for each job that is open. */
  subscribe(listener: (job: SiteJob) => void): () => void;
}
