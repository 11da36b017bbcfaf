import type { LeafFacts } from '../../kernel/contract.ts';
import type { Incomplete } from '../../model/incomplete.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';

/** A half-open span of a stored bundle. */
export interface BundleSpan {
  readonly bundle: string;
  readonly start: number;
  readonly end: number;
}

/** In no shard yet: stored, but not searchable before the next merge. */
export const NO_SHARD = -1;
/** First shard number of checkpoints. Each such shard contains one checkpoint of a running job, whose last commit replaces them all. */
export const FIRST_CHECKPOINT_SHARD = 1 << 20;

/** Facts the file table stores about one file. `path` is shown to users: `relPath`, after the source's slug if there are several sources. */
export interface FileEntry extends LeafFacts {
  readonly sourceId: string;
  readonly relPath: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  /** Decides which files a sync hashes again, and for searches by date; -1 if unknown. A stamp of the content in a repository read by address. */
  readonly mtimeMs: number;
  readonly meta?: PageMeta;
  /** Set while the outline is missing. */
  readonly incomplete?: Incomplete;
  readonly shard: number;
  readonly leaf: BundleSpan;
  readonly contents: BundleSpan;
  /** The file's original bytes, if they differ from its contents. */
  readonly original?: BundleSpan;
}

/** Facts of a generation outside its entries. */
export interface TableExtras {
  readonly skips: Readonly<Record<string, readonly Skip[]>>;
  /** Scan warnings by source: about paths that never became an entry. */
  readonly scanWarnings: Readonly<Record<string, readonly Warning[]>>;
}

/** Everything a generation stores except bundles and shards. Entries are in path order; each walk may decode them again. */
export interface FileTable extends TableExtras {
  readonly entries: Iterable<FileEntry>;
}

export const EMPTY_TABLE: FileTable = { entries: [], skips: {}, scanWarnings: {} };

/** Whether a search can find the file. Refused and empty files have no chunks. */
export function hasText({ chunkCount }: Pick<FileEntry, 'chunkCount'>): boolean {
  return chunkCount > 0;
}

type Waitable = Pick<FileEntry, 'refused' | 'chunkCount' | 'incomplete'>;

/** Whether the file can't be searched before its reader is there. */
export function isWaiting({ refused, chunkCount, incomplete }: Waitable): boolean {
  return refused === undefined && incomplete !== undefined && chunkCount === 0;
}

export function isKept(entry: FileEntry): boolean {
  return entry.refused === undefined;
}
