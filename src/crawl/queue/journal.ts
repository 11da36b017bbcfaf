import type { PageMeta } from '../../model/raw-file.ts';
import type { FailedUrl, FilteredUrl, MilestoneKind } from '../../model/site/site.ts';
import type { CrawlRecords } from '../contract.ts';
import type { MdPattern } from '../fetch/md-variants.ts';

export type FoundIn = 'start' | 'list' | 'llms' | 'sitemap' | 'link' | 'known' | 'canonical' | 'retry';

/** A URL waiting to be asked for. `order` ranks it inside its wave, by where it was found and never by when. */
export interface QueueItem {
  readonly key: string;
  readonly request: string;
  readonly host: string;
  readonly depth: number;
  readonly order: number;
  readonly from: FoundIn;
  readonly isOptional: boolean;
  /** Listed by an llms.txt: its Markdown is tried first. */
  readonly isLlms: boolean;
  readonly title: string;
  readonly description: string;
  /** Its canonical link led nowhere: it stands for itself. */
  readonly ignoreCanonical: boolean;
}

/** What happened to one item, with all that later waves need of it. */
export interface PageEntry {
  readonly type: 'page';
  readonly key: string;
  readonly outcome: 'kept' | 'unchanged' | 'failed' | 'folded' | 'dropped';
  /** Raw file and its hash, for `kept` and `unchanged`. */
  readonly path: string;
  readonly sha256: string;
  /** With the hash: what the collection must have for the page not to be lost. */
  readonly meta?: PageMeta;
  /** Key of the page it is, when that is not its own. */
  readonly target: string;
  /** Links that are new, or earlier than known so far. */
  readonly found: readonly QueueItem[];
  readonly aliases: readonly (readonly [string, string])[];
  /** Failed, and every address that was asked for answered 404 or 410. */
  readonly isGone: boolean;
  /** Folded into a page that has not answered yet: when that fails, this one stands for itself. */
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
      /** Raw files of an llms-full, kept or unchanged. */
      readonly paths: readonly string[];
      readonly aliases: readonly (readonly [string, string])[];
      /** llms-full files that were read whole. */
      readonly files: readonly string[];
      readonly isComplete: boolean;
    }
  | { readonly type: 'wave'; readonly number: number; readonly items: readonly QueueItem[] }
  | {
      readonly type: 'pattern';
      readonly host: string;
      readonly pattern: MdPattern | 'none' | undefined;
      readonly misses: number;
    }
  | { readonly type: 'committed'; readonly paths: readonly string[] }
  | { readonly type: 'cut' }
  /** URLs this run may not reach, and pages it need not ask for: neither are gone [S18]. */
  | { readonly type: 'spared'; readonly key: string }
  | { readonly type: 'fresh'; readonly path: string; readonly key: string; readonly found: readonly QueueItem[] }
  /** Its own address said so twice. */
  | { readonly type: 'gone'; readonly key: string }
  /** These are removed next; the summary names them, also after a crash. */
  | { readonly type: 'removing'; readonly urls: readonly string[] }
  /** The site answers from another origin: without it links of later waves would count as foreign. */
  | { readonly type: 'adopted'; readonly from: string; readonly to: string }
  | { readonly type: 'milestone'; readonly kind: MilestoneKind };

/** An append-only log of a job, written as it goes: after a crash the state is what the log says [S15]. */
export interface Journal {
  add(entry: JournalEntry): void;
  /** Everything added is stored when this resolves. */
  flush(): Promise<void>;
}

export const JOURNAL_PREFIX = 'log/';

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
