import { type FileEntry, hasText, isKept } from './file-entry.ts';

/** Sums over the kept entries of a table; `warnings` and `refused` over all entries. */
export interface EntryTotals {
  readonly files: number;
  /** Kept files without a chunk. */
  readonly empty: number;
  /** Files not kept. */
  readonly refused: number;
  /** Kept files whose outline is missing. */
  readonly incomplete: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly warnings: number;
  filesOf(sourceId: string): number;
}

export interface CountedTotals extends EntryTotals {
  /** `sign` -1 subtracts it. */
  add(entry: FileEntry, sign: 1 | -1): void;
}

export function createTotals(): CountedTotals {
  const filesOf = new Map<string, number>();
  const totals = {
    files: 0,
    empty: 0,
    refused: 0,
    incomplete: 0,
    chunks: 0,
    bytes: 0,
    tokens: 0,
    warnings: 0,
    filesOf: (sourceId: string) => filesOf.get(sourceId) ?? 0,
    add(entry: FileEntry, sign: 1 | -1) {
      totals.warnings += sign * entry.warnings.length;
      filesOf.set(entry.sourceId, (filesOf.get(entry.sourceId) ?? 0) + sign);
      if (!isKept(entry)) {
        totals.refused += sign;
        return;
      }
      totals.files += sign;
      if (!hasText(entry)) totals.empty += sign;
      if (entry.incomplete !== undefined) totals.incomplete += sign;
      totals.chunks += sign * entry.chunkCount;
      totals.bytes += sign * entry.bytes;
      totals.tokens += sign * entry.tokenTotal;
    },
  };
  return totals;
}
