import type { SourceState } from '../collection.ts';
import type { JobState } from '../job.ts';
import type { RepoRef } from './repo.ts';

/** Presets [S2]: which levels of discovery a crawl uses. */
export const CRAWL_TYPES = {
  intelligent: { llms: true, sitemap: true, links: true, plan: true },
  basic: { llms: false, sitemap: false, links: true, plan: false },
  'basic-with-sitemap': { llms: false, sitemap: true, links: true, plan: false },
  'sitemap-only': { llms: false, sitemap: true, links: false, plan: false },
} as const;
export type CrawlType = keyof typeof CRAWL_TYPES;

/** `file` is only the start URL; `subpages` its directory; `hostname` its host and port; `domain` uses the public suffix list [S7]. */
export const SITE_SCOPES = ['file', 'subpages', 'hostname', 'domain'] as const;
export type SiteScope = (typeof SITE_SCOPES)[number];

/** Options of a site. Defaults are in `DEFAULT_SITE_OPTIONS`, bounds in `SITE_BOUNDS`. */
export interface SiteOptions {
  readonly url: string;
  readonly crawlType: CrawlType;
  readonly scope: SiteScope;
  /** Globs on the path; a leading `!` blocks, block beats allow. Empty: everything in scope. */
  readonly globs: readonly string[];
  /** Absent: unlimited. URLs from files and sitemaps have depth 0. */
  readonly maxDepth?: number;
  /** Page requests per run; pages of an llms-full do not count. */
  readonly maxPages: number;
  readonly concurrency: number;
  /** Links under `Optional` of an llms.txt. */
  readonly includeOptional: boolean;
  readonly allowQuery: boolean;
  /** Most requests per second and host; pacing starts at 2 (or this, if lower). */
  readonly maxRequestsPerSec: number;
  readonly retries: number;
  /** Seconds before the first, second … retry; the last one is used for all that follow. Fractions count. */
  readonly retryDelaysSec: readonly number[];
  readonly timeoutMs: number;
  readonly maxPageBytes: number;
  readonly maxFrontier: number;
  readonly stopAtFirstError: boolean;
  /** Removes pages that are served but no longer linked, after two good runs [S18]. */
  readonly removeUnlinked: boolean;
  /** `6h`, `7d`: pages fetched more recently are not fetched again. Absent: off [S18]. */
  readonly refetch_after?: string;
  readonly refetch_page_after?: string;
  readonly refetch_hub_after?: string;
  /** The user's own Crawl4AI server [S13]. Absent: off. */
  readonly readerUrl?: string;
  /** An llms.txt or llms-full.txt of the site, on any host; read before the usual places are probed [S1]. */
  readonly llmsUrl?: string;
  /** Sends the user's cookies to the start origin, through the companion extension. Absent: off. */
  readonly useLogin?: boolean;
  /** Fetches only these pages, in this order: discovers nothing and follows no link. `url` is the first of them. */
  readonly urls?: readonly string[];
  /** The repository at this address: imports its files, not its pages [R1]. */
  readonly repo?: RepoRef;
}

export const DEFAULT_SITE_OPTIONS: Omit<SiteOptions, 'url'> = {
  crawlType: 'intelligent',
  scope: 'hostname',
  globs: [],
  maxPages: 500,
  concurrency: 5,
  includeOptional: true,
  allowQuery: false,
  maxRequestsPerSec: 5,
  retries: 3,
  retryDelaysSec: [1, 2, 4],
  timeoutMs: 60_000,
  maxPageBytes: 10_000_000,
  maxFrontier: 50_000,
  stopAtFirstError: false,
  removeUnlinked: false,
};

/** As many as anyone pastes by hand; longer lists are sitemaps. */
export const MAX_LISTED_URLS = 5_000;

/** Minimum and maximum of each number, for forms and for validation. */
export const SITE_BOUNDS = {
  maxDepth: [0, 1_000],
  maxPages: [1, 50_000],
  concurrency: [1, 20],
  maxRequestsPerSec: [0.1, 50],
  retries: [0, 10],
  timeoutMs: [10_000, 300_000],
  maxPageBytes: [1_000, 100_000_000],
  maxFrontier: [100, 200_000],
} as const;

/**
 * `crawl` discovers (a recrawl when pages are known), `refresh` visits known pages only, `retry` the failed URLs of another job only and
 * removes nothing, `analysis` uses no network [S18], [S21].
 */
export type RunMode = 'crawl' | 'refresh' | 'retry' | 'analysis';

export type PageClass = 'article' | 'nav' | 'other';
export type PageSourceType = 'web_crawl' | 'llms_full' | 'llms_page';

