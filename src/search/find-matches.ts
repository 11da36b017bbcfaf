import type { Ranges } from '../model/hit.ts';
import type { Analysis } from './analysis.ts';
import { classifyQuery, toMessageQuery } from './classify-query.ts';
import { createMatcher, type MatcherOptions } from './matcher.ts';
import { parseQuery, type Query, type QueryWord, toFuzzyWords, toPlainWord, toQueryWords } from './parse-query.ts';

interface MatchOptions extends MatcherOptions {
  readonly query: string;
  readonly text: string;
  readonly isStopWord?: (word: string) => boolean;
}

/** Finds the spans of a text that a query matches, with the rules of ranking; half-open, in order, in UTF-16 units. */
export function findMatches(analysis: Analysis, { query, text, isStopWord, ...options }: MatchOptions): Ranges {
  const type = classifyQuery(query, parseQuery(query));
  // It names a place: the words of a path are not what it looks for.
  if (type.kind === 'message' && type.words.length === 0) return [];
  const toWords = (typing: boolean): QueryWord[] => {
    const typed = parseQuery(query, { typing });
    return listMarked(analysis, type.kind === 'message' ? toMessageQuery(type, typed) : typed, isStopWord);
  };
  const find = (words: readonly QueryWord[]) => createMatcher(analysis, words, options).find(text);
  const whole = toWords(false);
  // If whole words find nothing, ranking falls back to prefixes, then to similar words.
  for (const words of [whole, toWords(true), toFuzzyWords(whole)]) {
    const found = find(words);
    if (found.length > 0) return found.map(({ start, end }) => [start, end] as const);
  }
  return [];
}

/** Names in filters occur in the text too. */
function listMarked(analysis: Analysis, query: Query, isStopWord: MatchOptions['isStopWord']): QueryWord[] {
  const { symbol = [], heading = [] } = query.filters;
  const marked = toQueryWords(analysis, query, isStopWord).filter(({ unmarked }) => !unmarked);
  return [...marked, ...[...symbol, ...heading].map(toPlainWord)];
}
