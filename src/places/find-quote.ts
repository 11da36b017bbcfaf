import { findFirst } from '../lib/binary-search.ts';
import type { TextQuote } from '../model/outputs/note.ts';

type Span = readonly [start: number, end: number];

/**
 * Finds quotations in a text by the words around them, or alone if there is only one such place: first without regard to white space, then by
 * letters and digits alone, without mark-up. Returns undefined if the text is gone, or if two places are equally likely.
 */
export function createQuoteFinder(text: string): (quote: TextQuote) => Span | undefined {
  const folded: (Folded | undefined)[] = [];
  return (quote) => {
    for (const [i, fold] of FOLDS.entries()) {
      folded[i] ??= fold(text);
      const found = findIn(folded[i], fold, quote);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** A text without some of its characters. */
interface Folded {
  readonly text: string;
  /** Starts of the kept runs, here and in the whole text. */
  readonly starts: readonly number[];
  readonly origins: readonly number[];
}

/** Targets of links, aliases of wikilinks, tags and character references: the reader does not show them. */
const MARK_UP = /\]\([^()\n]*\)|\[\[[^[\]|\n]*\||<\/?[a-z][^<>\n]{0,300}>|&(?:#?\w{2,8});/gi;

const FOLDS: readonly ((text: string) => Folded)[] = [
  (text) => keep(text, /\S+/g),
  (text) =>
    keep(
      text.replace(MARK_UP, (found) => ' '.repeat(found.length)),
      /[\p{L}\p{N}]+/gu,
    ),
];

function keep(text: string, runs: RegExp): Folded {
  const kept: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    kept.push(run);
    starts.push(length);
    origins.push(index);
    length += run.length;
  }
  return { text: kept.join(''), starts, origins };
}

/** A word that a text repeats more often has no place of its own. */
const MAX_TRIES = 10_000;

function findIn(folded: Folded, fold: (text: string) => Folded, quote: TextQuote): Span | undefined {
  const [exact, prefix, suffix] = [quote.exact, quote.prefix, quote.suffix].map((part) => fold(part).text);
  if (!exact || prefix === undefined || suffix === undefined) return undefined;
  let best: { readonly at: number; readonly score: number } | undefined;
  let isTie = false;
  let at = folded.text.indexOf(exact);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++, at = folded.text.indexOf(exact, at + 1)) {
    if (!isWhole(folded, at, at + exact.length, quote)) continue;
    const score = countSame(folded.text, at - 1, prefix, -1) + countSame(folded.text, at + exact.length, suffix, 1);
    isTie = score === best?.score || (isTie && score < (best?.score ?? 0));
    if (best === undefined || score > best.score) best = { at, score };
  }
  if (best === undefined || isTie) return undefined;
  return [toOrigin(folded, best.at), toOrigin(folded, best.at + exact.length - 1) + 1];
}

/** Whether the place begins and ends with a word where the quotation did: `cat` is not in `concatenate`. */
function isWhole({ text, starts }: Folded, start: number, end: number, { exact, prefix, suffix }: TextQuote): boolean {
  const isCut = (at: number) => starts[findFirst(starts.length, (i) => (starts[i] as number) >= at)] !== at;
  const isInWord = (at: number) => at < text.length && isCut(at) && JOINT.test(text.slice(at - 1, at + 1));
  return (
    (!isInWord(start) || JOINT.test(prefix.slice(-1) + exact.slice(0, 1))) &&
    (!isInWord(end) || JOINT.test(exact.slice(-1) + suffix.slice(0, 1)))
  );
}

const JOINT = /^[\p{L}\p{N}]{2}$/u;

/** Counts the characters that are the same, from `at` on in the direction of `step`. */
function countSame(text: string, at: number, part: string, step: 1 | -1): number {
  let count = 0;
  let i = step === 1 ? 0 : part.length - 1;
  while (count < part.length && text[at] === part[i]) {
    count++;
    at += step;
    i += step;
  }
  return count;
}

function toOrigin({ starts, origins }: Folded, at: number): number {
  const run = findFirst(starts.length, (i) => (starts[i] as number) > at) - 1;
  return (origins[run] as number) + at - (starts[run] as number);
}
