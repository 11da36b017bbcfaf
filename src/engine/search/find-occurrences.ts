import type { Kernel } from '../../kernel/contract.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import {
  type LineMatches,
  listLiterals,
  type MatchHow,
  matchLines,
  splitListed,
  toPattern,
} from '../../lib/match-lines.ts';
import { AppError } from '../../model/app-error.ts';
import type { Filters } from '../../model/hit.ts';
import { LIMITS } from '../../model/limits.ts';
import { createFileFilter, joinFilters, needsDates, needsNames } from '../../search/filters.ts';
import { parseQuery } from '../../search/parse-query.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import { findStemmers, toNamedFiles } from './languages.ts';
import type { FileOccurrences, MatchTexts, OccurrenceLine, OccurrencePage, OccurrenceWish } from './occurrence.ts';
import { rankWords } from './rank-words.ts';
import { toRows } from './to-chunks.ts';

/** Text read for one page: other requests wait for one at most. */
const PAGE_BYTES = 4_000_000;
/** Text matched at once. A cancelled `match` ends the page: no more than this is read after it. */
const SLICE_BYTES = 500_000;

/**
 * Lists every match of a text by file and line, one page of files after another. Reads only files that can have a match by the index, where it can
 * tell. Only a regular expression needs `match`: plain text cannot take long.
 */
export async function findOccurrences(
  kernel: Kernel,
  open: SearchedCollection,
  wish: OccurrenceWish,
  match?: MatchTexts,
): Promise<OccurrencePage> {
  const asked = toAsked(wish);
  const [badDate] = asked.badDates;
  if (badDate !== undefined) throw new AppError('engine/bad-date', 'this filter has no date', { filter: badDate });
  const { pattern, how } = asked;
  if (pattern === undefined) throw new AppError('engine/bad-pattern', 'this is no regular expression', {});
  const run = how.regex ? match : matchHere;
  if (run === undefined) throw new AppError('engine/bad-pattern', 'only plain text can be matched here', {});
  const candidates = await listCandidates(kernel, open, wish, asked);
  const { from = 0, limit = LIMITS.maxOccurrenceLines } = wish;
  const needs = how.case ? longest(asked.literals) : '';
  const files: FileOccurrences[] = [];
  let matches = 0;
  let room = limit;
  let next = from;
  for (let bytes = 0; next < candidates.length && bytes < PAGE_BYTES; ) {
    const start = next;
    for (const end = bytes + SLICE_BYTES; next < candidates.length && bytes < end; next++)
      bytes += open.row(candidates[next] as number).bytes;
    const read = await Promise.all(candidates.slice(start, next).map((i) => open.readContents(i)));
    const texts = read.map(fromUtf8);
    const found = await run({ texts, pattern, needs });
    for (const [i, own = NONE] of found.entries()) {
      if (own.length === 0) continue;
      matches += own.length / 3;
      if (room === 0) continue;
      const fileIndex = candidates[start + i] as number;
      const lineOf = await createLineFinder(open, fileIndex, read[i] as Uint8Array);
      const lines = toLines(texts[i] as string, own, { lineOf, limit: room });
      room -= lines.length;
      const { path, kind, language } = open.fileNames(fileIndex);
      files.push({ path, kind, ...(language === undefined ? {} : { language }), lines });
    }
  }
  const more = next < candidates.length ? { next } : {};
  return { files, matches, done: next, total: candidates.length, ...more };
}

const NONE: LineMatches = new Uint32Array();

const matchHere: MatchTexts = async ({ texts, pattern, ...options }) =>
  texts.map((text) => matchLines(text, pattern, options));

interface AskedText {
  readonly pattern: RegExp | undefined;
  readonly how: MatchHow;
  readonly literals: readonly string[];
  readonly filters: Filters;
  readonly minusFilters: Filters;
  readonly badDates: readonly string[];
}

