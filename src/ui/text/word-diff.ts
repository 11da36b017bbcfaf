import { diffArrays } from 'diff';

export interface DiffRun {
  readonly what: 'same' | 'removed' | 'added';
  readonly text: string;
  /** White space after the word, as written. */
  readonly after: string;
  /** Index in the list. */
  readonly at: number;
}

/** Most words that may differ: more would be compared for longer than a few milliseconds. Beyond it, one text counts as removed and the other as added. */
const MAX_EDITS = 600;

interface Word {
  readonly word: string;
  readonly after: string;
}

/** Compares the words of two texts in order; ignores white space. */
export function diffWords(from: string, to: string): DiffRun[] {
  const [a, b] = [toWords(from), toWords(to)];
  const changes = diffArrays(a, b, { comparator: isSame, maxEditLength: MAX_EDITS }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return changes.map(({ value, removed, added }, at) => {
    const all = value.map(({ word, after }) => word + after).join('');
    const text = all.trimEnd();
    return { what: removed ? 'removed' : added ? 'added' : 'same', text, after: all.slice(text.length), at };
  });
}

function toWords(text: string): Word[] {
  return Array.from(text.matchAll(/(\S+)(\s*)/g), ([, word = '', after = '']) => ({ word, after }));
}

function isSame(a: Word, b: Word): boolean {
  return a.word === b.word;
}

type FoldedRun =
  | Pick<DiffRun, 'what' | 'text' | 'after' | 'at'>
  /** Hidden text: unchanged, or too long to show. */
  | { readonly what: 'gap'; readonly chars: number; readonly hidden: DiffRun['what']; readonly at: string };

/** Unchanged text shown around a difference, in characters. */
const NEAR_CHARS = 160;
/** Longest added or removed text, in characters. */
const MAX_CHARS = 4_000;

/** Folds unchanged text away from differences, and shortens very long changes. */
export function foldSame(runs: readonly DiffRun[]): FoldedRun[] {
  return runs.flatMap((run, i): FoldedRun[] => {
    if (run.what !== 'same') return cut(run, MAX_CHARS, 0);
    if (runs.length === 1) return cut(run, 2 * NEAR_CHARS, 0);
    return cut(run, i === 0 ? 0 : NEAR_CHARS, i === runs.length - 1 ? 0 : NEAR_CHARS);
  });
}

/** Keeps about `head` and `tail` characters, cut at a line or else between words; returns the whole text if little would be hidden. */
function cut(run: DiffRun, head: number, tail: number): FoldedRun[] {
  const { text, what, at, after } = run;
  if (text.length <= head + tail + NEAR_CHARS) return [run];
  const first = head === 0 ? '' : text.slice(0, findBreak(text, head));
  const last = tail === 0 ? '' : text.slice(findBreak(text, text.length - tail));
  const chars = text.length - first.length - last.length;
  return [
    ...(first === '' ? [] : [{ what, text: first, after: '', at }]),
    { what: 'gap' as const, chars, hidden: what, at: `${at} gap` },
    ...(last === '' ? [] : [{ what, text: last, after, at: at + 0.5 }]),
  ];
}

/** Finds the end of a line near the position, else of a word, else the position itself. */
function findBreak(text: string, near: number): number {
  const around = text.slice(Math.max(0, near - 80), near + 80);
  const start = Math.max(0, near - 80);
  for (const pattern of [/\n/g, /\s/g]) {
    const places = [...around.matchAll(pattern)].map(({ index }) => start + index + 1);
    const best = places.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
    if (best !== undefined) return best;
  }
  // Never between the two halves of one character.
  return /[\uDC00-\uDFFF]/.test(text[near] ?? '') ? near + 1 : near;
}
