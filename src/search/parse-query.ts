import { FUNCTION_WORD_NUMBERS, LANGUAGES, type Language } from '../kinds/natural-languages.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import { parsePeriod } from '../lib/dates.ts';
import type { Filters } from '../model/hit.ts';
import { RANKING } from '../model/ranking.ts';
import type { Analysis } from './analysis.ts';

/** A parsed query. Every text is a valid query: parsing never fails. */
export interface Query {
  /** In the order typed, including the words of phrases. */
  readonly words: readonly QueryText[];
  /** Word sequences that the chunk must contain. */
  readonly phrases: readonly string[];
  readonly minus: readonly string[];
  readonly minusPhrases: readonly string[];
  readonly filters: Filters;
  /** `-path:test`: excludes what matches any of these. */
  readonly minusFilters: Filters;
  /** Texts such as `after:soon`, which have no date and count as words. */
  readonly badDates?: readonly string[];
}

interface QueryText {
  readonly text: string;
  readonly line: number;
  readonly prefix: boolean;
  /** Probably a value of a pasted message, which its source does not have. */
  readonly isValue?: boolean;
}

export const DATE_KEYS = ['after', 'before', 'modified'] as const;
export const FILTER_KEYS = [
  'path',
  'kind',
  'heading',
  'symbol',
  'lang',
  'language',
  'source',
  'tag',
  'author',
  'year',
  ...DATE_KEYS,
] as const;
type FilterKey = (typeof FILTER_KEYS)[number];

/** Longer texts were pasted, not typed, and their end would only add time. */
const MAX_CHARS = 20_000;
const KIND_NAMES: Readonly<Record<string, string>> = {
  md: 'markdown',
  js: 'java_script',
  javascript: 'java_script',
  ts: 'type_script',
  typescript: 'type_script',
  txt: 'text',
  img: 'image',
  doc: 'document',
};

export function parseQuery(text: string, options: { readonly typing?: boolean } = {}): Query {
  const lines = text.slice(0, MAX_CHARS).split(/\r\n|\r|\n/);
  const filled = lines.filter((line) => line.trim() !== '');
  // The quotes, dashes and colons of a pasted text are not operators.
  if (filled.length > 1) return toPlainQuery(filled);
  return parseLine(filled[0] ?? '', options.typing === true);
}

function toPlainQuery(lines: readonly string[]): Query {
  const words = lines.flatMap((line, i) =>
    line
      .split(/\s+/)
      .filter(Boolean)
      .map((text) => ({ text, line: i, prefix: false })),
  );
  return { words, phrases: [], minus: [], minusPhrases: [], filters: {}, minusFilters: {} };
}

// A minus or a filter name only counts at the start of a word; an unclosed quote is a character like any other.
const PIECE = /(-?)(?:([a-z]+):)?"([^"]*)"(?=\s|$)|\S+/gi;

