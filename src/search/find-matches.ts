import type { Ranges } from '../model/hit.ts';
import type { Analysis } from './analysis.ts';
import { createMatcher, type MatcherOptions } from './matcher.ts';
import { parseQuery } from './parse-query.ts';
import { type QueryWord, toFuzzyWords, toPlainWord, toQueryWords } from './query-words.ts';

/** Finds the spans of a text that a query matches, with the rules of ranking; half-open, in order, in UTF-16 units. */
export function findMatches(
  analysis: Analysis,
  { query, text, ...options }: MatcherOptions & { readonly query: string; readonly text: string },
): Ranges {
  const find = (words: readonly QueryWord[]) => createMatcher(analysis, words, options).find(text);
  const whole = toWords(analysis, query, false);
  // If whole words find nothing, ranking falls back to prefixes, then to similar words.
  for (const words of [whole, toWords(analysis, query, true), toFuzzyWords(whole)]) {
    const found = find(words);
    if (found.length > 0) return found.map(({ start, end }) => [start, end] as const);
  }
  return [];
}

/** Names in filters occur in the text too. */
function toWords(analysis: Analysis, query: string, typing: boolean): QueryWord[] {
  const parsed = parseQuery(query, { typing });
  const { symbol = [], heading = [] } = parsed.filters;
  return [...toQueryWords(analysis, parsed), ...[...symbol, ...heading].map(toPlainWord)];
}
