import type { CrawlOptions, KnownPage } from '../contract.ts';
import { type MdPlace, toMdForm } from '../fetch/md-variants.ts';
import type { ReaderService } from '../fetch/reader-service.ts';
import type { Keeper } from '../keep/keeper.ts';
import type { Journal, QueueItem } from '../queue/journal.ts';
import type { EventLog } from '../records/event-log.ts';
import type { StoredPage } from '../records/page-rows.ts';
import type { JobContext } from './job-context.ts';

type RunMarks = Readonly<ReturnType<typeof createRunMarks>>;

/** Notes of a run about pages and addresses as it meets them. */
export function createRunMarks() {
  return {
    /** Raw files this run saved or confirmed. */
    seenPaths: new Set<string>(),
    /** URLs that answered 404 or 410; requested a second time at the end. */
    goneKeys: new Set<string>(),
    /** URLs that answered 404 or 410 again. */
    confirmedKeys: new Set<string>(),
    /** Raw files of known pages that no link led to; requested directly. */
    unmetPaths: new Set<string>(),
    /** llms-full files that were read completely. */
    readFiles: new Set<string>(),
    /** Failed items, for a later retry. */
    failedItems: new Map<string, QueueItem>(),
    /** By host and form of address. */
    mdPlaces: new Map<string, MdPlace>(),
    /** Items folded into a canonical URL that has not answered yet, by that URL. */
    foldedInto: new Map<string, QueueItem[]>(),
    /** Addresses one and two links from the start page: a sitemap lists pages without saying how far they are. */
    linked: { once: new Set<string>(), twice: new Set<string>() },
  };
}

/** Internal state of one run, shared by its stages. */
export interface Run extends JobContext, RunMarks {
  readonly options: CrawlOptions;
  readonly journal: Journal;
  readonly keeper: Keeper;
  readonly log: EventLog;
  readonly reader: ReaderService | undefined;
  /** Pages in the collection, by path. */
  readonly known: ReadonlyMap<string, KnownPage>;
  /** Rows from before this run, by path. */
  readonly rows: Map<string, StoredPage>;
  /** Rows from before this run, by URL. */
  readonly rowsByUrl: ReadonlyMap<string, StoredPage>;
  /** URLs that failed or that a limit kept out of this run: their pages stay. */
  readonly sparedKeys: ReadonlySet<string>;
  readonly withHost: boolean;
  /** Ends the job with this reason; queued items stay queued. */
  fail(reason: string): void;
}

/** Returns what the run knows of the Markdown of pages with an address like this one. */
export function mdPlaceOf(run: Run, { host, request }: Pick<QueueItem, 'host' | 'request'>): MdPlace {
  const key = `${host} ${toMdForm(request)}`;
  const found = run.mdPlaces.get(key) ?? { pattern: undefined, misses: 0 };
  run.mdPlaces.set(key, found);
  return found;
}
