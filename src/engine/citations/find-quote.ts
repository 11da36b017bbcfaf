import {
  findPattern,
  type Likeness,
  type Pattern,
  toLikeness,
  toPatterns,
  toWords,
} from '../../citations/match-quote.ts';
import { type Passage, toPassage } from '../../citations/passage.ts';
import type { ChunkRow, Kernel } from '../../kernel/contract.ts';
import type { OpenCollection } from '../search/open-collection.ts';
import { rankChunks } from '../search/run-search.ts';
import type { SearchTarget } from '../search/search-target.ts';

export interface QuotePlace {
  readonly path: string;
  readonly lines: readonly [number, number];
}

export interface QuoteFinder {
  /** Where the words stand, one of `within` first; undefined where they stand nowhere. */
  find(quote: string, within?: QuotePlace): Promise<QuotePlace | undefined>;
  /** Where something stands that differs a little, with the text of it. */
  findNear(quote: string, within?: QuotePlace): Promise<(QuotePlace & { readonly text: string }) | undefined>;
  /** The text of lines as chunks hold it. */
  readLines(place: QuotePlace): Promise<string>;
}

export interface QuoteParts {
  readonly kernel: Kernel;
  readonly open: OpenCollection;
  readonly target: SearchTarget;
}

/** Chunks that hold most of the words: one of them holds all, where any does. */
const MAX_CANDIDATES = 24;
const MAX_NEAR = 6;
/** Words that are looked up: the longest ones are the rarest. */
const MAX_WORDS = 24;
/** Of pairs of words, from which on a text is the one that was meant. */
const NEAR_PAIRS = 0.5;
const NEAR_WORDS = 0.7;
const SHORT_WORDS = 16;

/** Asks the index for a quotation: one search, and another one inside of the file where one is named. */
export function createQuoteFinder({ kernel, open, target }: QuoteParts): QuoteFinder {
  async function findChunks(
    quote: string,
    path?: string,
  ): Promise<readonly { fileIndex: number; chunkIndex: number }[]> {
    const found = await rankChunks(kernel, target, toQuestion(quote), {
      limit: MAX_CANDIDATES,
      ...(path === undefined ? {} : { filters: { path: [path] } }),
    });
    return found;
  }

  /** The chunk with as much of its neighbours as the quotation may reach into. */
  async function readAround(fileIndex: number, chunkIndex: number, chars: number): Promise<Passage> {
    const { chunkCount } = open.file(fileIndex);
    const row = (i: number): ChunkRow => open.chunkRow(fileIndex, i);
    let first = chunkIndex;
    let last = chunkIndex;
    for (let room = chars * 2; first > 0 && room > 0; first--) room -= row(first - 1).chars;
    for (let room = chars * 2; last < chunkCount - 1 && room > 0; last++) room -= row(last + 1).chars;
    return readPassage(fileIndex, first, last);
  }

  async function readPassage(fileIndex: number, first: number, last: number): Promise<Passage> {
    const rows = Array.from({ length: last - first + 1 }, (_, i) => open.chunkRow(fileIndex, first + i));
    const texts = await open.readTexts(rows.map(({ startByte, endByte }) => ({ fileIndex, startByte, endByte })));
    return toPassage(rows.map(({ startLine }, i) => ({ startLine, text: texts[i] as string })));
  }

  /** The chunks on some lines of a file. */
  async function readWithin({ path, lines }: QuotePlace): Promise<Passage | undefined> {
    const fileIndex = open.findFileIndex(path);
    if (fileIndex === undefined) return undefined;
    const { chunkCount } = open.file(fileIndex);
    const rows = Array.from({ length: chunkCount }, (_, i) => open.chunkRow(fileIndex, i));
    const first = rows.findIndex(({ endLine }) => endLine >= lines[0]);
    const last = rows.findLastIndex(({ startLine }) => startLine <= lines[1]);
    return first < 0 || last < first ? undefined : readPassage(fileIndex, first, last);
  }

  async function findIn(
    patterns: readonly Pattern[],
    chunks: readonly { fileIndex: number; chunkIndex: number }[],
    chars: number,
  ): Promise<QuotePlace | undefined> {
    for (const { fileIndex, chunkIndex } of chunks) {
      const passage = await readAround(fileIndex, chunkIndex, chars);
      const place = findPlace(patterns, passage);
      if (place !== undefined) return { path: open.file(fileIndex).path, lines: place };
    }
    return undefined;
  }

  return {
    async find(quote, within) {
      const patterns = toPatterns(quote);
      if (within !== undefined) {
        const passage = await readWithin(within);
        const lines = passage && findPlace(patterns, passage, within.lines);
        if (lines !== undefined && isWithin(lines, within.lines)) return { path: within.path, lines };
        const inFile = await findIn(patterns, await findChunks(quote, within.path), quote.length);
        if (inFile !== undefined && inFile.path === within.path) return inFile;
      }
      return findIn(patterns, await findChunks(quote), quote.length);
    },

    async findNear(quote, within) {
      const words = toWords(quote).length;
      const passages: { path: string; passage: Passage }[] = [];
      const own = within && (await readWithin(within));
      if (within !== undefined && own !== undefined) passages.push({ path: within.path, passage: own });
      for (const { fileIndex, chunkIndex } of (await findChunks(quote)).slice(0, MAX_NEAR))
        passages.push({
          path: open.file(fileIndex).path,
          passage: await readAround(fileIndex, chunkIndex, quote.length / 4),
        });
      let best: { path: string; passage: Passage; likeness: Likeness; score: number } | undefined;
      for (const { path, passage } of passages) {
        const likeness = toLikeness(quote, passage);
        const inOrder = likeness.pairs / NEAR_PAIRS;
        const score = Math.max(inOrder, words <= SHORT_WORDS ? likeness.words / NEAR_WORDS : 0);
        if (score >= 1 && score > (best?.score ?? 0)) best = { path, passage, likeness, score };
      }
      if (best === undefined) return undefined;
      const [start, end] = best.likeness.span;
      return { path: best.path, lines: best.passage.linesOf(start, end), text: best.passage.text.slice(start, end) };
    },

    async readLines(place) {
      const fileIndex = open.findFileIndex(place.path);
      if (fileIndex === undefined) return '';
      const rows = Array.from({ length: open.file(fileIndex).chunkCount }, (_, i) =>
        open.chunkRow(fileIndex, i),
      ).filter(({ startLine, endLine }) => endLine >= place.lines[0] && startLine <= place.lines[1]);
      const texts = await open.readTexts(rows.map(({ startByte, endByte }) => ({ fileIndex, startByte, endByte })));
      return texts
        .map((text, i) => {
          const { startLine } = rows[i] as ChunkRow;
          return text
            .split('\n')
            .filter((_, line) => startLine + line >= place.lines[0] && startLine + line <= place.lines[1])
            .join('\n');
        })
        .join('\n');
    },
  };
}

/** The first place, or one on the lines that were named. */
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

/** Whether a quotation stands where it was said to: on those lines, or from that line on. */
export function isWithin([start, end]: readonly [number, number], [first, last]: readonly [number, number]): boolean {
  return start >= first && (end <= last || (first === last && start === first));
}

function toQuestion(quote: string): string {
  const words = [...new Set(toWords(quote))].filter((word) => word.length > 1 && !/^secret$/.test(word));
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  return words.filter((word) => longest.includes(word)).join(' ');
}
