import type { CrawlOptions, KnownPage } from '../contract.ts';
import type { MdHost } from '../fetch/md-variants.ts';
import type { ReaderService } from '../fetch/reader-service.ts';
import type { Keeper } from '../keep/keeper.ts';
import type { Journal, QueueItem } from '../queue/journal.ts';
import type { EventLog } from '../records/event-log.ts';
import type { StoredPage } from '../records/page-rows.ts';
import type { JobContext } from './job-context.ts';
import type { RunState } from './run-state.ts';

/** One run from the inside: what its stages read and change. */
export interface Run {
  readonly options: CrawlOptions;
  readonly context: JobContext;
  readonly state: RunState;
  readonly journal: Journal;
  readonly keeper: Keeper;
  readonly log: EventLog;
  readonly reader: ReaderService | undefined;
  /** What the collection holds, by path. */
  readonly known: ReadonlyMap<string, KnownPage>;
  /** Rows as they were before this run, by path. */
  readonly rows: Map<string, StoredPage>;
  /** The same by URL, from before this run. */
  readonly rowsByUrl: ReadonlyMap<string, StoredPage>;
  /** Raw files this run kept or confirmed. */
  readonly seenPaths: Set<string>;
  /** URLs answered by 404 or 410. Their pages are asked for again at the end. */
  readonly goneKeys: Set<string>;
  /** Those that answered so again. */
  readonly confirmedKeys: Set<string>;
  /** Raw files of known pages that no page led to: they were asked for directly. */
  readonly unmetPaths: Set<string>;
  /** llms-full files that were read whole. */
  readonly readFiles: Set<string>;
  /** URLs this run did not reach because of a limit, or that failed: their pages stay. */
  readonly sparedKeys: ReadonlySet<string>;
  /** Adds to `sparedKeys`, and to the journal. */
  spare(key: string): void;
  /** What failed, for a later run that visits those only. */
  readonly failedItems: Map<string, QueueItem>;
  readonly mdHosts: Map<string, MdHost>;
  /** Items folded into a canonical URL that has not answered yet. */
  readonly foldedInto: Map<string, QueueItem[]>;
  readonly isCut: boolean;
  /** This run leaves pages out because of a limit. */
  cut(): void;
  readonly withHost: boolean;
  /** Waits while paused. False when the job is to end. */
  gate(): Promise<boolean>;
  /** Ends the job; what is queued stays queued. */
  fail(reason: string): void;
  touch(): void;
}

export function mdHostOf(run: Run, host: string): MdHost {
  let found = run.mdHosts.get(host);
  if (!found) {
    found = { pattern: undefined, misses: 0 };
    run.mdHosts.set(host, found);
  }
  return found;
}
