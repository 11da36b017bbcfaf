import type { RepoPreview, RepoRef } from './repo.ts';
import type { PageRow, SiteOptions, SiteScope } from './site.ts';
import type {
  SiteEventPage,
  SiteEventQuery,
  SiteJob,
  SiteProblemPage,
  SiteProblemQuery,
  SiteStart,
} from './site-job.ts';

/** Crawl commands of the app; the crawl worker answers every call. Shapes follow [S15]–[S17]. */
export interface SiteService {
  /**
   * Adds the site to the collection, or runs again over `sourceId` (then without `site` the options of the source are used).
   * Rejects with `crawl/bad-url`, `crawl/already-running` (here or in another tab).
   */
  start(options: SiteStart): Promise<{ readonly jobId: string; readonly sourceId: string }>;
  /** *Preview*: what a crawl with these options would do. Rejects with `crawl/bad-url`, or `engine/cancelled` after `stopPreview`. */
  previewSite(site: NonNullable<SiteStart['site']>): Promise<SitePreview>;
  /** Lists what can be imported from a repository. Rejects with a code of `crawl/`; does not wait for a rate limit. */
  previewRepo(repo: RepoRef, token?: string): Promise<RepoPreview>;
  /** True if a reader service [S13] answers at the address. */
  hasReader(readerUrl: string): Promise<boolean>;
  /** Ends all previews of this tab and their requests. */
  stopPreview(): Promise<void>;
  pause(jobId: string): Promise<void>;
  /**
   * Resumes a paused job, also one that a crash or a closed tab left behind, and the newest job of a site if it was stopped or failed.
   * `engine/unknown-job` for any other.
   */
  resume(jobId: string): Promise<void>;
  /** Resumes every job that a crash or a closed tab left behind, except jobs paused by the user and jobs of other tabs. */
  resumeLeft(): Promise<void>;
  stop(jobId: string): Promise<void>;
  /** Completes jobs that ended while their collection was deleted, after the deletion was undone. */
  finishLeft(collectionId: string): Promise<void>;
  /** Starts a new job that visits only what failed in this one, and removes nothing. */
  retryFailed(jobId: string): Promise<{ readonly jobId: string }>;
  /** Answers the question of a job that found too many pages gone: removes or keeps them. No effect after a newer job. */
  answerHeld(jobId: string, answer: 'remove' | 'keep'): Promise<void>;
  /** Restores the pages that a job removed; possible until the next successful run. */
  restoreRemoved(jobId: string): Promise<void>;
  /** Newest first; all collections if no id is given. */
  listJobs(collectionId?: string): Promise<readonly SiteJob[]>;
  status(jobId: string): Promise<SiteJob | undefined>;
  /** Newest first. */
  events(jobId: string, query?: SiteEventQuery): Promise<SiteEventPage>;
  /** Problems of all stored jobs, newest first. */
  problems(query?: SiteProblemQuery): Promise<SiteProblemPage>;
  /** Every kept page of the source. The status of its jobs has failed and skipped URLs. */
  pages(collectionId: string, sourceId: string): Promise<readonly PageRow[]>;
  /** Options of the source's next run; undefined before its first run. */
  options(collectionId: string, sourceId: string): Promise<SiteOptions | undefined>;
}

/** Preview of a crawl, based on robots.txt, llms files and sitemaps; not stored. */
export interface SitePreview {
  /** False if the browser may not read the site. */
  readonly isReadable: boolean;
  /** Pages to fetch, by section, largest first. */
  readonly sections: readonly { readonly section: string; readonly pages: number }[];
  /** Pages to fetch; they may link to more. */
  readonly pages: number;
  /** Known pages beyond the page limit. */
  readonly beyondLimit: number;
  /** Pages in llms-full files, which need no request. */
  readonly fullPages: number;
  /** Known addresses that would be skipped, by reason, most first. */
  readonly skipped: readonly { readonly reason: string; readonly urls: number }[];
  /** Patterns that match no known address. */
  readonly idleGlobs: readonly string[];
  /** Hosts of known pages that cannot be read. */
  readonly unreadableHosts: readonly string[];
  /** Known pages of each scope, for one that is not a file. */
  readonly scopes: readonly { readonly scope: SiteScope; readonly pages: number }[];
  /** Estimates, based on a typical documentation page if nothing else is known. */
  readonly tokens: number;
  readonly ms: number;
}
