import type { CrawlOptions, KnownPage } from '../contract.ts';
import { type MdPlace, toMdForm } from '../fetch/md-variants.ts';
import type { ReaderService } from '../fetch/reader-service.ts';
import type { Keeper } from '../keep/keeper.ts';
import type { Journal, QueueItem } from '../queue/journal.ts';
import type { EventLog } from '../records/event-log.ts';
import type { StoredPage } from '../records/page-rows.ts';
import type { JobContext } from './job-context.ts';

/** Internal state of one run, shared by its stages. */
export interface Run extends JobContext {
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
  /** Raw files this run saved or confirmed. */
  readonly seenPaths: Set<string>;
  /** URLs that answered 404 or 410; requested a second time at the end. */
  readonly goneKeys: Set<string>;
  /** URLs that answered 404 or 410 again. */
  readonly confirmedKeys: Set<string>;
  /** Raw files of known pages that no link led to; requested directly. */
  readonly unmetPaths: Set<string>;
  /** llms-full files that were read completely. */
  readonly readFiles: Set<string>;
  /** URLs that failed or that a limit kept out of this run: their pages stay. */
  readonly sparedKeys: ReadonlySet<string>;
  /** Failed items, for a later retry. */
  readonly failedItems: Map<string, QueueItem>;
  /** By host and form of address. */
  readonly mdPlaces: Map<string, MdPlace>;
  /** Items folded into a canonical URL that has not answered yet, by that URL. */
  readonly foldedInto: Map<string, QueueItem[]>;
  /** Addresses one and two links from the start page: a sitemap lists pages without saying how far they are. */
  readonly linked: { readonly once: Set<string>; readonly twice: Set<string> };
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
