import { MATCHED_KEY } from '../../kernel/contract.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { isCodeKind } from '../../model/kind.ts';
import { alignMessage } from '../../search/align.ts';
import type { Analysis } from '../../search/analysis.ts';
import type { MessageWord } from '../../search/classify-query.ts';
import { findLiteral, HAS } from '../../search/literal.ts';
import type { CollectionFiles } from '../open/faces.ts';
import type { FoundChunk } from './to-hit.ts';

type Read = FoundChunk & { readonly text: string };

interface LiteralOptions {
  readonly literal: string;
  readonly isOpen: boolean;
  /** Whether tests and examples have full weight. */
  readonly secondaryToo: boolean;
}

/** Keeps the chunks with the literal: definitions first, in tests, examples and generated files after others, then uses in the same order. */
export function orderByLiteral(
  open: CollectionFiles,
  chunks: readonly Read[],
  { literal, isOpen, secondaryToo }: LiteralOptions,
): FoundChunk[] {
  const last = literal.split(/\.|::|#|->/).at(-1) as string;
  const judged = chunks.map((chunk) => {
    const { path, kind } = open.fileNames(chunk.fileIndex);
    const isCode = isCodeKind(kind);
    const { symbols } = chunk.row();
    const isNamed =
      (chunk.matched >>> MATCHED_KEY.symbol) & 1 && symbols.some((name) => name.split('.').at(-1) === last);
    const isTitle = ((chunk.matched >>> MATCHED_KEY.title) & 1) === 1;
    const has = isNamed || isTitle ? HAS.definition + 1 : findLiteral(chunk.text, { literal, isOpen, isCode });
    const inPath = path.includes(literal) ? HAS.use : HAS.nothing;
    const best = Math.max(has, inPath);
    const isLast = !secondaryToo && isSecondary(path, isCode);
    return { chunk, has: best, place: isLast ? (best >= HAS.value ? HAS.local + 0.5 : best / HAS.value) : best };
  });
  // In another case it counts only if nothing has it as typed.
  const least = judged.some(({ has }) => has >= HAS.use) ? HAS.use : HAS.folded;
  return judged
    .filter(({ has }) => has >= least)
    .sort((a, b) => b.place - a.place || b.chunk.score - a.chunk.score)
    .map(({ chunk, has }) => ({ ...chunk, defines: has >= HAS.heading }));
}

interface MessageContext {
  readonly kernel: Pick<Analysis, 'tokens'>;
  readonly open: CollectionFiles;
  readonly isStopWord: (word: string) => boolean;
}

/** Share of a message from which a text counts as having all of it. */
const WHOLE = 0.95;
/** Share from which a text is likely its source. */
const LIKELY = 0.6;
/** Weight of the ranking of the words beside their sequence. */
const RANK_WEIGHT = 0.3;
/** Tests, examples and change logs repeat messages, and do not throw them. */
const SECONDARY = 0.7;

/** Puts the innermost frame first, then the chunk that repeats most of the message, the other frames, and the others by how much they repeat. */
export function orderByMessage(
  { kernel, open, isStopWord }: MessageContext,
  words: readonly MessageWord[],
  frames: readonly FoundChunk[],
  chunks: readonly Read[],
): { readonly chunks: readonly FoundChunk[]; readonly all: number } {
  const shares = alignMessage(
    kernel,
    words,
    chunks.map(({ text }) => text),
    isStopWord,
  );
  const top = chunks.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  const ordered = chunks
    .map((chunk, i) => {
      const { path, kind } = open.fileNames(chunk.fileIndex);
      const share = shares[i] as number;
      const less = isSecondary(path, isCodeKind(kind)) ? SECONDARY : 1;
      return { chunk, share, value: less * (share + (RANK_WEIGHT * chunk.score) / top) };
    })
    .sort((a, b) => b.value - a.value);
  const [best] = ordered;
  const likely = best !== undefined && best.share >= LIKELY ? [best.chunk] : [];
  const listed = new Map(
    [...frames.slice(0, 1), ...likely, ...frames.slice(1), ...ordered.map(({ chunk }) => chunk)].map((chunk) => [
      `${chunk.shard}:${chunk.local}`,
      chunk,
    ]),
  );
  const isWhole = new Set([...frames, ...ordered.filter(({ share }) => share >= WHOLE).map(({ chunk }) => chunk)]);
  const found = [...listed.values()];
  const firstPart = found.findIndex((chunk) => !isWhole.has(chunk));
  const all = firstPart < 0 ? found.length : firstPart;
  return { chunks: found.map((chunk, i) => (i < all ? chunk : { ...chunk, some: true })), all };
}
