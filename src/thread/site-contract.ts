import type { PageRow } from '../model/site.ts';
import type { SiteEventPage, SiteEventQuery, SiteJob, SiteStart } from '../model/site-job.ts';

/** Sites as the page controls them: every call is answered by the crawl worker. Shapes follow [S15]–[S17]. */
export interface SiteService {
  /** `crawl/bad-url`, `crawl/already-running` (here or in another tab). */
  start(options: SiteStart): Promise<{ readonly jobId: string; readonly sourceId: string }>;
  pause(jobId: string): Promise<void>;
  /** Goes on with a paused job, also with one that a crash or a closed tab left behind. */
  resume(jobId: string): Promise<void>;
  /** Resumes every job that a crash or a closed tab left behind; not those that a person paused, nor those of other tabs. */
  resumeLeft(): Promise<void>;
  stop(jobId: string): Promise<void>;
  /** A new job that visits what failed in this one and nothing else, and removes nothing. */
  retryFailed(jobId: string): Promise<{ readonly jobId: string }>;
  /** Newest first. */
  listJobs(collectionId?: string): Promise<readonly SiteJob[]>;
  status(jobId: string): Promise<SiteJob | undefined>;
  events(jobId: string, query?: SiteEventQuery): Promise<SiteEventPage>;
  pages(collectionId: string, sourceId: string): Promise<readonly PageRow[]>;
}
