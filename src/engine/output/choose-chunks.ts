import { isCodeKind } from '../../model/kind.ts';
import { isSecondary } from '../../model/secondary.ts';
import type { PackReason, PackRule } from '../contract.ts';
import type { OpenCollection } from '../open/open-collection.ts';
import type { FoundChunk } from '../search/to-hit.ts';

/**
 * How a pack weighs what a search has found [P1]. Effects on 42 real issues (files and hunks of the change inside packs of 8,000 tokens from the
 * title, of 8,000 from the whole issue, of 32,000 from the title) stand in docs/benchmarks.md, one rule at a time.
 */
const WEIGHTS = {
  /** Tests, fixtures, examples, vendored files and change logs, unless a filter names them: they use what they test, and crowd it out. */
  secondary: 0.4,
  /** Text beside code: issues are told in the words of the documentation, and the change is in the code. */
  prose: 0.65,
  /** Small chunks come before large ones that are not much better; below this many tokens size hardly counts. */
  sizeBase: 100,
  /** A file that fits comes as a whole: each of its chunks has this share of its best one, less the more of the budget it takes. */
  whole: 0.75,
  wholeBudget: 0.1,
  /** The first chunk of a file of code says what the names in the others mean: it has this share of the file's best. */
  head: 0.5,
} as const;

export interface Choice {
  /** Place in the collection's order of chunks. */
  readonly ordinal: number;
  readonly why: PackReason;
}

export interface ChoiceOptions {
  readonly budgetTokens: number;
  /** A filter names tests, examples or change logs. */
  readonly keepsSecondary: boolean;
  /** Rules that are off. */
  readonly without: ReadonlySet<PackRule>;
}

/** The chunks that a pack is filled with, best first: hits, and what lies around them in the same files. Nothing is read. */
export function chooseChunks(open: OpenCollection, hits: readonly FoundChunk[], options: ChoiceOptions): Choice[] {
  const { budgetTokens, without } = options;
  const weights = toFileWeights(open, hits, options);
  const bestOf = new Map<number, number>();
  const found = new Map<number, { score: number; why: PackReason }>();
  const offer = (ordinal: number, score: number, why: PackReason): void => {
    if ((found.get(ordinal)?.score ?? 0) < score) found.set(ordinal, { score, why });
  };
  for (const { fileIndex, chunkIndex, score } of hits) {
    const own = score * (weights.get(fileIndex) as number);
    bestOf.set(fileIndex, Math.max(own, bestOf.get(fileIndex) ?? 0));
    offer((open.ordinals[fileIndex] as number) + chunkIndex, own, 'hit');
  }
  for (const [fileIndex, best] of bestOf) {
    const { chunk_count, token_total, kind } = open.row(fileIndex);
    const share = WEIGHTS.whole / (1 + token_total / (budgetTokens * WEIGHTS.wholeBudget));
    const first = open.ordinals[fileIndex] as number;
    if (chunk_count > 1 && isCodeKind(kind) && !without.has('head')) offer(first, best * WEIGHTS.head, 'head');
    if (without.has('whole')) continue;
    for (let i = 0; i < chunk_count; i++) offer(first + i, best * share, 'same-file');
  }
  return [...found]
    .map(([ordinal, { score, why }]) => ({
      ordinal,
      why,
      score: without.has('small') ? score : score / toSizeFactor(open, ordinal),
    }))
    .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
    .map(({ ordinal, why }) => ({ ordinal, why }));
}

/** By file: what kind of file it is decides how much its hits count. */
function toFileWeights(
  open: OpenCollection,
  hits: readonly FoundChunk[],
  { keepsSecondary, without }: ChoiceOptions,
): ReadonlyMap<number, number> {
  const files = new Map([...new Set(hits.map(({ fileIndex }) => fileIndex))].map((i) => [i, open.row(i)]));
  const hasCode = [...files.values()].some(({ kind }) => isCodeKind(kind));
  return new Map(
    [...files].map(([i, { path, kind }]) => {
      const isLater = !keepsSecondary && !without.has('secondary') && isSecondary(path, isCodeKind(kind));
      const isProse = hasCode && !without.has('prose') && !isCodeKind(kind);
      return [i, (isLater ? WEIGHTS.secondary : 1) * (isProse ? WEIGHTS.prose : 1)];
    }),
  );
}

/** Scores are divided by tokens to the power of 5/16: square roots are the same in all browsers, other powers are not. */
function toSizeFactor(open: OpenCollection, ordinal: number): number {
  const fileIndex = open.fileOfOrdinal(ordinal);
  const { chars } = open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number));
  const quarter = Math.sqrt(Math.sqrt(WEIGHTS.sizeBase + Math.ceil(chars / 4)));
  return quarter * Math.sqrt(Math.sqrt(quarter));
}
