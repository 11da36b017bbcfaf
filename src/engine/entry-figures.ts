import { type FileEntry, isKept } from './file-entry.ts';

/** Sums over the kept entries of a table; `warnings` over all. */
export interface EntryFigures {
  readonly files: number;
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
  const sums = { files: 0, chunks: 0, bytes: 0, tokens: 0, warnings: 0 };
  return {
    get files() {
      return sums.files;
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
      if (!isKept(entry)) return;
      sums.files += sign;
      sums.chunks += sign * entry.chunkCount;
      sums.bytes += sign * entry.bytes;
      sums.tokens += sign * entry.tokenTotal;
      filesOf.set(entry.sourceId, (filesOf.get(entry.sourceId) ?? 0) + sign);
    },
  };
}