/** Record of one kept page; listed with the source, never exported [S8], [S14], [S20]. */
export interface PageRow {
  /** UUID from the first 16 bytes of sha256(url). */
  readonly id: string;
  /** Canonical URL; for a page of an llms-full without URL, the URL of the file. */
  readonly url: string;
  /** Address on another domain that its llms-full claims: shown as a claim, never used as the page's origin. */
  readonly claimed_url?: string;
  /** Path of the raw file inside the source; unique. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** sha256 of the Markdown, hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly depth: number;
  readonly status_code: number;
  /** ISO time of the last fetch that kept or confirmed it. */
  readonly crawl_timestamp: string;
  /** Attempts of that fetch; 0 for a page of an llms-full. Absent in rows of older releases. */
  readonly attempts?: number;
  readonly internal_links_count: number;
  readonly external_links_count: number;
  readonly source_type: PageSourceType;
  /** Good runs in a row in which no page linked here, though it was served or not fetched; absent: linked [S18]. */
  readonly unlinked?: number;
  /** URLs folded into this one. */
  readonly aliases: readonly string[];
  readonly page_class: PageClass;
  /** 0–1; below .5 is a `low-confidence` problem. */
  readonly confidence: number;
  readonly section: string;
  /** Version of the rules for class, section and aliases; shown in page lists. */
  readonly analysis?: number;
}

/** Flat, never null [S14]. */
export interface PageMetadata {
  readonly source: string;
  readonly source_url: string;
  readonly title: string;
  readonly description: string;
  readonly status_code: number;
  readonly crawl_timestamp: string;
  readonly internal_links_count: number;
  readonly external_links_count: number;
  readonly source_type: PageSourceType;
}

/** Why a URL was skipped [S7]. `blocked:` includes its pattern. */
export const SKIP_CODES = [
  'max-depth',
  'off-domain',
  'robots-disallow',
  'visited',
  'duplicate',
  'overflow',
  'bad-url',
  'bad-scheme',
  'query-skip',
  'not-allowed',
  'asset',
  'covered',
  'fresh',
  'optional',
  'private-address',
] as const;
export type SkipCode = (typeof SKIP_CODES)[number] | `blocked:${string}`;

/** Why a page failed; `message` of a FailedUrl says more. */
export type FailCode =
  | 'network'
  | 'timeout'
  | 'http'
  | 'too-large'
  | 'not-text'
  | 'soft-404'
  | 'challenge'
  | 'empty'
  | 'unreadable'
  | 'cors'
  | 'mixed-content'
  | 'hash-mismatch'
  | 'reader'
  | 'not-granted';

export const PROBLEM_SEVERITY = {
  'cors-unreadable': 'warn',
  'soft-404': 'info',
  'html-as-text': 'info',
  'llms-no-links': 'info',
  'llms-huge': 'warn',
  'full-unmapped-pages': 'info',
  'claimed-addresses': 'warn',
  'mixed-content': 'info',
  'local-network': 'info',
  challenge: 'warn',
  'index-loop': 'warn',
  'missing-hub': 'warn',
  'unknown-pattern': 'info',
  'low-confidence': 'info',
  'rate-limit': 'warn',
  'listing-cut': 'info',
  submodule: 'info',
  'lfs-pointer': 'info',
  'hash-mismatch': 'warn',
  'other-way': 'info',
} as const;
export type ProblemKind = keyof typeof PROBLEM_SEVERITY;
export type Severity = 'info' | 'warn';

export const MILESTONE_KINDS = [
  'index-found',
  'seeds-prepared',
  'patterns-learned',
  'depth2-coverage',
  'downloads-100',
  'downloads-1k',
  'articles-identified-1k',
  'articles-identified-10k',
  'sections-covered',
  'complete-coverage',
] as const;
export type MilestoneKind = (typeof MILESTONE_KINDS)[number];

/** Numbers and short strings; lists joined with `, `. Never page content. */
export type EventDetails = Readonly<Record<string, string | number | boolean>>;

interface EventBase {
  readonly jobId: string;
  /** 1, 2, 3 … within a job; the key for paging events. */
  readonly seq: number;
  /** ISO time. */
  readonly ts: string;
}

export interface QueueEvent extends EventBase {
  readonly type: 'queue';
  readonly action: 'enqueued' | 'dequeued' | 'retry' | 'drop';
  readonly url: string;
  readonly depth: number;
  readonly host: string;
  /** SkipCode for `drop`, FailCode or status for `retry`, where it was found for `enqueued`. */
  readonly reason: string;
  readonly queueSize: number;
  /** The canonical URL that this one was folded into; empty if it is canonical itself. */
  readonly alias: string;
}

