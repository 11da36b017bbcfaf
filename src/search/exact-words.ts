import type { ExactMatch } from '../model/hit.ts';

const WORD_CHAR = /[\p{L}\p{N}_]/u;

/** Tests whether texts contain every word as it was typed. */
export function createExactTest(words: readonly string[], exact: ExactMatch): (texts: readonly string[]) => boolean {
  const fold = (text: string): string => (exact.case ? text : text.toLowerCase());
  const wanted = words.map(fold);
  const holds = exact.word ? hasWord : (text: string, word: string) => text.includes(word);
  return (texts) => {
    const folded = texts.map(fold);
    return wanted.every((word) => folded.some((text) => holds(text, word)));
  };
}

/** True if the word occurs without a letter, digit or underscore next to it. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!WORD_CHAR.test(text[at - 1] ?? '') && !WORD_CHAR.test(text[at + word.length] ?? '')) return true;
  }
  return false;
}
