import { findAccented, toPlainLetters, withAccents } from './plain-letters.ts';

/** One run of text from pdf.js, in one font. */
export interface PlacedItem {
  readonly text: string;
  readonly x: number;
  /** Baseline, downwards. */
  readonly y: number;
  readonly right: number;
  readonly height: number;
  readonly isRtl: boolean;
}

/** Joins the items of one line in reading order. */
export function toLineText(items: readonly PlacedItem[]): string {
  const isTurned = items.some(({ isRtl }) => isRtl);
  const ordered = isTurned ? toLogicalOrder(items) : items;
  const pieces: string[] = [];
  // The last characters: looking at the whole line for each item would take quadratic time.
  let tail = '';
  let before: PlacedItem | undefined;
  for (const item of ordered) {
    let piece = toPlainLetters(item.text);
    if (before && isAccent(tail, before, item)) {
      const accented = findAccented(tail.slice(-1), piece.slice(0, 1));
      if (accented !== undefined) {
        pieces.push((pieces.pop() as string).slice(0, -1));
        piece = accented + piece.slice(1);
      }
    } else if (before && !/\s$/.test(tail) && !/^\s/.test(piece)) {
      const isApart = isTurned ? isGap(before, item) : isNote(tail, piece, before, item);
      if (isApart) piece = ` ${piece}`;
    }
    if (piece !== '') pieces.push(piece);
    tail = (tail + piece.slice(-TAIL_CHARS)).slice(-TAIL_CHARS);
    before = item;
  }
  return withAccents(pieces.join('')).trim();
}

/** One more than the longest suffix that is checked. */
const TAIL_CHARS = 5;

/** Puts a line with text in both directions into reading order: sorts from left to right, then reverses what reads from the right. */
function toLogicalOrder(items: readonly PlacedItem[]): PlacedItem[] {
  const words = items.filter(({ text }) => text.trim() !== '');
  const isRtl = countChars(words.filter((word) => word.isRtl)) * 2 > countChars(words);
  const runs: PlacedItem[][] = [];
  for (const item of [...words].sort((one, other) => one.x - other.x)) {
    const open = runs.at(-1);
    if (open && open[0]?.isRtl === item.isRtl) open.push(item);
    else runs.push([item]);
  }
  const turned = runs.map((run) => (run[0]?.isRtl ? run.reverse() : run));
  return (isRtl ? turned.reverse() : turned).flat();
}

function countChars(items: readonly PlacedItem[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0);
}

/** Share of the letter height. */
const SPACE = 0.1;
const OVERLAP = 0.05;
const SMALLER = 0.85;
const RAISED = 0.15;

/** TeX draws the accent, moves back, and draws the letter below it. */
function isAccent(text: string, accent: PlacedItem, letter: PlacedItem): boolean {
  return /[`\u00a8\u00af\u00b4\u00b8\u02c6-\u02dd]$/.test(text) && letter.x < accent.right - accent.height * OVERLAP;
}

/** Detects a gap between items whose spaces were dropped when the items were sorted. */
function isGap(one: PlacedItem, other: PlacedItem): boolean {
  const gap = Math.max(one.x, other.x) - Math.min(one.right, other.right);
  return gap > Math.max(one.height, other.height) * SPACE;
}

/** A note's number is not part of the word before or after it; the exponent of a unit (`km2`) is. */
function isNote(text: string, next: string, before: PlacedItem, item: PlacedItem): boolean {
  if (isRaised(item, before)) return /^\d/.test(next) && /[A-Za-z\u00c0-\u024f]{4}$/.test(text);
  return isRaised(before, item) && /(?:^|[^\w])\d{1,3}$/.test(text) && /^[A-Za-z\u00c0-\u024f]/.test(next);
}

function isRaised(small: PlacedItem, large: PlacedItem): boolean {
  return small.height < large.height * SMALLER && large.y - small.y > large.height * RAISED;
}
