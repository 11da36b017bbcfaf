import type { CrawlEvent, CrawlEventType, CrawlStatus, PageRow, RunMode, SiteOptions } from '../model/site.ts';

/** Sites as the page controls them: every call is answered by the crawl worker. Shapes follow [S15]–[S17]. */
export interface SiteService {
  /** `crawl/bad-url`, `crawl/already-running` (here or in another tab). */
  start(options: SiteStart): Promise<{ readonly jobId: string; readonly sourceId: string }>;
  pause(jobId: string): Promise<void>;
  /** Goes on with a paused job, also with one that a crash or a closed tab left behind. */
  resume(jobId: string): Promise<void>;
  stop(jobId: string): Promise<void>;
  retryFailed(jobId: string): Promise<{ readonly jobId: string }>;
  /** Newest first. */
  listJobs(collectionId?: string): Promise<readonly SiteJob[]>;
  status(jobId: string): Promise<SiteJob | undefined>;
  events(jobId: string, query?: SiteEventQuery): Promise<SiteEventPage>;
  pages(collectionId: string, sourceId: string): Promise<readonly PageRow[]>;
}

export interface SiteStart {
  readonly collectionId: string;
  readonly sourceId?: string;
  readonly site?: Partial<SiteOptions> & Pick<SiteOptions, 'url'>;
  readonly mode?: RunMode;
  readonly full?: boolean;
}

export interface SiteJob {
  readonly collectionId: string;
  readonly status: CrawlStatus;
}

export interface SiteEventQuery {
  readonly types?: readonly CrawlEventType[];
  readonly before?: number;
  readonly limit?: number;
}

export interface SiteEventPage {
  readonly items: readonly CrawlEvent[];
  readonly nextBefore?: number;
  readonly dropped: number;
}
