import { foldSpace, type Passage } from './passage.ts';

/** Words in order, with anything between them: a masked secret, or an ellipsis. */
export interface Pattern {
  readonly pieces: readonly string[];
}

const SECRET = /\[\[secret:[^\]\n]{0,80}\]\]/;
const DOTS = /\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*/;
/** The longest text that `[[secret:…]]` or an ellipsis may replace. */
const MAX_GAP = 2_000;
const MAX_TRIES = 1_000;
const MIN_PIECE_WORDS = 3;

/** Returns the ways to read a quotation, the strictest first. */
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

/** A full stop or comma at the end may belong to the answer, and so may emphasis around it. */
function trimMarks(quote: string): string {
  return quote
    .trim()
    .replace(/^[*_]{1,3}|[*_]{1,3}$/g, '')
    .replace(/[.,;:!?]$/, '');
}

/** Finds the pattern in a passage, up to `max` spans. */
export function findPattern({ pieces }: Pattern, { text }: Pick<Passage, 'text'>, max = 64): [number, number][] {
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
    // `limit = 1` is not a quotation of `limit = 10`.
    if (end !== undefined && !isInWord(text, at) && !isInWord(text, end)) found.push([at, end]);
  }
  return found;
}

/** Whether the offset is between two characters of an ASCII word. */
function isInWord(text: string, offset: number): boolean {
  return /\w/.test(text[offset - 1] ?? '') && /\w/.test(text[offset] ?? '');
}

const MAX_COMPARED_WORDS = 400;

/** Share of a quotation that a passage contains, 0…1: by pairs of adjacent words, and by words near each other in one place. */
export interface Likeness {
  readonly pairs: number;
  readonly words: number;
  /** The place with most of the words, half-open. */
  readonly span: readonly [number, number];
}

/** Linear in both texts. */
export function toLikeness(quote: string, { text }: Passage): Likeness {
  const quoted = toWords(quote).slice(0, MAX_COMPARED_WORDS);
  const present = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }));
  const pairs = new Set(present.map(({ word }, i) => `${word} ${present[i + 1]?.word ?? ''}`));
  let inOrder = 0;
  for (let i = 0; i + 1 < quoted.length; i++) if (pairs.has(`${quoted[i]} ${quoted[i + 1]}`)) inOrder++;
  const { best, last } = findWindow(
    quoted,
    present.map(({ word }) => word),
  );
  const start = findStart(
    quoted,
    present.map(({ word }) => word),
    last,
  );
  const first = present[start];
  const end = present[Math.min(present.length, start + quoted.length) - 1];
  return {
    pairs: quoted.length < 2 ? 0 : inOrder / (quoted.length - 1),
    words: quoted.length === 0 ? 0 : best / quoted.length,
    span: [first?.index ?? 0, end === undefined ? 0 : end.index + end.word.length],
  };
}

/** Finds where the quotation begins in the window that ends at `last`, if most of its words are there in order. */
function findStart(quoted: readonly string[], present: readonly string[], last: number): number {
  const places = new Map<string, number[]>();
  for (const [i, word] of quoted.entries()) places.set(word, [...(places.get(word) ?? []).slice(0, MAX_REPEATS), i]);
  const votes = new Map<number, number>();
  const width = quoted.length + Math.ceil(quoted.length / 4);
  for (let i = Math.max(0, last - width + 1); i <= last && i < present.length; i++)
    for (const place of places.get(present[i] as string) ?? []) votes.set(i - place, (votes.get(i - place) ?? 0) + 1);
  let best = Math.max(0, last - quoted.length + 1);
  let most = 0;
  for (const [start, count] of votes) if (start >= 0 && count > most) [best, most] = [start, count];
  return best;
}

/** Occurrences of one word; the other words are enough. */
const MAX_REPEATS = 16;

/** Finds the window of words, a little longer than the quotation, that contains most of them: their number, and where it ends. */
function findWindow(quoted: readonly string[], present: readonly string[]): { best: number; last: number } {
  const left = new Map<string, number>();
  for (const word of quoted) left.set(word, (left.get(word) ?? 0) + 1);
  const width = quoted.length + Math.ceil(quoted.length / 4);
  let have = 0;
  let best = 0;
  let last = 0;
  for (const [i, word] of present.entries()) {
    const need = left.get(word);
    if (need !== undefined) {
      left.set(word, need - 1);
      if (need > 0) have++;
    }
    const gone = present[i - width];
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
