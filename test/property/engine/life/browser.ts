import type { Engine, SitePort } from '../../../../src/engine/contract.ts';
import type { SiteJob } from '../../../../src/model/site/site-job.ts';
import type { SiteService } from '../../../../src/model/site/site-service.ts';
import type { SiteVersions, Versions } from './texts.ts';

/** The environment of a test life: storage, tabs, folders on disk and sites on the net; in memory or in a real browser. */
export interface LifeBrowser {
  /** A tab as the app starts it, without the tidying up that follows seconds later. */
  openTab(): Promise<LifeTab>;
  /** All folders have names that others have too. */
  readonly folders: readonly LifeFolder[];
  /** Replaces the pages that the site serves. */
  setSite(site: number, pages: SiteVersions): void;
  idle(): Promise<void>;
  /** Resolves after `count` more store calls, or when the calls stop. */
  afterCalls(count: number): Promise<void>;
  /**
   * Resolves when the running work hangs: many steps without a result. It counts steps, not time, because a busy machine takes
   * longer. Ends with the signal.
   */
  hung(signal: AbortSignal): Promise<void>;
  /** Everything wrong with what lies on the disk now that all tabs are closed. */
  findLeftovers(): Promise<readonly string[]>;
  /** Names of the locks that live tabs hold, except reader and session locks. */
  listJobLocks(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface LifeTab {
  readonly engine: Engine;
  readonly sites: SiteService;
  readonly port: Pick<SitePort, 'knownPages' | 'readPage'>;
  /** Runs the cleanup that the app starts a few seconds after it opens. */
  tidyUp(): Promise<void>;
  /** Resolves with the last report of a crawl when the crawl and its follow-up work have ended. */
  crawlEnded(crawl: LifeCrawl): Promise<SiteJob | undefined>;
  /** Dies with the nth call into its store, before or after the call has had its effect; at once with 0. */
  dieAfter(calls: number, when: 'before' | 'after'): void;
  /** Its writes fail with `store/quota` from the nth call into its store on, for `length` calls. A real disk can't be filled at will. */
  fillDisk?(calls: number, length: number): void;
  /** Ends like a closed tab: all its work stops and its locks are released. */
  kill(): Promise<void>;
  readonly died: Promise<void>;
  readonly isDead: boolean;
}

export interface LifeCrawl {
  readonly collectionId: string;
  readonly sourceId: string;
  readonly jobId: string;
}

export interface LifeFolder {
  readonly name: string;
  readonly handle: FileSystemDirectoryHandle;
  /** Whether a handle that came back from the store is this folder. */
  isSame(handle: FileSystemDirectoryHandle): Promise<boolean>;
  write(files: Versions): Promise<void>;
}

export const SITE_URLS = ['https://alpha.test/', 'https://beta.test/'] as const;
