import type { ScopableRecords } from '../lib/scope-records.ts';
import type { SourceState } from '../model/collection.ts';
import type { JobSummary, Progress } from '../model/job.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { RepoRef } from '../model/site/repo.ts';
import type {
  CrawlEvent,
  CrawlEventType,
  CrawlStatus,
  MilestoneKind,
  PageEvent,
  PageRow,
  ProblemKind,
  QueueEvent,
  RunMode,
  SiteOptions,
} from '../model/site/site.ts';
import type { SourceName } from '../model/source-key.ts';
import type { CrawlClock } from './clock.ts';
import type { Hosts } from './fetch/hosts.ts';

/**
 * One run over one site, with everything it touches handed in: the same code runs in the crawl worker, in Node and in tests.
 * Cloneable values only. Errors: `crawl/bad-url` (not http(s), not a URL), `crawl/already-running` (a job of the source is open),
 * `crawl/unreadable` (the start host cannot be read).
 */
export interface CrawlOptions {
  readonly sourceId: string;
  /** A new id for a new run; the id of an open job to continue it (then the other options come from its record). */
  readonly jobId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  /** Every page is kept again, unchanged or not. */
  readonly full?: boolean;
  /** Retry runs: the job whose failed URLs are visited. */
  readonly retryOf?: string;
  /** Analysis runs only. */
  readonly analysis?: { readonly pageLimit?: number; readonly dryRun?: boolean };
}

export interface CrawlPorts {
  /** `globalThis.fetch` of the worker, or a test's. */
  readonly fetch: typeof fetch;
  readonly clock: CrawlClock;
  readonly records: CrawlRecords;
  /** Per-host state shared by all jobs of a process; `createHosts(clock)`. */
  readonly hosts: Hosts;
  /** Resolves when the pages are committed: after that they are never fetched again in this job. At most one call at a time. */
  keepPages(pages: readonly KeptPage[]): Promise<void>;
  /** Pages that are gone. Called at most once, at the end of a run that ended well, and for single 404s with it [S18]. */
  removePages(paths: readonly string[]): Promise<void>;
  /** What the collection holds of this source now: the last commit, including pages kept by this job before a crash. */
  knownPages(): Promise<readonly KnownPage[]>;
  /** Analysis runs read kept Markdown through this; undefined when it is gone. */
  readPage?(path: string): Promise<string | undefined>;
  /** Repositories only: reads a listed tree into the collection. */
  readTree?(tree: RemoteTree, reader: TreeReader): Promise<JobSummary>;
  stopTree?(): Promise<void>;
  /** The token that a person gave for this host in this visit. It stands in no options, since these are kept [R3]. */
  findToken?(host: string): string | undefined;
  forgetToken?(host: string): void;
  /** True on an https page: `http:` cannot be fetched there. */
  readonly secure?: boolean;
  /** False when the browser knows it is offline. */
  isOnline?(): boolean;
}

/** The part of the store's records a crawl needs; tables `jobs`, `events`, `pages`. */
export interface CrawlRecords {
  get<T>(table: CrawlTable, key: string): Promise<T | undefined>;
  put(table: CrawlTable, key: string, value: unknown): Promise<void>;
  putMany(table: CrawlTable, entries: readonly (readonly [string, unknown])[]): Promise<void>;
  delete(table: CrawlTable, key: string): Promise<void>;
  deletePrefix(table: CrawlTable, prefix: string): Promise<void>;
  list<T>(
    table: CrawlTable,
    options: { prefix: string; after?: string; limit?: number; reverse?: boolean },
  ): Promise<readonly (readonly [string, T])[]>;
}
export type CrawlTable = 'jobs' | 'events' | 'pages';

/** A raw file of the source and what is remembered with it. `meta` has title, description, source_url only [E1]. */
export interface KeptPage {
  readonly path: string;
  /** UTF-8 Markdown, LF. */
  readonly bytes: Uint8Array;
  readonly meta: PageMeta;
  readonly row: PageRow;
}

export interface KnownPage {
  readonly path: string;
  /** File hash of the raw file: sha256 of the Markdown, hex. */
  readonly sha256: string;
  readonly meta: PageMeta;
}

