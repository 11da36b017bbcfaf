import type { DiffRun } from './word-diff.ts';

export type FoldedRun =
  | Pick<DiffRun, 'what' | 'text' | 'after' | 'at'>
  /** What both have and is not shown, or what is too long to be shown. */
  | { readonly what: 'gap'; readonly chars: number; readonly of: DiffRun['what']; readonly at: string };

/** Of what both have, about this much is shown next to what differs. */
const NEAR_CHARS = 160;
/** Of what was added or removed in one go. */
const MOST_CHARS = 4_000;

/** Runs as they are shown: what is the same only near what differs, and nothing longer than a person reads. */
export function foldSame(runs: readonly DiffRun[]): FoldedRun[] {
  return runs.flatMap((run, i): FoldedRun[] => {
    if (run.what !== 'same') return cut(run, MOST_CHARS, 0);
    if (runs.length === 1) return cut(run, 2 * NEAR_CHARS, 0);
    return cut(run, i === 0 ? 0 : NEAR_CHARS, i === runs.length - 1 ? 0 : NEAR_CHARS);
  });
}

/** So much of its beginning and so much of its end, cut at a line or else between words; whole if little would be left out. */
function cut(run: DiffRun, head: number, tail: number): FoldedRun[] {
  const { text, what, at, after } = run;
  if (text.length <= head + tail + NEAR_CHARS) return [run];
  const first = head === 0 ? '' : text.slice(0, findBreak(text, head));
  const last = tail === 0 ? '' : text.slice(findBreak(text, text.length - tail));
  const chars = text.length - first.length - last.length;
  return [
    ...(first === '' ? [] : [{ what, text: first, after: '', at }]),
    { what: 'gap' as const, chars, of: what, at: `${at} gap` },
    ...(last === '' ? [] : [{ what, text: last, after, at: at + 0.5 }]),
  ];
}

/** The end of a line near the place, else of a word; the place itself where there is neither. */
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
