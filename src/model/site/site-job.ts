import type { Progress } from '../job.ts';
import type {
  CrawlEvent,
  CrawlEventType,
  CrawlStatus,
  MilestoneKind,
  PageEvent,
  ProblemEvent,
  ProblemKind,
  QueueEvent,
  RunMode,
  SiteOptions,
} from './site.ts';

/** Request to import or sync a site. */
export interface SiteStart {
  readonly collectionId: string;
  readonly sourceId?: string;
  /** `url` and the options that differ from `DEFAULT_SITE_OPTIONS`; absent: the options of the source. */
  readonly site?: Partial<SiteOptions> & Pick<SiteOptions, 'url'>;
  /** Uses the options for this run only; the next one uses the source's own [S18]. */
  readonly once?: boolean;
  readonly mode?: RunMode;
  readonly full?: boolean;
  /** For an analysis: the number of pages, and whether it is a dry run. */
  readonly analysis?: { readonly pageLimit?: number; readonly dryRun?: boolean };
  /** The start page as the user's browser shows it; this run does not fetch it. */
  readonly seen?: SeenHtml;
  /** For the API of a repository's host; stays in the memory of the crawl worker [R3]. Empty: removes the current one. */
  readonly token?: string;
}

/** A page as the user's browser shows it. */
export interface SeenHtml {
  readonly url: string;
  readonly html: string;
}

/** A crawl or an analysis: a job like others, and its status as stored. */
export interface SiteJob extends Progress {
  readonly status: CrawlStatus;
}

export function isSiteJob(job: Progress): job is SiteJob {
  return 'status' in job;
}

export interface SiteEventQuery {
  readonly types?: readonly CrawlEventType[];
  readonly actions?: readonly (QueueEvent | PageEvent)['action'][];
  readonly kinds?: readonly (ProblemKind | MilestoneKind)[];
  readonly host?: string;
  readonly reason?: string;
  /** Events of this address, or of the page it was folded into. */
  readonly url?: string;
  /** Events with a smaller seq. */
  readonly before?: number;
  /** The events next to this seq, and larger. */
  readonly after?: number;
  /** At most 500; 200 by default. */
  readonly limit?: number;
}

export interface SiteEventPage {
  readonly items: readonly CrawlEvent[];
  /** `before` of the next older page; absent at the end. */
  readonly nextBefore?: number;
  /** `after` of the next newer page; absent on the newest. */
  readonly prevAfter?: number;
  /** Events dropped because the job had more than EVENTS_PER_JOB. */
  readonly dropped: number;
}

/** Problems of all jobs: filters, and the collection. */
export interface SiteProblemQuery extends Pick<SiteEventQuery, 'kinds' | 'host' | 'limit'> {
  readonly collectionId?: string;
  readonly jobId?: string;
  /** Newer problems to leave out. */
  readonly skip?: number;
}

export interface SiteProblemPage {
  readonly items: readonly SiteProblem[];
  readonly total: number;
}

export interface SiteProblem {
  readonly collectionId: string;
  readonly event: ProblemEvent;
}
