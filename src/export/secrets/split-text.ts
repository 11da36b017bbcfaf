import { findFirst } from '../../lib/binary-search.ts';

/** A text with its split literals joined, and a mapping back. */
export interface SplitText {
  readonly text: string;
  toSource(start: number, end: number): { readonly start: number; readonly end: number };
}

/** The end of one literal and the start of the next (also with the quotes of CSV and HTML), an escaped ASCII character, a line continuation. */
const SEAM =
  /(""|["'`]|&(?:quot|apos|#3[49]);)[ \t]{0,20}(?:(?:\+|\.{1,2}|&|\|\||<<|~)[ \t]{0,20}(?:(?:\r?\n|<br ?\/?>)[ \t]{0,60})?|\\?\r?\n[ \t]{0,60}(?:(?:\+|\.{1,2}|&|\|\||<<|~)[ \t]{0,20})?)\1|\\(?:u00|x)([2-7][0-9a-fA-F])|\\u\{([2-7][0-9a-fA-F])\}|\\\r?\n[ \t]{0,60}(?=[A-Za-z0-9+/=_-])/y;
/** Possible seams: the pattern above is too slow to try everywhere. */
const HINT = /(?:""?|['`]|&(?:quot|apos|#3[49]);)[ \t]{0,20}(?:[+.&|<~\\]|\r?\n)|\\[ux\r\n]/g;
/** Emphasis marks and inline elements. */
const MARKUP =
  /(?:\*\*|<\/?(?:a|b|big|code|em|font|i|kbd|mark|s|samp|small|span|strong|sub|sup|tspan|tt|u|var|wbr)\b[^<>]{0,200}>|<!--[^<>]{0,200}-->){1,8}/y;
const MARKUP_HINT = /\*\*|<[/!a-z]/g;
/** Enough before a seam for the name of a value, enough after it for the longest value. */
const BEFORE_CHARS = 200;
const AFTER_CHARS = 2_200;

/** Finds the parts of a text that have seams; undefined without any. In a text with markup, markup is a seam too. */
export function findSplit(text: string, { isMarkup }: { isMarkup: boolean }): SplitText | undefined {
  const next = isMarkup
    ? createMerged(createFinder(text, HINT, SEAM), createFinder(text, MARKUP_HINT, MARKUP))
    : createFinder(text, HINT, SEAM);
  let match = next(0);
  if (!match) return undefined;
  let joined = '';
  /** Pairs of offsets, in the joined text and in the source: the text between two pairs maps one to one. */
  const places: number[] = [];
  let at = 0;
  const copy = (from: number, to: number): void => {
    if (to <= from) return;
    places.push(joined.length, from);
    joined += text.slice(from, to);
  };
  for (; match; match = next(at)) {
    const from = lineBefore(text, Math.max(at, match.index - BEFORE_CHARS), match.index);
    if (from > at) {
      copy(at, Math.min(from, lineAfter(text, at)));
      joined += '\n';
      at = from;
    }
    copy(at, match.index);
    const code = match[2] ?? match[3];
    if (code !== undefined) {
      places.push(joined.length, match.index);
      joined += String.fromCharCode(Number.parseInt(code, 16));
    }
    at = match.index + match[0].length;
  }
  copy(at, lineAfter(text, at));
  return {
    text: joined,
    toSource: (start, end) => ({ start: offsetOf(places, start), end: offsetOf(places, end - 1) + 1 }),
  };
}

type Finder = (from: number) => RegExpExecArray | null;

/** Tries the slow pattern only where the cheap one matches. */
function createFinder(text: string, hints: RegExp, pattern: RegExp): Finder {
  return (from) => {
    hints.lastIndex = from;
    for (let hint = hints.exec(text); hint; hint = hints.exec(text)) {
      pattern.lastIndex = hint.index;
      const seam = pattern.exec(text);
      if (seam) return seam;
      hints.lastIndex = hint.index + 1;
    }
    return null;
  };
}

/** Returns the earlier match. Keeps the later one: otherwise it would be searched for again and again. */
function createMerged(one: Finder, other: Finder): Finder {
  const ahead: (RegExpExecArray | null | undefined)[] = [undefined, undefined];
  return (from) => {
    for (const [i, find] of [one, other].entries()) {
      const known = ahead[i];
      if (known === undefined || (known !== null && known.index < from)) ahead[i] = find(from);
    }
    const [a, b] = ahead;
    return a && b ? (a.index <= b.index ? a : b) : (a ?? b ?? null);
  };
}

function lineBefore(text: string, least: number, at: number): number {
  return least + text.slice(least, at).lastIndexOf('\n') + 1;
}

function lineAfter(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return Math.min(feed < 0 ? text.length : feed, at + AFTER_CHARS);
}

function offsetOf(places: readonly number[], at: number): number {
  const low = findFirst(places.length / 2, (i) => (places[i * 2] as number) > at) - 1;
  return (places[low * 2 + 1] as number) + at - (places[low * 2] as number);
}
