import type { Chunk } from '../../model/chunk.ts';
import { countChars, findCharEnd } from './count-chars.ts';

const MAX_LABEL_CHARS = 72;

type Labelled = Pick<Chunk, 'headingPath' | 'headings' | 'slug' | 'symbol' | 'symbols' | 'address' | 'part' | 'parts'> &
  Partial<Pick<Chunk, 'kind'>>;

/** Lists every name that begins in the chunk; one line, at most 72 characters, part number included. ` +4` means that four names do not fit. */
export function toLabel(chunk: Labelled): string {
  const names = toNames(chunk);
  const part = toPartSuffix(chunk);
  const toSuffix = (left: number): string => (left > 0 ? ` +${left}` : '') + part;
  let label = names[0] as string;
  for (let shown = 1; shown < names.length; shown++) {
    const longer = label + BETWEEN + names[shown];
    const suffix = toSuffix(names.length - shown - 1);
    if (countChars(longer) + suffix.length > MAX_LABEL_CHARS) return fitLabel(label, toSuffix(names.length - shown));
    label = longer;
  }
  return fitLabel(label, part);
}

/** Returns the same without a limit, for tables that are searched, not read. */
export function toFullLabel(chunk: Labelled): string {
  return toNames(chunk).join(BETWEEN) + toPartSuffix(chunk);
}

const BETWEEN = ' · ';

/**
 * Lists symbols, then headings, the chunk's own one with its parent; without any, the headings above it, its address, or its slug. The place in a
 * document comes first.
 */
function toNames(chunk: Labelled): string[] {
  const symbols = chunk.symbols ?? (chunk.symbol ? [chunk.symbol] : []);
  const under = chunk.headingPath.slice(-2).join(' > ');
  const headings = (chunk.headings ?? []).map((text, i) =>
    i === 0 && text === chunk.headingPath.at(-1) ? under : text,
  );
  const own = [...symbols, ...headings].filter((name) => !NO_NAME.test(name));
  const named = own.length > 0 || under === '' ? own : [under];
  // In a document a heading has a place as well: the page comes first.
  const place = chunk.kind === 'document' && chunk.address && named.length > 0 ? [chunk.address] : [];
  const names = [...new Set([...place, ...named].map(toOneLine))].filter((name) => name !== '');
  return names.length > 0 ? names : [toOneLine(chunk.address || chunk.slug)];
}

/** A name of only brackets, quotes and separators, such as `}`; operators are names. */
const NO_NAME = /^[^\w\u00aa-\uffff+*/<>&|^%!?$@~=-]*$/;

/** Labels a chunk by its symbol or its breadcrumb of headings. */
export function toOutlineLabel(chunk: Labelled): string {
  const part = toPartSuffix(chunk);
  if (chunk.symbol) return toCodeSpan(fitLabel(chunk.symbol, '')) + part;
  return fitLabel(chunk.headingPath.slice(-3).join(' > ') || chunk.address || chunk.slug, part, MAX_LABEL_CHARS * 2);
}

/** Makes a code span whose fence is longer than any run of backticks inside. */
export function toCodeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** Returns the length of the longest run of backticks. */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Turns control characters and line separators into spaces, and runs of white space into one space. */
export function toOneLine(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g, ' ').replace(/^ | $/g, '');
}

/** Cuts at a code point, never inside a surrogate pair. */
export function cutChars(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, findCharEnd(text, 0, maxChars));
}

function fitLabel(name: string, suffix: string, maxChars = MAX_LABEL_CHARS): string {
  return cutChars(toOneLine(name), maxChars - suffix.length).replace(/ $/, '') + suffix;
}

function toPartSuffix(chunk: Labelled): string {
  return chunk.part && chunk.parts && chunk.parts > 1 ? ` (${chunk.part}/${chunk.parts})` : '';
}
