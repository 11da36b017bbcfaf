import type { Analysis } from './analysis.ts';
import type { QueryWord } from './query-words.ts';

/** One word has no order, a pasted text none that a chunk could have, and misspelt words are not written anywhere. `1.5.0` is three words. */
export function hasOrder(analysis: Pick<Analysis, 'tokens'>, words: readonly QueryWord[]): boolean {
  if (!words.every(({ line, fuzzy }) => line === 0 && fuzzy === 0)) return false;
  return words.length > 1 || words.some(({ text }) => analysis.tokens(text).length > 1);
}

/** A hit and its place in path order. */
export interface Placed {
  readonly score: number;
  readonly fileIndex: number;
  readonly chunkIndex: number;
}

/** The same hits with their scores multiplied, best first; equal ones in path order. */
export function multiplyScores<T extends Placed>(hits: readonly T[], factors: Float64Array): T[] {
  return hits
    .map((hit, i) => ({ ...hit, score: hit.score * (factors[i] as number) }))
    .sort((a, b) => b.score - a.score || a.fileIndex - b.fileIndex || a.chunkIndex - b.chunkIndex);
}
