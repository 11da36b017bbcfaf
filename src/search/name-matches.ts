import { toAsciiLower } from '../lib/ascii.ts';
import { isWithinEdits } from '../lib/is-within-edits.ts';
import type { Analysis } from './analysis.ts';
import type { Matcher } from './matcher.ts';

/** Rank of a name for the typed text, smaller is better; undefined if a word is missing. */
type NameRank = (name: string) => number | undefined;

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

const [NAME, NAME_START, PART_START, INSIDE] = [8, 4, 2, 1];
/** Shorter words are similar to too many others. */
const MIN_SIMILAR = 4;

/** Returns indexes of `paths` (lower case) with every word of the text, best first: by name, by start, anywhere; else by similar names. */
export function findPaths(paths: readonly string[], text: string, limit: number): number[] {
  const words = toAsciiLower(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const exact = rankPaths(paths, (path) => sumOf(words, (word) => scoreWord(path, word)));
  const similar = (path: string) => sumOf(words, (word) => scoreWord(path, word) || scoreSimilar(path, word));
  return (exact.length > 0 ? exact : rankPaths(paths, similar)).slice(0, limit).map(({ index }) => index);
}

function rankPaths(paths: readonly string[], score: (path: string) => number): { index: number; score: number }[] {
  const found: { index: number; score: number; length: number }[] = [];
  for (const [index, path] of paths.entries()) {
    const worth = score(path);
    if (worth > 0) found.push({ index, score: worth, length: path.length });
  }
  return found.sort((a, b) => b.score - a.score || a.length - b.length || a.index - b.index);
}

/** 0 if any word scores 0. */
function sumOf(words: readonly string[], score: (word: string) => number): number {
  let sum = 0;
  for (const word of words) {
    const worth = score(word);
    if (worth === 0) return 0;
    sum += worth;
  }
  return sum;
}

function scoreWord(path: string, word: string): number {
  const at = path.lastIndexOf(word);
  if (at < 0) return 0;
  const name = path.lastIndexOf('/') + 1;
  if (path.startsWith(word, name)) {
    const after = path[name + word.length];
    return after === undefined || after === '.' ? NAME : NAME_START;
  }
  return at === 0 || '/._-'.includes(path[at - 1] as string) ? PART_START : INSIDE;
}

function scoreSimilar(path: string, word: string): number {
  if (word.length < MIN_SIMILAR) return 0;
  const edits = word.length > 7 ? 2 : 1;
  return path.split(/[/._-]+/).some((part) => isWithinEdits(word, part, edits)) ? INSIDE : 0;
}
