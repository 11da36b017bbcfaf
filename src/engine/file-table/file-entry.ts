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

/** Not in any shard yet: kept, but not searchable before the next merge. */
export const NO_SHARD = -1;
/** Shards with this number and above hold one checkpoint each of a running job; the job's end replaces them by the final ones. */
export const FIRST_CHECKPOINT_SHARD = 1 << 20;

/** What the file table keeps of one file. `path` is what people see: `relPath`, after the source's slug where there are several sources. */
export interface FileEntry extends LeafFacts {
  readonly sourceId: string;
  readonly relPath: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  /** Decides only what a sync must hash again; -1 when unknown. */
  readonly mtimeMs: number;
  readonly meta?: PageMeta;
  /** Its outline is still to be made. */
  readonly incomplete?: Incomplete;
  readonly shard: number;
  readonly leaf: BundleSpan;
  readonly contents: BundleSpan;
  /** The file's own bytes, where they differ from its contents. */
  readonly original?: BundleSpan;
}

/** What a generation knows beside its entries. */
export interface TableExtras {
  readonly skips: Readonly<Record<string, readonly Skip[]>>;
  /** Warnings of the scan, by source: paths that never became an entry. */
  readonly scanWarnings: Readonly<Record<string, readonly Warning[]>>;
}

/** Everything a generation knows beside bundles and shards. Entries are in path order. */
export interface FileTable extends TableExtras {
  readonly entries: readonly FileEntry[];
}

export const EMPTY_TABLE: FileTable = { entries: [], skips: {}, scanWarnings: {} };

/** A search can find it. Refused files have no chunk, and neither do empty ones. */
export function hasText({ chunkCount }: Pick<FileEntry, 'chunkCount'>): boolean {
  return chunkCount > 0;
}

export function isKept(entry: FileEntry): boolean {
  return entry.refused === undefined;
}
