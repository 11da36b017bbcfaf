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
  const figures = {
    files: 0,
    empty: 0,
    refused: 0,
    chunks: 0,
    bytes: 0,
    tokens: 0,
    warnings: 0,
    filesOf: (sourceId: string) => filesOf.get(sourceId) ?? 0,
    add(entry: FileEntry, sign: 1 | -1) {
      figures.warnings += sign * entry.warnings.length;
      if (!isKept(entry)) {
        figures.refused += sign;
        return;
      }
      figures.files += sign;
      if (!hasText(entry)) figures.empty += sign;
      figures.chunks += sign * entry.chunkCount;
      figures.bytes += sign * entry.bytes;
      figures.tokens += sign * entry.tokenTotal;
      filesOf.set(entry.sourceId, (filesOf.get(entry.sourceId) ?? 0) + sign);
    },
  };
  return figures;
}
