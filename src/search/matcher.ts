import { isWithinEdits } from '../lib/is-within-edits.ts';
import type { Analysis, Word } from './analysis.ts';
import type { Stemmer } from './languages/stemmers.ts';
import type { QueryWord } from './parse-query.ts';

export type How = 'exact' | 'stem' | 'prefix' | 'fuzzy';

/** A span of a text that matches a query word. Offsets are UTF-16. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** Index into the query's words. */
  readonly word: number;
  readonly how: How;
}

interface WordPattern {
  readonly word: number;
  readonly text: string;
  readonly stem: string;
  /** Its stem in each of the other languages. */
  readonly stems: readonly string[];
  readonly prefix: boolean;
  readonly fuzzy: 0 | 1 | 2;
}

export interface MatcherOptions {
  readonly stemming: boolean;
  /** Stemmers of the collection's languages besides English. */
  readonly stemmers?: readonly Stemmer[];
  /** Also matches compounds that end with a word. */
  readonly compounds?: boolean;
}

/** Matches as ranking does: equal words, words with the same stem, the prefix being typed, and parts of identifiers. */
export function createMatcher(analysis: Analysis, words: readonly QueryWord[], options: MatcherOptions) {
  const { stemming, compounds = false } = options;
  const stemmers = stemming ? (options.stemmers ?? []) : [];
  const patterns = words.flatMap((word, i) => toPatterns(analysis, word, i, { stemming, stemmers }));
  const stemOf = (text: string): string => analysis.termsOf(text, stemming)[0] ?? text;
  const search = (text: string): { word: number; how: How } | undefined => {
    let best: { word: number; how: How } | undefined;
    for (const pattern of patterns) {
      const how =
        howMatches(text, pattern, stemOf) ?? (isForm(text, pattern, stemmers, compounds) ? 'stem' : undefined);
      if (how === 'exact') return { word: pattern.word, how };
      if (how !== undefined && best === undefined) best = { word: pattern.word, how };
    }
    return best;
  };
  // Most words of a text occur again in it and in the next one.
  const known = new Map<string, { word: number; how: How } | undefined>();
  const compare: Compare = (text) => {
    if (!known.has(text)) known.set(text, search(text));
    return known.get(text);
  };
  const like = compounds ? undefined : toBeginnings(patterns);
  return {
    /** In text order, without overlaps. */
    find(text: string): readonly Match[] {
      const matches: Match[] = [];
      for (const token of analysis.tokens(text, like)) pushMatches(matches, text, token, compare);
      return dropOverlaps(matches);
    },
  };
}

export type Matcher = ReturnType<typeof createMatcher>;

/** Returns the starts of all words that can match, or undefined if any word can. */
function toBeginnings(patterns: readonly WordPattern[]): readonly string[] | undefined {
  if (patterns.some(({ fuzzy }) => fuzzy > 0)) return undefined;
  return patterns.flatMap(({ text, stem }) => [text, stem]);
}

function toPatterns(
  analysis: Analysis,
  word: QueryWord,
  index: number,
  { stemming, stemmers }: Required<Omit<MatcherOptions, 'compounds'>>,
): WordPattern[] {
  const tokens = analysis.tokens(word.text);
  return tokens.flatMap((token, i) => {
    const isLast = i === tokens.length - 1;
    const texts = [token.text, ...token.parts.filter((part) => part.length > 1)];
    return texts.map((text, t) => ({
      word: index,
      text,
      stem: analysis.termsOf(text, stemming)[0] ?? text,
      stems: stemmers.map(({ stem }) => stem(text)),
      prefix: word.prefix && isLast && t === 0,
      fuzzy: word.fuzzy,
    }));
  });
}

/** Porter only changes the end of a word, so two words with the same stem share their start. */
const SAME_START = 2;

function howMatches(text: string, pattern: WordPattern, stemOf: (text: string) => string): How | undefined {
  if (text === pattern.text) return 'exact';
  if (text.slice(0, SAME_START) === pattern.stem.slice(0, SAME_START) && stemOf(text) === pattern.stem) return 'stem';
  if (pattern.prefix && text.startsWith(pattern.text)) return 'prefix';
  if (pattern.fuzzy > 0 && isWithinEdits(pattern.text, text, pattern.fuzzy)) return 'fuzzy';
  return undefined;
}

/** Shorter endings are chance. */
const MIN_ENDING = 4;

function isForm(
  text: string,
  { stems, stem: own }: WordPattern,
  stemmers: readonly Stemmer[],
  compounds: boolean,
): boolean {
  return stemmers.some(({ stem, hasCompounds }, i) => {
    const wanted = stems[i] as string;
    if (text.slice(0, SAME_START) === own.slice(0, SAME_START)) return stem(text) === wanted;
    return compounds && hasCompounds && wanted.length >= MIN_ENDING && stem(text).endsWith(wanted);
  });
}

type Compare = (text: string) => { word: number; how: How } | undefined;

function pushMatches(matches: Match[], text: string, token: Word, compare: Compare): void {
  const whole = compare(token.text);
  if (whole !== undefined) {
    matches.push({ start: token.start, end: token.end, word: whole.word, how: whole.how });
    return;
  }
  let spans: readonly (readonly [number, number])[] | undefined;
  token.parts.forEach((part, i) => {
    const found = part.length > 1 ? compare(part) : undefined;
    if (found === undefined) return;
    spans ??= toPartSpans(text, token) ?? token.parts.map(() => [token.start, token.end]);
    const [start, end] = spans[i] as readonly [number, number];
    matches.push({ start, end, word: found.word, how: found.how });
  });
}

/** Returns the spans of the parts of an ASCII identifier; undefined if folding changed its length. */
function toPartSpans(text: string, token: Word): (readonly [number, number])[] | undefined {
  const raw = text.slice(token.start, token.end);
  if (!/^[\w-]+$/.test(raw)) return undefined;
  const spans: (readonly [number, number])[] = [];
  let at = token.start;
  for (const part of token.parts) {
    while (text[at] === '_' || text[at] === '-') at++;
    spans.push([at, at + part.length]);
    at += part.length;
  }
  return spans;
}

function dropOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches) {
    const last = kept.at(-1);
    // Pairs of characters overlap: 日本 and 本語 mark 日本語.
    if (last !== undefined && match.start < last.end)
      kept[kept.length - 1] = { ...last, end: Math.max(last.end, match.end) };
    else kept.push(match);
  }
  return kept;
}
