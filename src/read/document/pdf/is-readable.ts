import type { PageLine } from './page-lines.ts';

/** Characters that are judged; fewer than the minimum prove nothing. */
const MAX_CHARS = 6_000;
const MIN_CHARS = 60;
/** Share of the visible characters that are part of words or numbers; formulas and tables have half. */
const MIN_WORDS = 0.3;
/** Share of one character, other than those that lines are drawn with. */
const MAX_REPEATED = 0.4;
/** Share of the letters that are the most frequent ones in every language of the Latin alphabet: seven of ten in text, less than four in noise. */
const MIN_COMMON = 0.42;
const MIN_LETTERS = 150;
const MAX_PRIVATE = 0.3;

/**
 * Whether the characters of a page can be its text; undefined for too few to tell. Fonts without a character map give others: symbols, or each
 * letter for another one.
 */
export function isReadable(lines: readonly PageLine[]): boolean | undefined {
  let text = '';
  for (const line of lines) {
    if (text.length > MAX_CHARS) break;
    text += `${line.text} `;
  }
  const visible = text.replace(/[\s._\-–—·…=*|]+/g, '');
  if (visible.length < MIN_CHARS) return undefined;
  const unmapped = count(visible, /[\x00-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]/g);
  if (unmapped > visible.length * MAX_PRIVATE || findMost(visible) > visible.length * MAX_REPEATED) return false;
  // A word of the Latin alphabet has a vowel, and letters only.
  const words = text.match(/(?<![^\s("'“‘[/–—-])[A-Za-z\u00c0-\u024f]{2,}(?![^\s)"'”’\],.;:!?/–—-])/g) ?? [];
  const inWords = words.reduce((sum, word) => sum + (VOWEL.test(word) ? word.length : 0), 0);
  const others = count(visible, /[0-9\u0370-\u1fff\u2c00-\ud7ff\uf900-\ufdff\ufe70-\ufefc]/g);
  if (inWords + others < visible.length * MIN_WORDS) return false;
  const letters = count(visible, /[A-Za-z]/g);
  return letters < MIN_LETTERS || others > letters || count(visible, /[etaoinsrhlETAOINSRHL]/g) >= letters * MIN_COMMON;
}

const VOWEL = /[aeiouyAEIOUY\u00c0-\u024f]/;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function findMost(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) if (char < '0' || char > '9') counts.set(char, (counts.get(char) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