function parseLine(line: string, typing: boolean): Query {
  const words: { text: string; line: number; prefix: boolean }[] = [];
  const phrases: string[] = [];
  const minus: string[] = [];
  const minusPhrases: string[] = [];
  const filters: Partial<Record<FilterKey, string[]>> = {};
  const minusFilters: Partial<Record<FilterKey, string[]>> = {};
  const badDates: string[] = [];
  const addFilter = (key: FilterKey, value: string, prefix: string): void => {
    if (value === '') return;
    const own =
      key === 'kind' ? (KIND_NAMES[toAsciiLower(value)] ?? value) : key === 'tag' ? value.replace(/^#/, '') : value;
    const list = prefix === '-' ? minusFilters : filters;
    list[key] = [...(list[key] ?? []), own];
  };
  for (const match of line.matchAll(PIECE)) {
    const [piece, prefix = '', name, quoted] = match;
    const isTyped = typing && match.index + piece.length === line.length;
    const toKey = (named: string | undefined, value: string): FilterKey | undefined => {
      const key = toFilterKey(named);
      if (key === undefined || value === '' || !isDateKey(key) || parsePeriod(value) !== undefined) return key;
      if (isTyped && HALF_DATE.test(value)) return key;
      badDates.push(`${key}:${value}`);
      return undefined;
    };
    if (quoted !== undefined) {
      const key = toKey(name, quoted);
      if (key !== undefined) addFilter(key, quoted, prefix);
      else if (name !== undefined) words.push({ text: piece, line: 0, prefix: false });
      else if (prefix === '-') minusPhrases.push(quoted);
      else {
        phrases.push(quoted);
        for (const text of quoted.split(/\s+/).filter(Boolean)) words.push({ text, line: 0, prefix: false });
      }
      continue;
    }
    const colon = piece.indexOf(':');
    const minusSign = piece.startsWith('-') ? '-' : '';
    const key = colon > 0 ? toKey(piece.slice(minusSign.length, colon), piece.slice(colon + 1)) : undefined;
    if (key !== undefined) addFilter(key, piece.slice(colon + 1), minusSign);
    else if (/^-[^\s\-"]/.test(piece)) minus.push(piece.slice(1));
    else words.push({ text: piece, line: 0, prefix: isTyped });
  }
  const query = { words, phrases, minus, minusPhrases, filters, minusFilters };
  return badDates.length === 0 ? query : { ...query, badDates };
}

const HALF_DATE = /^[\d-]+[dwmy]?$/;

function isDateKey(key: FilterKey): boolean {
  return DATE_KEYS.some((name) => name === key);
}

function toFilterKey(name: string | undefined): FilterKey | undefined {
  const lower = toAsciiLower(name ?? '');
  return FILTER_KEYS.find((key) => key === lower);
}

export interface QueryWord {
  readonly text: string;
  readonly line: number;
  readonly prefix: boolean;
  readonly fuzzy: 0 | 1 | 2;
  readonly stop: boolean;
  /** A function word in a query that has other words; not in a phrase, and not highlighted. */
  readonly unmarked?: boolean;
}

/** More words do not change the order; this bounds the work of one query. */
const MAX_WORDS = 1_000;
const TWO_EDITS_OVER = 7;
const NO_EDITS_UNDER = 3;

/** Returns a word that matches only itself. */
export function toPlainWord(text: string): QueryWord {
  return { text, line: 0, prefix: false, fuzzy: 0, stop: false };
}

/** Drops words without a letter or digit; stop words weigh little in long queries. */
export function toQueryWords(analysis: Analysis, query: Query, isStopWord = createStopTest()): QueryWord[] {
  const words = query.words.slice(0, MAX_WORDS).map((word) => ({ word, tokens: analysis.tokens(word.text) }));
  const filled = words.filter(({ tokens }) => tokens.length > 0);
  const isStop = ({ tokens, word }: (typeof filled)[number]): boolean =>
    !word.prefix && tokens.every(({ text }) => isStopWord(text));
  const tells = !filled.every(isStop);
  const quoted = new Set(query.phrases.flatMap((phrase) => phrase.split(/\s+/)));
  return filled.map((entry) => {
    const isFunctionWord = tells && isStop(entry);
    const unmarked = isFunctionWord && !quoted.has(entry.word.text);
    const { isValue = false, ...word } = entry.word;
    return { ...word, fuzzy: 0, stop: isValue || (isFunctionWord && filled.length > RANKING.shortQuery), unmarked };
  });
}

export function toPrefixWords(words: readonly QueryWord[]): QueryWord[] {
  return words.map((word) => ({ ...word, prefix: true }));
}

/** Returns the same words with typos allowed: one edit, or two in words of over seven letters. */
export function toFuzzyWords(words: readonly QueryWord[]): QueryWord[] {
  return words.map((word) => {
    const letters = [...word.text].length;
    return { ...word, fuzzy: letters < NO_EDITS_UNDER ? 0 : letters > TWO_EDITS_OVER ? 2 : 1 };
  });
}

/**
 * Tests folded words that say little about the subject of a long question, in English and in these languages. In short queries they count in
 * full: "to be or not to be".
 */
export function createStopTest(languages: readonly Language[] = []): (word: string) => boolean {
  const numbers = [ENGLISH, ...languages].map((language) => LANGUAGES.indexOf(language) + 1);
  return (word) => FUNCTION_WORD_NUMBERS.get(word)?.some((number) => numbers.includes(number)) === true;
}

const ENGLISH: Language = 'en';
