import { FUNCTION_WORD_NUMBERS, LANGUAGES, type Language } from '../kinds/natural-languages.ts';

/**
 * Tests folded words that say little about the subject of a long question, in English and in these languages. In short queries they count in
 * full: "to be or not to be".
 */
export function createStopTest(languages: readonly Language[] = []): (word: string) => boolean {
  const numbers = [ENGLISH, ...languages].map((language) => LANGUAGES.indexOf(language) + 1);
  return (word) => FUNCTION_WORD_NUMBERS.get(word)?.some((number) => numbers.includes(number)) === true;
}

const ENGLISH: Language = 'en';
