import type { Citation } from '../model/outputs/citation.ts';

/** A span of an answer in UTF-16 units, half-open. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Fewer words are a heading, a name or an exclamation. */
const MIN_WORDS = 4;
/** Sentences that say what is missing, or what comes next, state nothing about the files. */
const NO_FACT =
  /^(?:(?:here|below|the following|in (?:short|summary)|note that|let me|sure|yes|no)\b.{0,60}:?$|.{0,80}\b(?:do(?:es)? not|doesn't|don't|isn't|aren't|cannot|can't|not) (?:\w+ ){0,2}?(?:say|answer|mention|contain|include|show|provided?|given|know|state|specify|tell)|(?:i|you|we) (?:would|need|could|can|should)\b)/i;

/** Finds sentences of fact that name no source: none in them, and none in brackets right behind. */
export function findUnsupported(text: string, citations: readonly Citation[]): TextSpan[] {
  const found: TextSpan[] = [];
  let next = 0;
  for (const sentence of listSentences(text, createInside(citations))) {
    while (next < citations.length && (citations[next] as Citation).start < sentence.start) next++;
    const cited = citations[next];
    const isCited = cited !== undefined && cited.start < sentence.end;
    if (!isCited && isFact(text.slice(sentence.start, sentence.end))) found.push(sentence);
  }
  return found;
}

/** Tests offsets, which must rise, for being inside a citation: a quotation may have several sentences. */
function createInside(citations: readonly Citation[]): (offset: number) => boolean {
  const toEnd = ({ start, text }: Citation) => start + text.length;
  let next = 0;
  return (offset) => {
    while (next < citations.length && toEnd(citations[next] as Citation) <= offset) next++;
    // The closing mark of a quotation may belong to the end of the sentence.
    return (
      (citations[next]?.start ?? Number.POSITIVE_INFINITY) <= offset && toEnd(citations[next] as Citation) > offset + 2
    );
  };
}

function isFact(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  return words >= MIN_WORDS && !/[:?]["”*_]{0,3}$/.test(sentence) && !NO_FACT.test(sentence);
}

/** Lists the sentences of the prose; headings, tables, block quotes and fences are none. */
function* listSentences(text: string, isInside: (offset: number) => boolean): Generator<TextSpan> {
  let at = 0;
  let fence = '';
  let open: { start: number; end: number } | undefined;
  for (const line of text.split('\n')) {
    const [, marks = ''] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isText =
      fence === '' && marks === '' && line.trim() !== '' && !/^\s{0,3}(?:#{1,6}\s|>|\||[-*_]{3,}\s*$)/.test(line);
    if (marks !== '') fence = fence === '' ? marks : marks.startsWith(fence) ? '' : fence;
    const start = at + (/^\s*(?:[-*+]|\d{1,3}[.)])\s+/.exec(line)?.[0].length ?? 0);
    if (open !== undefined && (!isText || start > at)) {
      yield* splitSentences(text, open, isInside);
      open = undefined;
    }
    if (isText) open = { start: open?.start ?? start, end: at + line.length };
    at += line.length + 1;
  }
  if (open !== undefined) yield* splitSentences(text, open, isInside);
}

/** A dot ends a sentence before white space and a capital; what follows in brackets belongs to it. */
const END = /[.!?]["”)*_]{0,3}(?:\s+[([][^\n()[\]]{1,300}[)\]][.]?)*(?=\s+["“`*_(]{0,3}[\p{Lu}\p{N}`]|\s*$)/gu;

function* splitSentences(
  text: string,
  { start, end }: TextSpan,
  isInside: (offset: number) => boolean,
): Generator<TextSpan> {
  const block = text.slice(start, end);
  let from = 0;
  for (const { 0: mark, index } of block.matchAll(END)) {
    if (isInside(start + index)) continue;
    // Abbreviations: `e.g. A`, `p. 4`.
    if (/(?:^|[\s(])(?:e\.g|i\.e|cf|pp?|vs|etc|no|fig|approx)$/i.test(block.slice(Math.max(0, index - 8), index)))
      continue;
    yield trim(text, { start: start + from, end: start + index + mark.length });
    from = index + mark.length;
  }
  if (from < block.length) yield trim(text, { start: start + from, end });
}

function trim(text: string, { start, end }: TextSpan): TextSpan {
  const part = text.slice(start, end);
  return { start: start + part.length - part.trimStart().length, end: end - (part.length - part.trimEnd().length) };
}
