import type { ScopableRecords } from '../lib/scope-records.ts';
import type { SourceState } from '../model/collection.ts';
import type { JobSummary, Progress } from '../model/job.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { RepoRef } from '../model/site/repo.ts';
import type { CrawlEvent, CrawlStatus, RunMode, SiteOptions } from '../model/site/site.ts';
import type { SeenHtml, SiteEventPage, SiteEventQuery, SiteJob } from '../model/site/site-job.ts';
import type { SourceName } from '../model/source-key.ts';
import type { CrawlClock } from './clock.ts';
import type { Companion } from './fetch/companion.ts';
import type { Hosts } from './fetch/hosts.ts';

/**
 * One run over one site. Everything it touches is passed in, so the same code runs in the crawl worker, in Node and in tests.
 * Cloneable values only. Errors: `crawl/bad-url` (not http(s), not a URL), `crawl/already-running` (a job of the source is open),
 * `crawl/unreadable` (the start host cannot be read).
 */
export interface CrawlOptions {
  readonly sourceId: string;
  /** A new id for a new run, or the id of an open job to continue it (then the other options come from its record). */
  readonly jobId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  /** Stores every page again, unchanged or not. */
  readonly full?: boolean;
  /** Retry runs: the job whose failed URLs to visit. */
  readonly retryOf?: string;
  /** The start page as the user's browser shows it. A continued job fetches the page instead. */
  readonly seen?: SeenHtml;
  /** Analysis runs only. */
  readonly analysis?: { readonly pageLimit?: number; readonly dryRun?: boolean };
}

export interface CrawlPorts {
  /** `globalThis.fetch` of the worker, or a test's own. */
  readonly fetch: typeof fetch;
  /** The browser extension that reads pages CORS hides; absent outside the app. */
  readonly companion?: Companion;
  readonly clock: CrawlClock;
  readonly records: CrawlRecords;
  /** Per-host state shared by all jobs of a process; `createHosts(clock)`. */
  readonly hosts: Hosts;
  /** Resolves when the pages are committed; this job never fetches them again. At most one call at a time. */
  keepPages(pages: readonly SitePage[]): Promise<void>;
  /** Removes pages that are gone. Called at most once, at the end of a successful run, together with single 404s [S18]. */
  removePages(paths: readonly string[]): Promise<void>;
  /** The pages of this source in the last commit, including those this job saved before a crash. */
  knownPages(): Promise<readonly KnownPage[]>;
  /** Stored Markdown, for analysis runs; undefined when the file is gone. */
  readPage?(path: string): Promise<string | undefined>;
  /** Repositories only: imports a listed tree into the collection. */
  readTree?(tree: RemoteTree, reader: TreeReader): Promise<JobSummary>;
  stopTree?(): Promise<void>;
  /** The token the user gave for this host in this session. Options are stored, so they never contain it [R3]. */
  findToken?(host: string): string | undefined;
  forgetToken?(host: string): void;
  /** True on an https page: `http:` cannot be fetched there. */
  readonly secure?: boolean;
  /** False when the browser knows it is offline. */
  isOnline?(): boolean;
}

/** The part of the store's records a crawl needs: tables `jobs`, `events`, `pages`. */
export type CrawlRecords = Omit<ScopableRecords<CrawlTable>, 'listKeys'>;
export type CrawlTable = 'jobs' | 'events' | 'pages';

export interface KnownPage {
  readonly path: string;
  /** sha256 of the Markdown, hex. */
  readonly sha256: string;
  readonly meta: PageMeta;
}

export interface Crawl {
  readonly jobId: string;
  /** Resolves when the job has ended or was paused before it began. Failed pages are part of the status, never a rejection. */
  start(): Promise<CrawlStatus>;
  /** Sends no new request; requests in flight finish. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Gives requests in flight 2 s, then aborts them. Unfinished URLs stay queued in the record. */
  stop(): Promise<void>;
  status(): CrawlStatus;
  /** Events, newest first. */
  events(query?: SiteEventQuery): Promise<SiteEventPage>;
  /** Calls the listener with the status at once (and `done` if the job has ended), then with each event, and with the status at most four times a second. */
  subscribe(listener: (message: CrawlMessage) => void): () => void;
}

