import { findFirst } from '../../lib/binary-search.ts';

/** A text whose seams are closed, and the way back. */
export interface SplitText {
  readonly text: string;
  /** Of a span of `text`; undefined where it crosses no seam: then it was found without this. */
  toSource(start: number, end: number): { readonly start: number; readonly end: number } | undefined;
}

/** Ends of one literal and the beginning of the next, an ASCII character written as its number, a line that goes on. */
const SEAM =
  /(["'`])[ \t]{0,20}(?:(?:\+|\.{1,2}|&|\|\||<<|~)[ \t]{0,20}(?:\r?\n[ \t]{0,60})?|\\?\r?\n[ \t]{0,60}(?:(?:\+|\.{1,2}|&|\|\||<<|~)[ \t]{0,20})?)\1|\\(?:u00|x)([2-7][0-9a-fA-F])|\\u\{([2-7][0-9a-fA-F])\}|\\\r?\n[ \t]{0,60}(?=[A-Za-z0-9+/=_-])/y;
/** Where one may be: the pattern above is too dear to be tried everywhere. */
const HINT = /["'`][ \t]{0,20}(?:[+.&|<~\\]|\r?\n)|\\[ux\r\n]/g;
/** Enough before a seam for the name of a value, enough behind it for the longest one. */
const BEFORE_CHARS = 200;
const AFTER_CHARS = 2_200;

/** The parts of a text that have seams; undefined without any. */
export function findSplit(text: string): SplitText | undefined {
  let match = nextSeam(text, 0);
  if (!match) return undefined;
  let joined = '';
  /** Pairs of offsets, in the joined text and in the source: what follows goes on from there. */
  const places: number[] = [];
  const seams: number[] = [];
  let at = 0;
  const copy = (from: number, to: number): void => {
    if (to <= from) return;
    places.push(joined.length, from);
    joined += text.slice(from, to);
  };
  for (; match; match = nextSeam(text, at)) {
    const from = lineBefore(text, Math.max(at, match.index - BEFORE_CHARS), match.index);
    if (from > at) {
      copy(at, Math.min(from, lineAfter(text, at)));
      joined += '\n';
      at = from;
    }
    copy(at, match.index);
    seams.push(joined.length);
    const code = match[2] ?? match[3];
    if (code !== undefined) {
      places.push(joined.length, match.index);
      joined += String.fromCharCode(Number.parseInt(code, 16));
    }
    at = match.index + match[0].length;
  }
  copy(at, lineAfter(text, at));
  return { text: joined, toSource: (start, end) => toSource({ places, seams }, start, end) };
}

function nextSeam(text: string, from: number): RegExpExecArray | null {
  HINT.lastIndex = from;
  for (let hint = HINT.exec(text); hint; hint = HINT.exec(text)) {
    SEAM.lastIndex = hint.index;
    const seam = SEAM.exec(text);
    if (seam) return seam;
    HINT.lastIndex = hint.index + 1;
  }
  return null;
}

function lineBefore(text: string, least: number, at: number): number {
  return least + text.slice(least, at).lastIndexOf('\n') + 1;
}

function lineAfter(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return Math.min(feed < 0 ? text.length : feed, at + AFTER_CHARS);
}

function toSource(
  { places, seams }: { places: readonly number[]; seams: readonly number[] },
  start: number,
  end: number,
): { start: number; end: number } | undefined {
  const first = findFirst(seams.length, (i) => (seams[i] as number) >= start);
  if (first === seams.length || (seams[first] as number) >= end) return undefined;
  return { start: offsetOf(places, start), end: offsetOf(places, end - 1) + 1 };
}

function offsetOf(places: readonly number[], at: number): number {
  const low = findFirst(places.length / 2, (i) => (places[i * 2] as number) > at) - 1;
  return (places[low * 2 + 1] as number) + at - (places[low * 2] as number);
}
