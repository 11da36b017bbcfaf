import type {
  CrawlEvent,
  CrawlEventType,
  CrawlStatus,
  MilestoneKind,
  PageEvent,
  ProblemKind,
  QueueEvent,
  RunMode,
  SiteOptions,
} from './site.ts';

/** What a person asks of a site, and what is told of its jobs; the screens and the crawl worker speak of the same things. */
export interface SiteStart {
  readonly collectionId: string;
  readonly sourceId?: string;
  /** `url` and what differs from `DEFAULT_SITE_OPTIONS`; absent: the options the source has. */
  readonly site?: Partial<SiteOptions> & Pick<SiteOptions, 'url'>;
  /** The options are of this run alone; the next one takes those the source has [S18]. */
  readonly once?: boolean;
  readonly mode?: RunMode;
  readonly full?: boolean;
  /** Of an analysis: so many pages, and whether what it finds is only told. */
  readonly analysis?: { readonly pageLimit?: number; readonly dryRun?: boolean };
  /** For the API of a repository's host; stays in the memory of the crawl worker [R3]. Empty: the one it has is forgotten. */
  readonly token?: string;
}

export interface SiteJob {
  readonly collectionId: string;
  readonly status: CrawlStatus;
}

export interface SiteEventQuery {
  readonly types?: readonly CrawlEventType[];
  readonly actions?: readonly (QueueEvent | PageEvent)['action'][];
  readonly kinds?: readonly (ProblemKind | MilestoneKind)[];
  /** What happened to this address. */
  readonly url?: string;
  readonly before?: number;
  readonly limit?: number;
}

export interface SiteEventPage {
  readonly items: readonly CrawlEvent[];
  readonly nextBefore?: number;
  readonly dropped: number;
}