export type CrawlMessage =
  | { readonly type: 'status'; readonly status: CrawlStatus }
  | { readonly type: 'event'; readonly event: CrawlEvent };

/**
 * The part of the engine the crawler uses, over its own port. Pages become raw files of a `site` source. Calls that change the
 * collection wait for its write lock.
 * Errors: `engine/unknown-collection`, `engine/unknown-source`, `engine/deleted`, `store/…`.
 */
export interface SitePort {
  /** Lists the sites of one collection, or of all visible collections. */
  listSites(collectionId?: string): Promise<readonly SiteSource[]>;
  /** Adds a site or repository and returns its id. With an id, updates the address of that source, which must exist. */
  addSite(collectionId: string, site: NewSite): Promise<string>;
  setSiteState(collectionId: string, sourceId: string, state: SourceState, reason?: string): Promise<void>;
  /** Resolves when the pages are committed. Unchanged pages are not chunked again. */
  keepPages(collectionId: string, sourceId: string, pages: readonly SitePage[]): Promise<void>;
  removePages(collectionId: string, sourceId: string, paths: readonly string[]): Promise<void>;
  knownPages(collectionId: string, sourceId: string): Promise<readonly KnownPage[]>;
  readPage(collectionId: string, sourceId: string, path: string): Promise<string | undefined>;
  /** Ends a run: writes the final shards and takes a snapshot. */
  finishSite(collectionId: string, sourceId: string, end: SiteEnd): Promise<void>;
  /** Deletes a collection created for a site that never stored a page; returns false for any other collection. */
  dropAwaiting(collectionId: string): Promise<boolean>;
  /**
   * Imports the tree of a repository like a folder: the same ignore rules, limits and skips, so the same files [R4]. Fetches the bytes
   * of changed files only, through `reader`. Rejects like an import.
   */
  readTree(source: SourceName, tree: RemoteTree, reader: TreeReader): Promise<JobSummary>;
  /** Ends a `readTree` early; committed files stay. */
  stopTree(jobId: string): Promise<void>;
  /** Records of all collections; keys begin with the collection's id. */
  readonly records: SiteRecords;
}

/** The state of a site's pages at the end of a run. */
export interface SiteEnd {
  /** True when the run visited everything known of the site; false after a stop or a failure. */
  readonly isComplete: boolean;
  /** Time of the last sync. When absent, the old time stays. */
  readonly syncedAt?: string;
}

export interface NewSite {
  readonly name: string;
  readonly url: string;
  readonly sourceId?: string;
  readonly repo?: RepoRef;
}

/** A repository's file listing; paths are relative to the imported folder. */
export interface RemoteTree {
  readonly jobId: string;
  readonly commit: string;
  readonly entries: readonly TreeEntry[];
  /** True when the listing may lack files: then no file may be removed because of it. */
  readonly isIncomplete: boolean;
}

export interface TreeEntry {
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  readonly size?: number;
  /** Content stamp; a file with the same stamp and size is unchanged. */
  readonly stamp?: number;
}

/** Gives files of a tree to the engine and receives its progress. */
export interface TreeReader {
  /** Rejects with `source/unreadable`, or `engine/cancelled` when the job is ending. May truncate a file longer than `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  onProgress(progress: Progress): void;
}

export type SiteRecords = ScopableRecords<CrawlTable | 'sources'>;

export interface SiteSource extends SourceName {
  readonly url: string;
  readonly repo?: RepoRef;
}

/** A raw file of the source and its metadata. `meta` has title, description, source_url only [E1]. */
export interface SitePage {
  readonly path: string;
  /** UTF-8 Markdown, LF. */
  readonly bytes: Uint8Array;
  readonly meta: PageMeta;
  /** When the server says it was changed; only searches by date use it. */
  readonly modifiedMs?: number | undefined;
}

/** Dependencies of the service. */
export interface SiteServiceDeps {
  readonly sites: SitePort;
  readonly fetch: typeof fetch;
  readonly companion?: Companion;
  readonly clock: CrawlClock;
  /** Undefined where the browser has no Locks API. */
  readonly locks: LockManager | undefined;
  /** True on an https page. */
  readonly secure: boolean;
  /** Called at every change of a job. */
  readonly onJob: (job: SiteJob) => void;
}
