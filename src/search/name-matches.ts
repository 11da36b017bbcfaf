import type { Analysis } from './analysis.ts';
import type { Matcher } from './matcher.ts';

/** Rank of a name for the typed text, smaller is better; undefined if a word is missing. */
export type NameRank = (name: string) => number | undefined;

const [WHOLE, OWN, BEGINNING, PARTS] = [0, 1, 2, 3];

/** Ranks the name itself, then its last part, then a prefix, then single words. `wordCount` is the number of words the matcher looks for. */
export function createNameRank(
  analysis: Pick<Analysis, 'tokens'>,
  { text, matcher, wordCount }: { readonly text: string; readonly matcher: Matcher; readonly wordCount: number },
): NameRank {
  const fold = createFold(analysis);
  const typed = fold(text);
  return (name) => {
    if (new Set(matcher.find(name).map(({ word }) => word)).size < wordCount) return undefined;
    const [whole, own] = [fold(name), fold(toOwnName(name))];
    if (whole === typed) return WHOLE;
    if (own === typed) return OWN;
    return own.startsWith(typed) || whole.startsWith(typed) ? BEGINNING : PARTS;
  };
}

/** Tests whether a word is, or ends with, the last part of one of these names. */
export function createNameTest(
  analysis: Pick<Analysis, 'tokens'>,
  names: readonly string[],
): (word: string) => boolean {
  const fold = createFold(analysis);
  const own = new Set(names.map((name) => fold(toOwnName(name))));
  return (word) => own.has(analysis.tokens(word).at(-1)?.text ?? '');
}

function createFold(analysis: Pick<Analysis, 'tokens'>): (text: string) => string {
  return (text) =>
    analysis
      .tokens(text)
      .map((token) => token.text)
      .join('');
}

/** `Store.open` → `open`. */
export function toOwnName(name: string): string {
  return name.replace(/^.+[.:#](?=.)/s, '');
}