function toAsked({ query, how = {}, literal, filters = {} }: OccurrenceWish): AskedText {
  const typed = (literal ? undefined : splitListed(query, how)) ?? { text: query, how, filters: '' };
  const parsed = parseQuery(typed.filters);
  return {
    pattern: toPattern(typed.text, typed.how),
    how: typed.how,
    literals: typed.how.regex ? listLiterals(typed.text) : [typed.text],
    filters: joinFilters(parsed.filters, filters),
    minusFilters: parsed.minusFilters,
    badDates: parsed.badDates ?? [],
  };
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

/** Lists the files, in path order, that pass the filters and may have a match. */
async function listCandidates(
  kernel: Kernel,
  open: SearchedCollection,
  { selection }: OccurrenceWish,
  asked: AskedText,
): Promise<number[]> {
  const { filters, minusFilters } = asked;
  if (needsNames(filters) || needsNames(minusFilters)) await open.completeFiles();
  const dates = needsDates(filters) || needsDates(minusFilters) ? await open.readDates() : undefined;
  const passes = createFileFilter(toNamedFiles(open, dates), filters, minusFilters);
  const selected = selection && new Set((await resolveSelection(kernel, open, selection)).files);
  const holds = await createWordTest(kernel, open, asked);
  const { numbers, names } = open.facets.kind;
  const image = names.indexOf('image');
  const all = Array.from({ length: open.fileCount }, (_, i) => i);
  return all.filter((i) => numbers[i] !== image && passes(i) && selected?.has(i) !== false && holds(i));
}

/** Average bytes of a line, above which words may be cut in two by the end of a chunk. */
const LONG_LINES = 200;

/** Returns whether a file can contain the literals, by the words in them whose both ends are certain. */
async function createWordTest(
  kernel: Kernel,
  open: SearchedCollection,
  asked: AskedText,
): Promise<(fileIndex: number) => boolean> {
  const words = open.incomplete ? [] : asked.literals.flatMap((text) => listSureWords(kernel, text, asked.how));
  const hits: Uint32Array[] = [];
  const stemmers = await findStemmers(open);
  for (const terms of new Map(words.map((forms) => [forms.join(' '), forms])).values()) {
    const { fileHits } = await rankWords(kernel, open, {
      ...{ words: [], minus: [], required: [], allow: undefined, limit: 0, offset: 0, secondaryToo: true },
      ...{ stemmers, compounds: false },
      terms: terms.map((text) => ({ text, weight: 1 })),
    });
    hits.push(fileHits);
  }
  if (hits.length === 0) return () => true;
  return (i) => {
    if (hits.every((counts) => counts[i] !== 0)) return true;
    const { kind } = open.fileNames(i);
    // In JSON the index has decoded strings, the text has escapes.
    if (kind === 'json') return true;
    const { bytes, lineCount } = open.row(i);
    return bytes > lineCount * LONG_LINES;
  };
}

/** ASCII that ends every word of the index, unlike a hyphen. */
const SEPARATOR = /[^\w\-\u0080-\u{10ffff}]/u;
/** The index cuts longer words. */
const MAX_WORD = 40;

/** Lists words that every match contains whole, each as the terms of which one is in the index. */
function listSureWords(kernel: Kernel, text: string, how: MatchHow): string[][] {
  const isWhole = how.word === true && how.regex !== true;
  const isEnd = (unit: string | undefined): boolean => (unit === undefined ? isWhole : SEPARATOR.test(unit));
  return kernel.tokens(text).flatMap(({ start, end, text: whole, parts }) => {
    const isSure = isEnd(text[start - 1]) && isEnd(text[end]) && end - start <= MAX_WORD;
    // In another case, a word may have other parts.
    if (!isSure || !/^[\w-]+$/.test(text.slice(start, end)) || (!how.case && (isWhole || parts.length > 0))) return [];
    const plain = (word: string): string[] => [...new Set([word, ...kernel.termsOf(word, true)])];
    if (parts.length === 0) return [plain(whole)];
    return parts.filter((part) => part.length > 1).map(plain);
  });
}

/** Returns the line of the file for a line of its contents. For pages and documents, only their chunks know it. */
async function createLineFinder(
  open: SearchedCollection,
  fileIndex: number,
  bytes: Uint8Array,
): Promise<(line: number) => number> {
  await open.prepareChunks([fileIndex]);
  const starts: { readonly from: number; readonly line: number }[] = [];
  let from = 0;
  let at = 0;
  for (const { startByte, startLine } of toRows(open, fileIndex)) {
    for (let next = bytes.indexOf(LF, at); next >= 0 && next < startByte; next = bytes.indexOf(LF, at)) {
      at = next + 1;
      from++;
    }
    starts.push({ from, line: startLine });
  }
  let chunk = 0;
  return (line) => {
    while (chunk > 0 && (starts[chunk]?.from ?? 0) > line) chunk--;
    while ((starts[chunk + 1]?.from ?? Number.POSITIVE_INFINITY) <= line) chunk++;
    const start = starts[chunk] ?? { from: 0, line: 1 };
    return start.line + line - start.from;
  };
}

const LF = 10;
const MAX_LINE_CHARS = 240;
/** Text kept before the first match of a long line. */
const LEAD_CHARS = 40;

interface ToLines {
  readonly lineOf: (line: number) => number;
  readonly limit: number;
}

/** Groups the matches of a file by line. */
function toLines(text: string, matches: LineMatches, { lineOf, limit }: ToLines): OccurrenceLine[] {
  const lines: OccurrenceLine[] = [];
  for (let at = 0; at < matches.length && lines.length < limit; ) {
    const [own, first] = [matches[at] as number, matches[at + 1] as number];
    const begin = text.lastIndexOf('\n', first - 1) + 1;
    const end = text.indexOf('\n', first);
    const indent = /^[ \t]*/.exec(text.slice(begin, first))?.[0].length ?? 0;
    const from = first - begin > MAX_LINE_CHARS - LEAD_CHARS ? first - LEAD_CHARS : Math.min(first, begin + indent);
    const to = Math.min(end < 0 ? text.length : end, from + MAX_LINE_CHARS);
    const ranges: [number, number][] = [];
    for (; at < matches.length && matches[at] === own; at += 3) {
      const [start, stop] = [matches[at + 1] as number, matches[at + 2] as number];
      if (start < to) ranges.push([start - from, Math.min(stop, to) - from]);
    }
    lines.push({ line: lineOf(own), text: text.slice(from, to), ranges });
  }
  return lines;
}
