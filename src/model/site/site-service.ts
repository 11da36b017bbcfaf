import type { RepoLook, RepoRef } from './repo.ts';
import type { PageRow, SiteOptions } from './site.ts';
import type { SiteEventPage, SiteEventQuery, SiteJob, SiteStart } from './site-job.ts';
import type { SiteLook } from './site-look.ts';

/** Crawling as the page asks for it: every call is answered by the crawl worker. Shapes follow [S15]–[S17]. */
export interface SiteService {
  /**
   * Adds the site to the collection, or runs again over `sourceId` (then `site` may be left out: the options the source has are used).
   * Rejects with `crawl/bad-url`, `crawl/already-running` (here or in another tab).
   */
  start(options: SiteStart): Promise<{ readonly jobId: string; readonly sourceId: string }>;
  /** *Look first*: what a crawl with these options would do. Rejects with `crawl/bad-url`. */
  lookAtSite(site: NonNullable<SiteStart['site']>): Promise<SiteLook>;
  /** What a repository has to choose from. Rejects with a code of `crawl/`; a rate limit is not waited for. */
  lookAtRepo(repo: RepoRef, token?: string): Promise<RepoLook>;
  pause(jobId: string): Promise<void>;
  /** Goes on with a paused job, also with one that a crash or a closed tab left behind. */
  resume(jobId: string): Promise<void>;
  /** Resumes every job that a crash or a closed tab left behind; not those that a person paused, nor those of other tabs. */
  resumeLeft(): Promise<void>;
  stop(jobId: string): Promise<void>;
  /** After a deletion was undone: what jobs that ended meanwhile had kept gets its final form. */
  finishLeft(collectionId: string): Promise<void>;
  /** A new job that visits what failed in this one and nothing else, and removes nothing. */
  retryFailed(jobId: string): Promise<{ readonly jobId: string }>;
  /** Answers the question of a job that found too many pages gone: removes them, or keeps them all. Void after a newer job. */
  answerHeld(jobId: string, answer: 'remove' | 'keep'): Promise<void>;
  /** Brings back what a job removed; possible until the next good run. */
  restoreRemoved(jobId: string): Promise<void>;
  /** Newest first; of every collection when none is named. */
  listJobs(collectionId?: string): Promise<readonly SiteJob[]>;
  status(jobId: string): Promise<SiteJob | undefined>;
  /** Newest first; `before` is the `nextBefore` of the page before. */
  events(jobId: string, query?: SiteEventQuery): Promise<SiteEventPage>;
  /** Every kept page of the source. Failed and left-out URLs are in the status of its jobs. */
  pages(collectionId: string, sourceId: string): Promise<readonly PageRow[]>;
  /** What the next run of the source goes by; undefined for a source that no run knows. */
  options(collectionId: string, sourceId: string): Promise<SiteOptions | undefined>;
}
