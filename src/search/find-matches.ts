import type { Ranges } from '../model/hit.ts';
import type { Analysis } from './analysis.ts';
import { createMatcher } from './matcher.ts';
import { parseQuery } from './parse-query.ts';
import { type QueryWord, toFuzzyWords, toPlainWord, toQueryWords } from './query-words.ts';

/** Where a text holds what a query asks for, as ranking sees it; half-open, in order, in UTF-16 units. */
export function findMatches(
  analysis: Analysis,
  { query, text, stemming }: { readonly query: string; readonly text: string; readonly stemming: boolean },
): Ranges {
  const find = (words: readonly QueryWord[]) => createMatcher(analysis, words, stemming).find(text);
  const whole = toWords(analysis, query, false);
  // Chunks are found by the beginning of a word, or by similar ones, where whole words find nothing.
  for (const words of [whole, toWords(analysis, query, true), toFuzzyWords(whole)]) {
    const found = find(words);
    if (found.length > 0) return found.map(({ start, end }) => [start, end] as const);
  }
  return [];
}

/** Names that are asked for by a filter stand in the text too. */
function toWords(analysis: Analysis, query: string, typing: boolean): QueryWord[] {
  const parsed = parseQuery(query, { typing });
  const { symbol = [], heading = [] } = parsed.filters;
  return [...toQueryWords(analysis, parsed), ...[...symbol, ...heading].map(toPlainWord)];
}