export interface Crawl {
  readonly jobId: string;
  /** Resolves when the job has ended or was paused before it began; problems of pages are data, never a rejection. */
  start(): Promise<CrawlStatus>;
  /** No new request; those in flight end. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** 2 s for requests in flight, then they are aborted; URLs not done stay queued in the record. */
  stop(): Promise<void>;
  status(): CrawlStatus;
  /** Newest first. `nextBefore` is the `before` of the next older page; absent at the end. */
  events(query?: EventQuery): Promise<EventPage>;
  pages(query?: PageQuery): Promise<readonly PageRow[]>;
  /** Gets the status at once, `done` too if it has ended; then events as they come and the status at most four times a second. */
  subscribe(listener: (message: CrawlMessage) => void): () => void;
}

export type CrawlMessage =
  | { readonly type: 'status'; readonly status: CrawlStatus }
  | { readonly type: 'event'; readonly event: CrawlEvent };

export interface EventQuery {
  readonly types?: readonly CrawlEventType[];
  readonly actions?: readonly (QueueEvent | PageEvent)['action'][];
  readonly kinds?: readonly (ProblemKind | MilestoneKind)[];
  readonly host?: string;
  readonly reason?: string;
  /** Of the address itself, or of the one it was folded into. */
  readonly url?: string;
  /** Older than this seq. */
  readonly before?: number;
  /** Newer than this seq. */
  readonly after?: number;
  /** At most 500; 200 by default. */
  readonly limit?: number;
}

export interface EventPage {
  readonly items: readonly CrawlEvent[];
  readonly nextBefore?: number;
  readonly prevAfter?: number;
  /** Events of the job that were dropped because there were more than EVENTS_PER_JOB. */
  readonly dropped: number;
}

export interface PageQuery {
  readonly pageClass?: PageRow['page_class'];
  readonly prefix?: string;
  readonly after?: string;
  readonly limit?: number;
}

/**
 * What the crawler needs of the engine, over its own port. Pages become raw files of a `site` source. Whatever changes the collection waits
 * for its turn.
 * Errors: `engine/unknown-collection`, `engine/unknown-source`, `engine/deleted`, `store/…`.
 */
export interface SitePort {
  /** Every site of the collections a person can see; of one of them when it is named. */
  listSites(collectionId?: string): Promise<readonly SiteSource[]>;
  /** Adds a site or repository and answers its id; with an id it must be there, and gets the address. */
  addSite(collectionId: string, site: NewSite): Promise<string>;
  setSiteState(collectionId: string, sourceId: string, state: SourceState, reason?: string): Promise<void>;
  /** Resolves when the pages are committed. Unchanged ones are not chunked again. */
  keepPages(collectionId: string, sourceId: string, pages: readonly SitePage[]): Promise<void>;
  removePages(collectionId: string, sourceId: string, paths: readonly string[]): Promise<void>;
  knownPages(collectionId: string, sourceId: string): Promise<readonly KnownPage[]>;
  readPage(collectionId: string, sourceId: string, path: string): Promise<string | undefined>;
  /** Ends a run: shards get their final form, a snapshot is taken. */
  finishSite(collectionId: string, sourceId: string): Promise<void>;
  /**
   * Reads the tree of a repository as a folder is read: the same ignore rules, limits and skips, so the same files [R4]. Bytes come from
   * `reader`, those of changed files only. Rejects as an ingest does.
   */
  readTree(source: SourceName, tree: RemoteTree, reader: TreeReader): Promise<JobSummary>;
  /** Ends a `readTree` early; what is committed stays. */
  stopTree(jobId: string): Promise<void>;
  /** Of all collections: keys begin with the collection's id. */
  readonly records: SiteRecords;
}

export interface NewSite {
  readonly name: string;
  readonly url: string;
  readonly sourceId?: string;
  readonly repo?: RepoRef;
}

/** What a listing says of a repository; paths are relative to the folder that is read. */
export interface RemoteTree {
  readonly jobId: string;
  readonly commit: string;
  readonly entries: readonly TreeEntry[];
  /** Something is missing in it: nothing may be removed because of it. */
  readonly isIncomplete: boolean;
}

export interface TreeEntry {
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  readonly size?: number;
  /** Of the content; the same stamp and size: the same file. */
  readonly stamp?: number;
}

/** Gives files of a tree to the engine, and hears how far it is. */
export interface TreeReader {
  /** Rejects with `source/unreadable`, or `engine/cancelled` when the job is to end. A longer file may be cut off beyond `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  onProgress(progress: Progress): void;
}

export type SiteRecords = ScopableRecords<CrawlTable | 'sources'>;

export interface SiteSource extends SourceName {
  readonly url: string;
  readonly repo?: RepoRef;
}

export interface SitePage {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly meta: PageMeta;
}
