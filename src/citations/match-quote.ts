import { foldSpace, type Passage } from './passage.ts';

/** Words in order, with anything between them: where a secret was masked, or something was left out with dots. */
export interface Pattern {
  readonly pieces: readonly string[];
}

const SECRET = /\[\[secret:[^\]\n]{0,80}\]\]/;
const DOTS = /\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*/;
/** What `[[secret:…]]` or dots stand for is not longer than this. */
const MAX_GAP = 2_000;
const MAX_TRIES = 1_000;
const MIN_PIECE_WORDS = 3;

/** Ways to read a quotation, the strictest first. */
export function toPatterns(quote: string): Pattern[] {
  const exact = { pieces: foldPieces(quote.split(SECRET)) };
  const plain = { pieces: foldPieces(trimMarks(quote).split(SECRET)) };
  const parts = trimMarks(quote)
    .split(DOTS)
    .filter((part) => countWords(part) > 0);
  const dotted = { pieces: foldPieces(parts.flatMap((part) => part.split(SECRET))) };
  const isLong = parts.length > 1 && parts.every((part) => countWords(part) >= MIN_PIECE_WORDS);
  const patterns = isLong ? [exact, plain, dotted] : [exact, plain];
  return patterns.filter(
    ({ pieces }, i) =>
      pieces.length > 0 && patterns.findIndex((other) => other.pieces.join('\0') === pieces.join('\0')) === i,
  );
}

function foldPieces(pieces: readonly string[]): string[] {
  return pieces.map(foldSpace).filter((piece) => piece !== '');
}

/** A full stop or comma at the end may be the answer's own, and so may emphasis around it. */
function trimMarks(quote: string): string {
  return quote
    .trim()
    .replace(/^[*_]{1,3}|[*_]{1,3}$/g, '')
    .replace(/[.,;:!?]$/, '');
}

/** Where the pattern stands, as spans of the passage; up to `max` of them. */
export function findPattern({ pieces }: Pattern, { text }: Passage, max = 64): [number, number][] {
  const found: [number, number][] = [];
  const [first] = pieces;
  if (first === undefined) return found;
  let tries = 0;
  for (let at = text.indexOf(first); at >= 0 && tries < MAX_TRIES; at = text.indexOf(first, at + 1)) {
    if (found.length === max) break;
    tries++;
    let end: number | undefined = at + first.length;
    for (const piece of pieces.slice(1)) {
      const next: number = text.slice(end, end + MAX_GAP + piece.length).indexOf(piece);
      if (next < 0) end = undefined;
      if (end === undefined) break;
      end += next + piece.length;
    }
    if (end !== undefined) found.push([at, end]);
  }
  return found;
}

const MAX_COMPARED_WORDS = 400;

/** How much of a quotation a passage holds, 0…1: of pairs of words that follow each other, and of words that stand near each other in one place. */
export interface Likeness {
  readonly pairs: number;
  readonly words: number;
  /** The place where most of the words stand, half-open. */
  readonly span: readonly [number, number];
}

/** Linear in both. */
export function toLikeness(quote: string, { text }: Passage): Likeness {
  const wanted = toWords(quote).slice(0, MAX_COMPARED_WORDS);
  const own = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }));
  const pairs = new Set(own.map(({ word }, i) => `${word} ${own[i + 1]?.word ?? ''}`));
  let inOrder = 0;
  for (let i = 0; i + 1 < wanted.length; i++) if (pairs.has(`${wanted[i]} ${wanted[i + 1]}`)) inOrder++;
  const { best, last } = findWindow(
    wanted,
    own.map(({ word }) => word),
  );
  const start = findStart(
    wanted,
    own.map(({ word }) => word),
    last,
  );
  const first = own[start];
  const end = own[Math.min(own.length, start + wanted.length) - 1];
  return {
    pairs: wanted.length < 2 ? 0 : inOrder / (wanted.length - 1),
    words: wanted.length === 0 ? 0 : best / wanted.length,
    span: [first?.index ?? 0, end === undefined ? 0 : end.index + end.word.length],
  };
}

/** Where the quotation begins, if its words stand in the stretch that ends at `last` in the order it has them: most of them say so. */
function findStart(wanted: readonly string[], own: readonly string[], last: number): number {
  const places = new Map<string, number[]>();
  for (const [i, word] of wanted.entries()) places.set(word, [...(places.get(word) ?? []).slice(0, MAX_REPEATS), i]);
  const votes = new Map<number, number>();
  const width = wanted.length + Math.ceil(wanted.length / 4);
  for (let i = Math.max(0, last - width + 1); i <= last && i < own.length; i++)
    for (const place of places.get(own[i] as string) ?? []) votes.set(i - place, (votes.get(i - place) ?? 0) + 1);
  let best = Math.max(0, last - wanted.length + 1);
  let most = 0;
  for (const [start, count] of votes) if (start >= 0 && count > most) [best, most] = [start, count];
  return best;
}

/** Of one word: others tell as much. */
const MAX_REPEATS = 16;

/** The stretch of words, a little longer than what is wanted, that holds most of it: how many, and where it ends. */
function findWindow(wanted: readonly string[], own: readonly string[]): { best: number; last: number } {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  const width = wanted.length + Math.ceil(wanted.length / 4);
  let have = 0;
  let best = 0;
  let last = 0;
  for (const [i, word] of own.entries()) {
    const need = left.get(word);
    if (need !== undefined) {
      left.set(word, need - 1);
      if (need > 0) have++;
    }
    const gone = own[i - width];
    const needGone = gone === undefined ? undefined : left.get(gone);
    if (gone !== undefined && needGone !== undefined) {
      left.set(gone, needGone + 1);
      if (needGone >= 0) have--;
    }
    if (have > best) [best, last] = [have, i];
  }
  return { best, last };
}

const WORD = /[A-Za-z0-9_\u0080-\uffff]+/g;

export function toWords(text: string): string[] {
  return text.match(WORD) ?? [];
}

function countWords(text: string): number {
  return toWords(text).length;
}
