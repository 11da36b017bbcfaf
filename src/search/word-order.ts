import type { Analysis } from './analysis.ts';
import type { QueryWord } from './parse-query.ts';

/** Returns false for one word, for pasted texts, which no chunk repeats in order, and for misspelt words. `1.5.0` counts as three words. */
export function hasOrder(analysis: Pick<Analysis, 'tokens'>, words: readonly QueryWord[]): boolean {
  if (!words.every(({ line, fuzzy }) => line === 0 && fuzzy === 0)) return false;
  return words.length > 1 || words.some(({ text }) => analysis.tokens(text).length > 1);
}

export interface Placed {
  readonly score: number;
  readonly fileIndex: number;
  readonly chunkIndex: number;
}

/** Multiplies the scores and sorts: best first, ties in path order. */
export function multiplyScores<T extends Placed>(hits: readonly T[], factors: Float64Array): T[] {
  return hits
    .map((hit, i) => ({ ...hit, score: hit.score * (factors[i] as number) }))
    .sort((a, b) => b.score - a.score || a.fileIndex - b.fileIndex || a.chunkIndex - b.chunkIndex);
}