/** Outcome of an address in this run: one per finished visit, and one per page removed or restored. */
export interface PageEvent extends EventBase {
  readonly type: 'page';
  readonly action: 'saved' | 'unchanged' | 'failed' | 'removed' | 'restored';
  readonly url: string;
  readonly host: string;
  /** 0 without a response or a request. */
  readonly status: number;
  /** FailCode for `failed`; empty otherwise. */
  readonly reason: string;
  readonly attempts: number;
}

export interface ProblemEvent extends EventBase {
  readonly type: 'problem';
  readonly kind: ProblemKind;
  readonly severity: Severity;
  /** Host. */
  readonly scope: string;
  /** URL or path the problem is about. */
  readonly target: string;
  readonly message: string;
  readonly details: EventDetails;
}

export interface MilestoneEvent extends Omit<ProblemEvent, 'type' | 'kind' | 'severity'> {
  readonly type: 'milestone';
  readonly kind: MilestoneKind;
}

/** Result of one stage of an analysis run [S21]. */
export interface StageEvent extends EventBase {
  readonly type: 'stage';
  readonly stage: AnalysisStage;
  readonly message: string;
  readonly details: EventDetails;
}

export interface DoneEvent extends EventBase {
  readonly type: 'done';
  readonly outcome: CrawlOutcome;
  readonly endedAt: string;
  readonly summary: CrawlSummary;
}

export type CrawlEvent = QueueEvent | PageEvent | ProblemEvent | MilestoneEvent | StageEvent | DoneEvent;
export type CrawlEventType = CrawlEvent['type'];

export type CrawlOutcome = 'done' | 'stopped' | 'failed';

export interface CrawlSummary {
  readonly visited: number;
  readonly saved: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly filtered: number;
  readonly errors: number;
  readonly elapsedMs: number;
}

export type CrawlPhase = 'prepare' | 'discover' | 'fetch' | 'finish' | 'analyse' | 'ended';
export type AnalysisStage = 'class' | 'hubs' | 'aliases' | 'milestones';

export interface FailedUrl {
  readonly url: string;
  readonly code: FailCode;
  readonly status: number;
  readonly message: string;
  /** 0 if its host was known to be unreadable. Absent in jobs of older releases. */
  readonly attempts?: number;
}

export interface FilteredUrl {
  readonly url: string;
  readonly reason: SkipCode;
}

export interface HostStatus {
  readonly state: 'closed' | 'open' | 'half-open';
  /** Requests in the last minute. */
  readonly rpm: number;
  readonly limitRpm: number;
  readonly intervalMs: number;
  /** ISO time; empty if none. */
  readonly backoffUntil: string;
  readonly requests: number;
  readonly readable: 'yes' | 'no' | 'unknown';
}

/** The same shape during and after a run [S16]. Times are ISO; empty while unknown. */
export interface CrawlStatus {
  readonly jobId: string;
  readonly sourceId: string;
  readonly url: string;
  readonly mode: RunMode;
  readonly status: JobState;
  readonly sourceState: SourceState;
  /** Why it failed or stopped early; empty otherwise. */
  readonly reason: string;
  readonly phase: CrawlPhase;
  readonly paused: boolean;
  readonly visited: number;
  readonly downloaded: number;
  readonly found: number;
  readonly saved: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly filtered: number;
  readonly errors: number;
  readonly queueSize: number;
  readonly inFlight: number;
  readonly bytes: number;
  /** All network requests of the job, including robots and probes. */
  readonly requests: number;
  readonly requestsPerSec: number;
  readonly downloadsPerSec: number;
  readonly errorRatePerMin: number;
  readonly bytesPerSec: number;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly lastActivityAt: string;
  /** 0 while unknown and after the end. */
  readonly etaMs: number;
  readonly perHost: Readonly<Record<string, HostStatus>>;
  /** At most STATUS_LIST_LIMIT of each; `errors` and `filtered` count all. */
  readonly failed: readonly FailedUrl[];
  readonly filteredUrls: readonly FilteredUrl[];
  /** Pages removed by this run; `removed` counts all. */
  readonly removedUrls: readonly string[];
  /** Pages that are gone, but too many to remove without asking [S18]. */
  readonly held: number;
  readonly heldUrls: readonly string[];
  readonly problems: number;
  readonly droppedEvents: number;
  readonly milestones: readonly MilestoneKind[];
}

export const STATUS_LIST_LIMIT = 1_000;
export const EVENTS_PER_JOB = 50_000;
export const JOBS_PER_SOURCE = 20;

/** Shown with `cors-unreadable` and with a source in ERROR for that reason [S11]. */
export const WAYS_OUT = ['save-page', 'github-repository', 'reader-service'] as const;

/** Raised when class, hub or alias rules change; an analysis run is offered if a source's pages have a lower one. */
export const ANALYSIS_VERSION = 1;
