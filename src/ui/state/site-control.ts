import type { JobState } from '../../model/job.ts';

/** What the screens need of crawling: start, control, look. Shapes follow [S16] and [S17]; all values are cloneable. */
export interface SiteControl {
  /** Adds the site to the collection (or recrawls `sourceId`) and starts its job. `crawl/already-running`, `crawl/bad-url`. */
  start(options: SiteStart): Promise<{ readonly jobId: string; readonly sourceId: string }>;
  pause(jobId: string): Promise<void>;
  resume(jobId: string): Promise<void>;
  stop(jobId: string): Promise<void>;
  /** A new job with the failed pages of the source only. */
  retryFailed(collectionId: string, sourceId: string): Promise<{ readonly jobId: string }>;
  /** Newest first; of all collections when none is named. */
  listJobs(collectionId?: string): Promise<readonly SiteStatus[]>;
  status(jobId: string): Promise<SiteStatus | undefined>;
  /** Newest first. `before` is the `n` of the last row of the page before. */
  events(
    jobId: string,
    options?: { before?: number; limit?: number; type?: SiteEventRow['type'] },
  ): Promise<SiteEvents>;
  pages(collectionId: string, sourceId: string): Promise<readonly SitePage[]>;
  /** Called with every new status, at most a few times a second per job; first at once for each open job. */
  subscribe(listener: (status: SiteStatus) => void): () => void;
}

export interface SiteStart {
  readonly collectionId: string;
  readonly sourceId?: string;
  readonly url: string;
  readonly type?: 'intelligent' | 'basic' | 'basic-with-sitemap' | 'sitemap-only';
  readonly globs?: readonly string[];
  readonly maxDepth?: number;
  readonly maxPages?: number;
  readonly concurrency?: number;
  /** Known pages only, instead of discovering again. */
  readonly refresh?: boolean;
  readonly full?: boolean;
}

export interface SiteStatus {
  readonly jobId: string;
  readonly collectionId: string;
  readonly sourceId: string;
  readonly url: string;
  readonly status: JobState;
  readonly phase: string;
  readonly visited: number;
  readonly downloaded: number;
  readonly found: number;
  readonly saved: number;
  readonly unchanged: number;
  readonly filtered: number;
  readonly errors: number;
  readonly queueSize: number;
  readonly bytes: number;
  readonly requestsPerSec: number;
  readonly bytesPerSec: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly etaMs?: number;
  readonly reason?: string;
  readonly perHost: readonly {
    readonly host: string;
    readonly state: string;
    readonly rpm: number;
    readonly limitRpm: number;
    readonly backoffUntil?: string;
  }[];
}

export interface SiteEventRow {
  readonly n: number;
  readonly time: string;
  readonly type: 'queue' | 'problem' | 'milestone' | 'done';
  /** `enqueued`, `cors-unreadable`, `index-found`… */
  readonly kind: string;
  readonly severity?: 'info' | 'warn' | 'error';
  readonly target?: string;
  readonly message?: string;
}

export interface SiteEvents {
  readonly rows: readonly SiteEventRow[];
  readonly more: boolean;
  readonly dropped: number;
}

export interface SitePage {
  readonly url: string;
  readonly outcome: string;
  readonly status?: number;
  readonly class?: 'article' | 'nav' | 'other';
  readonly confidence?: number;
  readonly depth: number;
  readonly attempts: number;
  readonly fetchedAt?: string;
  readonly aliases: readonly string[];
  readonly path?: string;
  readonly reason?: string;
}
