import type { Engine, SitePort } from '../../../src/engine/contract.ts';
import type { SiteJob } from '../../../src/model/site/site-job.ts';
import type { SiteService } from '../../../src/model/site/site-service.ts';
import type { SiteVersions, Versions } from './texts.ts';

/** What a life is lived in: storage, tabs over it, folders on disk and sites on the net. In memory, or in a real browser. */
export interface LifeBrowser {
  /** A tab as the app starts it, without the tidying up that follows seconds later. */
  openTab(): Promise<LifeTab>;
  /** All folders have names that others have too. */
  readonly folders: readonly LifeFolder[];
  /** What the site answers from now on. */
  setSite(site: number, pages: SiteVersions): void;
  /** Resolves when no tab does anything any more. */
  idle(): Promise<void>;
  /** Resolves after so many further calls of tabs into their stores, or when none comes any more. */
  afterCalls(count: number): Promise<void>;
  /**
   * Resolves when what began before hangs: nothing has come of it for so many steps. Steps are counted, because on a busy machine everything takes
   * longer. Ends with the signal.
   */
  hung(signal: AbortSignal): Promise<void>;
  /** Everything wrong with what lies on the disk now that all tabs are closed. */
  findLeftovers(): Promise<readonly string[]>;
  /** Names of locks that living tabs hold, but for those of readers and sessions. */
  listJobLocks(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface LifeTab {
  readonly engine: Engine;
  readonly sites: SiteService;
  readonly port: Pick<SitePort, 'knownPages' | 'readPage'>;
  /** What the app does some seconds after its start. */
  tidyUp(): Promise<void>;
  /** Resolves when a crawl of this tab and what follows it have ended, with what was told of it last. */
  crawlEnded(crawl: LifeCrawl): Promise<SiteJob | undefined>;
  /** Dies with the nth call into its store, before or after the call has had its effect; at once with 0. */
  dieAfter(calls: number, when: 'before' | 'after'): void;
  /** Ends as a tab that is closed: nothing of it goes on, its locks are free. */
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
