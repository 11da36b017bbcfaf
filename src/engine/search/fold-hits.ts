import { LIMITS } from '../../model/limits.ts';
import type { FoundChunk } from './to-hit.ts';

/** Limits the rows per file; the last row of a file has the number of rows folded under it. */
export function foldHits(chunks: readonly FoundChunk[], fileHits: Uint32Array): FoundChunk[] {
  const shown = new Map<number, number>();
  const rows: FoundChunk[] = [];
  for (const chunk of chunks) {
    const count = (shown.get(chunk.fileIndex) ?? 0) + 1;
    shown.set(chunk.fileIndex, count);
    if (count > LIMITS.foldedHits) continue;
    const folded = (fileHits[chunk.fileIndex] as number) - LIMITS.foldedHits;
    rows.push(count === LIMITS.foldedHits && folded > 0 ? { ...chunk, folded } : chunk);
  }
  return rows;
}

export function countRows(fileHits: Uint32Array): number {
  let rows = 0;
  for (const hits of fileHits) rows += Math.min(hits, LIMITS.foldedHits);
  return rows;
}
