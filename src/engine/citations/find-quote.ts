import {
  findPattern,
  type Likeness,
  type Pattern,
  toLikeness,
  toPatterns,
  toWords,
} from '../../citations/match-quote.ts';
import type { Passage } from '../../citations/passage.ts';
import type { Kernel } from '../../kernel/contract.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { rankChunks } from '../search/run-search.ts';
import { createPassages, type QuotePlace } from './passages.ts';

export interface QuoteParts {
  readonly kernel: Kernel;
  readonly open: SearchedCollection;
}

/** Chunks that share the most words with a quotation: one of them contains it all if any chunk does. */
const MAX_CANDIDATES = 24;
const MAX_NEAR = 6;
/** Words looked up; the longest are usually the rarest. */
const MAX_WORDS = 24;
const MAX_PHRASE_WORDS = 8;
/** Share of word pairs from which a text counts as the one that was meant. */
const NEAR_PAIRS = 0.5;
const NEAR_WORDS = 0.7;
const SHORT_WORDS = 16;

/** Finds quotations with one search, and another inside the file if one is named. */
export function createQuoteFinder({ kernel, open }: QuoteParts) {
  const passages = createPassages(open);
  let last: { readonly key: string; readonly chunks: ReturnType<typeof rankChunks> } | undefined;

  /** Keeps the last answer: words that are nowhere are looked for once more, as ones that differ a little. */
  function findChunks(quote: string, path?: string): ReturnType<typeof rankChunks> {
    const key = JSON.stringify([quote, path]);
    const filters = path === undefined ? undefined : { path: [path] };
    const chunks =
      last?.key === key ? last.chunks : rankChunks(kernel, open, toQuestion(quote), { limit: MAX_CANDIDATES, filters });
    last = { key, chunks };
    return chunks;
  }

  async function findIn(
    patterns: readonly Pattern[],
    chunks: readonly { fileIndex: number; chunkIndex: number }[],
    chars: number,
  ): Promise<QuotePlace | undefined> {
    for (const { fileIndex, chunkIndex } of chunks) {
      const passage = await passages.around(fileIndex, chunkIndex, chars);
      const place = findPlace(patterns, passage);
      if (place !== undefined) return { path: open.file(fileIndex).path, lines: place };
    }
    return undefined;
  }

  return {
    /** Finds the words, preferring the place `within`; undefined if they are nowhere. */
    async find(quote: string, within?: QuotePlace): Promise<QuotePlace | undefined> {
      const patterns = toPatterns(quote);
      if (within !== undefined) {
        const passage = await passages.within(within);
        const lines = passage && findPlace(patterns, passage, within.lines);
        if (lines !== undefined && isWithin(lines, within.lines)) return { path: within.path, lines };
        const inFile = await findIn(patterns, await findChunks(quote, within.path), quote.length);
        if (inFile !== undefined && inFile.path === within.path) return inFile;
      }
      const ranked = await findIn(patterns, await findChunks(quote), quote.length);
      if (ranked !== undefined) return ranked;
      // If many texts share the same words, the right chunk may rank too low by words; their order finds it.
      for (const phrase of toPhrases(quote)) {
        const chunks = await rankChunks(kernel, open, phrase, { limit: MAX_CANDIDATES });
        const found = await findIn(patterns, chunks, quote.length);
        if (found !== undefined) return found;
      }
      return undefined;
    },

    /** Finds text that differs a little, and returns it with its place. */
    async findNear(quote: string, within?: QuotePlace): Promise<(QuotePlace & { readonly text: string }) | undefined> {
      const words = toWords(quote).length;
      const texts: { path: string; passage: Passage }[] = [];
      const own = within && (await passages.within(within));
      if (within !== undefined && own !== undefined) texts.push({ path: within.path, passage: own });
      for (const { fileIndex, chunkIndex } of (await findChunks(quote)).slice(0, MAX_NEAR))
        texts.push({
          path: open.file(fileIndex).path,
          passage: await passages.around(fileIndex, chunkIndex, quote.length / 4),
        });
      let best: { path: string; passage: Passage; likeness: Likeness; score: number } | undefined;
      for (const { path, passage } of texts) {
        const likeness = toLikeness(quote, passage);
        const inOrder = likeness.pairs / NEAR_PAIRS;
        const score = Math.max(inOrder, words <= SHORT_WORDS ? likeness.words / NEAR_WORDS : 0);
        if (score >= 1 && score > (best?.score ?? 0)) best = { path, passage, likeness, score };
      }
      if (best === undefined) return undefined;
      const [start, end] = best.likeness.span;
      return { path: best.path, lines: best.passage.linesOf(start, end), text: best.passage.text.slice(start, end) };
    },

    /** Returns the text of these lines from their chunks. */
    readLines: passages.lines,
    readNumbered: passages.numbered,
  };
}

export type QuoteFinder = ReturnType<typeof createQuoteFinder>;

/** Returns the first match, or one on the named lines. */
function findPlace(
  patterns: readonly Pattern[],
  passage: Passage,
  lines?: readonly [number, number],
): [number, number] | undefined {
  for (const pattern of patterns) {
    const places = findPattern(pattern, passage).map(([start, end]) => passage.linesOf(start, end));
    const named = lines && places.find((place) => isWithin(place, lines));
    if (named !== undefined) return named;
    if (places[0] !== undefined) return places[0];
  }
  return undefined;
}

/** Checks that a quotation is on the cited lines, or starts on the one cited line. */
export function isWithin([start, end]: readonly [number, number], [first, last]: readonly [number, number]): boolean {
  return start >= first && (end <= last || (first === last && start === first));
}

/** Returns the first and last words of the longest line without a secret, as quoted phrases: a chunk may end between them. */
function toPhrases(quote: string): string[] {
  const lines = quote.split(/\n|\[\[secret:[^\]]{0,80}\]\]|…|\.\.\./).map(toWords);
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), []);
  const ends = [longest.slice(0, MAX_PHRASE_WORDS), longest.slice(-MAX_PHRASE_WORDS)];
  return (longest.length > MAX_PHRASE_WORDS ? ends : ends.slice(0, 1)).map((words) => `"${words.join(' ')}"`);
}

function toQuestion(quote: string): string {
  const words = [...new Set(toWords(quote))].filter(
    (word) => (word.length > 1 || /\d/.test(word)) && !/^secret$/.test(word),
  );
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  return words.filter((word) => longest.includes(word)).join(' ');
}
