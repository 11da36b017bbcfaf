import { type FileEntry, hasText, isKept } from './file-entry.ts';

/** Sums over the kept entries of a table; `warnings` and `refused` over all. */
export interface EntryFigures {
  readonly files: number;
  /** Of `files`, those without a chunk. */
  readonly empty: number;
  /** Not kept. */
  readonly refused: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly warnings: number;
  filesOf(sourceId: string): number;
}

export interface CountedFigures extends EntryFigures {
  /** `sign` -1 takes it off again. */
  add(entry: FileEntry, sign: 1 | -1): void;
}

export function createFigures(): CountedFigures {
  const filesOf = new Map<string, number>();
  const sums = { files: 0, empty: 0, refused: 0, chunks: 0, bytes: 0, tokens: 0, warnings: 0 };
  return {
    get files() {
      return sums.files;
    },
    get empty() {
      return sums.empty;
    },
    get refused() {
      return sums.refused;
    },
    get chunks() {
      return sums.chunks;
    },
    get bytes() {
      return sums.bytes;
    },
    get tokens() {
      return sums.tokens;
    },
    get warnings() {
      return sums.warnings;
    },
    filesOf: (sourceId) => filesOf.get(sourceId) ?? 0,
    add(entry, sign) {
      sums.warnings += sign * entry.warnings.length;
      if (!isKept(entry)) {
        sums.refused += sign;
        return;
      }
      sums.files += sign;
      if (!hasText(entry)) sums.empty += sign;
      sums.chunks += sign * entry.chunkCount;
      sums.bytes += sign * entry.bytes;
      sums.tokens += sign * entry.tokenTotal;
      filesOf.set(entry.sourceId, (filesOf.get(entry.sourceId) ?? 0) + sign);
    },
  };
}
