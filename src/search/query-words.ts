import { FUNCTION_WORD_NUMBERS, LANGUAGES, type Language } from '../kinds/natural-languages.ts';
import type { Analysis } from './analysis.ts';
import type { Query } from './parse-query.ts';

export interface QueryWord {
  readonly text: string;
  readonly line: number;
  readonly prefix: boolean;
  readonly fuzzy: 0 | 1 | 2;
  readonly stop: boolean;
  /** A function word in a query that has other words; not in a phrase, and not highlighted. */
  readonly unmarked?: boolean;
}

/** Up to this many words, stop words weigh as much as the others. */
const SHORT_QUERY = 5;
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
    return { ...word, fuzzy: 0, stop: isValue || (isFunctionWord && filled.length > SHORT_QUERY), unmarked };
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
