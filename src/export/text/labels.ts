import type { Chunk } from '../../model/chunk.ts';

const MAX_LABEL_CHARS = 72;

export type Labelled = Pick<Chunk, 'heading_path' | 'slug' | 'symbol' | 'address' | 'part' | 'parts'>;

/** Symbol, else the last two headings, else the address, else the slug; one line, at most 72 characters, part number included. */
export function toLabel(chunk: Labelled): string {
  const name = chunk.symbol || chunk.heading_path.slice(-2).join(' > ') || chunk.address || chunk.slug;
  return fitLabel(name, toPartSuffix(chunk));
}

/** Symbols as code spans, else the last three headings. */
export function toOutlineLabel(chunk: Labelled): string {
  if (chunk.symbol) return toCodeSpan(fitLabel(chunk.symbol, '')) + toPartSuffix(chunk);
  const headings = chunk.heading_path.slice(-3).join(' > ');
  return fitLabel(headings || chunk.address || chunk.slug, toPartSuffix(chunk), MAX_LABEL_CHARS * 2);
}

/** A code span whose fence is longer than any run of backticks inside. */
export function toCodeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text, '`') + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + pad + text + pad + fence;
}

export function longestRun(text: string, char: string): number {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    run = text[i] === char ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Control characters and line separators become spaces, runs of white space one space. */
export function toOneLine(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g, ' ').replace(/^ | $/g, '');
}

/** Cuts at a code point, never inside a surrogate pair. */
export function cutChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let chars = 0;
  let at = 0;
  while (at < text.length && chars < maxChars) {
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    chars++;
  }
  return text.slice(0, at);
}

function fitLabel(name: string, suffix: string, maxChars = MAX_LABEL_CHARS): string {
  return cutChars(toOneLine(name), maxChars - suffix.length).replace(/ $/, '') + suffix;
}

function toPartSuffix(chunk: Labelled): string {
  return chunk.part && chunk.parts && chunk.parts > 1 ? ` (${chunk.part}/${chunk.parts})` : '';
}
