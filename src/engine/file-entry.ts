import type { Kind } from '../model/kind.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { Warning, WarningCode } from '../model/warning.ts';

/** A half-open span of a stored pack. */
export interface PackSpan {
  readonly pack: string;
  readonly start: number;
  readonly end: number;
}

/** Not in any shard yet: kept, but not searchable before the next merge. */
export const NO_SHARD = -1;
/** Shards with this number and above hold one checkpoint each of a running job; the job's end replaces them by the final ones. */
export const FIRST_CHECKPOINT_SHARD = 1 << 20;

/** What the file table keeps of one file. `path` is what people see: `relPath`, after the source's slug where there are several sources. */
export interface FileEntry {
  readonly sourceId: string;
  readonly relPath: string;
  readonly path: string;
  readonly kind: Kind;
  readonly language: string;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  /** Decides only what a sync must hash again; -1 when unknown. */
  readonly mtimeMs: number;
  readonly meta?: PageMeta;
  /** The file is known but has no place in the collection. */
  readonly refused?: WarningCode;
  readonly lineCount: number;
  readonly chunkCount: number;
  readonly tokenTotal: number;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly warnings: readonly Warning[];
  readonly shard: number;
  readonly leaf: PackSpan;
  readonly contents: PackSpan;
  /** The file's own bytes, where they differ from its contents. */
  readonly original?: PackSpan;
}

export function isKept(entry: FileEntry): boolean {
  return entry.refused === undefined;
}
