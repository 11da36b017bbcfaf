import type { Chunk } from '../../../../model/chunk.ts';
import type { Ranges } from '../../../../model/hit.ts';
import type { PlacedText } from '../../../../model/pdf-pages.ts';
import { listPlaces, parseAddress } from '../../../../places/address.ts';

/** Part of a page's text that one chunk has. */
export interface PagePart {
  readonly chunk: Chunk;
  /** Characters of the chunk on this page. */
  readonly start: number;
  readonly end: number;
}

/** Splits the chunks of a document by page. */
export function toPageParts(chunks: readonly Chunk[]): ReadonlyMap<number, readonly PagePart[]> {
  const pages = new Map<number, PagePart[]>();
  for (const chunk of chunks) {
    const places = listPlaces(chunk);
    for (const [i, { line, address }] of places.entries()) {
      const parsed = parseAddress(address);
      if (parsed === undefined) continue;
      const start = lineStart(chunk, line);
      const end =
        i + 1 < places.length ? lineStart(chunk, (places[i + 1] as { line: number }).line) : chunk.content.length;
      const parts = pages.get(parsed.first) ?? [];
      pages.set(parsed.first, [...parts, { chunk, start, end }]);
    }
  }
  return pages;
}

/** Returns where a line begins in its chunk, or where the chunk ends. */
export function lineStart({ content, startLine }: Chunk, line: number): number {
  let at = 0;
  for (let left = line - startLine; left > 0; left--) {
    const next = content.indexOf('\n', at);
    if (next < 0) return content.length;
    at = next + 1;
  }
  return at;
}

/** A rectangle over words of a page, in points from its top left corner, turned around that corner of its own. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** Characters before and after a match that tell it from others of the same words, the most telling ones first. */
const CONTEXTS = [24, 8, 0].flatMap((n) =>
  n === 0
    ? [[0, 0]]
    : [
        [n, n],
        [n, 0],
        [0, n],
      ],
) as readonly (readonly [number, number])[];

/** Finds words of the text that was read from a page on the page itself, which has other line ends, hyphens and letter forms. */
export function createPlacer(pieces: readonly PlacedText[]): (text: string, ranges: Ranges) => Mark[][] {
  const places: Place[] = [];
  let written = '';
  for (const [i, { text }] of pieces.entries()) {
    const { letters, at } = toLetters(text);
    written += letters;
    for (const char of at) places.push([i, char]);
  }
  return (text, ranges) => {
    const { letters, at } = toLetters(text);
    return ranges.map(([start, end]) => {
      const [from, to] = [countBefore(at, start), countBefore(at, end)];
      for (const [before, after] of CONTEXTS) {
        if (to <= from) break;
        const first = Math.max(0, from - before);
        const wanted = letters.slice(first, to + after);
        for (let found = written.indexOf(wanted); found >= 0; found = written.indexOf(wanted, found + 1)) {
          const own = places.slice(found + from - first, found + to - first);
          const [piece, char] = own[0] as Place;
          const [lastPiece, lastChar] = own.at(-1) as Place;
          const isPart =
            (cutsWord(pieces[piece]?.text, char) && !cutsWord(text, start)) ||
            (cutsWord(pieces[lastPiece]?.text, lastChar + 1) && !cutsWord(text, end));
          if (!isPart) return toMarks(pieces, own);
        }
      }
      return [];
    });
  };
}

type Place = readonly [piece: number, char: number];

/** Whether there are letters on both sides of a place: the end of a word is not found inside another one. */
function cutsWord(text = '', at: number): boolean {
  return LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '');
}

const LETTER = /[\p{L}\p{N}]/u;

/** Returns the letters and digits without accents, and where each was: spaces, hyphens, accents and letter forms are written differently. */
function toLetters(text: string): { readonly letters: string; readonly at: readonly number[] } {
  let letters = '';
  const at: number[] = [];
  let index = 0;
  for (const char of text) {
    const kept = char.normalize('NFKD').replace(NOISE, '');
    letters += kept;
    for (let i = 0; i < kept.length; i++) at.push(index);
    index += char.length;
  }
  return { letters, at };
}

const NOISE = /[\s\p{M}\p{Pd}\p{Cf}\p{Cc}\u00b4\u00a8\u02c6-\u02dd`]/gu;

/** Returns how many letters are before a character. */
function countBefore(at: readonly number[], char: number): number {
  const found = at.findIndex((one) => one >= char);
  return found < 0 ? at.length : found;
}

/** Returns a rectangle for each piece that has some of the characters. */
function toMarks(pieces: readonly PlacedText[], places: readonly Place[]): Mark[] {
  const spans = new Map<number, [start: number, end: number]>();
  for (const [piece, char] of places) {
    const [start = char] = spans.get(piece) ?? [];
    spans.set(piece, [start, char + 1]);
  }
  return [...spans].flatMap(([i, [start, end]]) => toMark(pieces[i] as PlacedText, start, end) ?? []);
}

function toMark({ edges, x, y, angle, height, ascent }: PlacedText, start: number, end: number): Mark | undefined {
  const covered = edges.slice(start, end);
  if (covered.length === 0) return undefined;
  const left = Math.min(...covered.map(([from]) => from));
  const up = ascent * height;
  return {
    x: x + Math.cos(angle) * left + Math.sin(angle) * up,
    y: y + Math.sin(angle) * left - Math.cos(angle) * up,
    width: Math.max(...covered.map(([, to]) => to)) - left,
    height,
    angle,
  };
}
