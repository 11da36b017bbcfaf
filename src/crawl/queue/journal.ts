import type { PageMeta } from '../../model/raw-file.ts';
import type { FailedUrl, FilteredUrl, MilestoneKind } from '../../model/site/site.ts';
import type { CrawlRecords } from '../contract.ts';
import type { MdPattern } from '../fetch/md-variants.ts';

export type FoundIn = 'start' | 'list' | 'llms' | 'sitemap' | 'link' | 'known' | 'canonical' | 'retry';

/** A URL in the queue. `order` ranks it inside its wave by where it was found, never by when. */
export interface QueueItem {
  readonly key: string;
  readonly request: string;
  readonly host: string;
  readonly depth: number;
  readonly order: number;
  readonly from: FoundIn;
  readonly isOptional: boolean;
  /** True when an llms.txt lists the page: its Markdown is tried first. */
  readonly isLlms: boolean;
  readonly title: string;
  readonly description: string;
  /** True when its canonical URL could not be fetched: the page counts as its own. */
  readonly ignoreCanonical: boolean;
}

/** The outcome of one item, with everything later waves need. */
export interface PageEntry {
  readonly type: 'page';
  readonly key: string;
  readonly outcome: 'kept' | 'unchanged' | 'failed' | 'folded' | 'dropped';
  /** Path of the raw file, for `kept` and `unchanged`. */
  readonly path: string;
  readonly sha256: string;
  /** Compared, with the hash, to the collection after a crash: a difference means that the page was lost. */
  readonly meta?: PageMeta;
  /** Key of the page it turned out to be, when not its own. */
  readonly target: string;
  /** Links that are new, or earlier in order than known until now. */
  readonly found: readonly QueueItem[];
  readonly aliases: readonly (readonly [string, string])[];
  /** True when it failed and every requested address answered 404 or 410. */
  readonly isGone: boolean;
  /** True when folded into a page that has not answered yet; if that one fails, this one is requeued. */
  readonly waits?: boolean;
  readonly failed?: FailedUrl;
  readonly filtered?: FilteredUrl;
}

export type JournalEntry =
  | PageEntry
  | {
      readonly type: 'discovered';
      readonly seeds: readonly QueueItem[];
      readonly covered: readonly string[];
      /** Raw files of llms-full pages, kept or unchanged. */
      readonly paths: readonly string[];
      readonly aliases: readonly (readonly [string, string])[];
      /** llms-full files that were read completely. */
      readonly files: readonly string[];
    }
  | { readonly type: 'wave'; readonly number: number; readonly items: readonly QueueItem[] }
  | {
      readonly type: 'pattern';
      /** Host and form of address. */
      readonly host: string;
      readonly pattern: MdPattern | undefined;
      readonly misses: number;
    }
  | { readonly type: 'cut' }
  /** A URL this run does not reach, or a page it need not fetch: neither is gone [S18]. */
  | { readonly type: 'spared'; readonly key: string }
  | { readonly type: 'fresh'; readonly path: string; readonly key: string; readonly found: readonly QueueItem[] }
  /** The page's own address answered 404 or 410 twice. */
  | { readonly type: 'gone'; readonly key: string }
  /** URLs about to be removed, so that the summary names them even after a crash. */
  | { readonly type: 'removing'; readonly urls: readonly string[] }
  /** The site answers from another origin; without this, links of later waves would count as foreign. */
  | { readonly type: 'adopted'; readonly from: string; readonly to: string }
  | { readonly type: 'milestone'; readonly kind: MilestoneKind };

/** Append-only log of a job. After a crash, the state is rebuilt from it [S15]. */
export interface Journal {
  add(entry: JournalEntry): void;
  /** Resolves when every added entry is stored. */
  flush(): Promise<void>;
}

const JOURNAL_PREFIX = 'log/';

export async function openJournal(
  records: CrawlRecords,
  jobId: string,
): Promise<{ readonly journal: Journal; readonly entries: readonly JournalEntry[] }> {
  const prefix = `${JOURNAL_PREFIX}${jobId}/`;
  const rows = await records.list<readonly JournalEntry[]>('pages', { prefix });
  const entries = rows.flatMap(([, batch]) => batch);
  let next = rows.length === 0 ? 0 : Number((rows[rows.length - 1] as [string, unknown])[0].slice(prefix.length)) + 1;
  let buffer: JournalEntry[] = [];
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    if (buffer.length === 0) return;
    const batch = buffer;
    buffer = [];
    await records.put('pages', prefix + String(next++).padStart(8, '0'), batch);
  }

  return {
    entries,
    journal: {
      add(entry) {
        buffer.push(entry);
      },
      flush() {
        writing = writing.then(write);
        return writing;
      },
    },
  };
}

export async function deleteJournal(records: CrawlRecords, jobId: string): Promise<void> {
  await records.deletePrefix('pages', `${JOURNAL_PREFIX}${jobId}/`);
}
