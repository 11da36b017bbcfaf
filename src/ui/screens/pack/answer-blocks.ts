import type { TextSpan } from '../../../answer/find-unsupported.ts';
import type { AnswerCitation } from '../../../model/outputs/answer.ts';

/** A paragraph, heading, list item, fence or quotation of an answer. */
export interface Block extends TextSpan {
  readonly kind: 'text' | 'heading' | 'item' | 'quote' | 'code' | 'table';
  readonly text: string;
  /** Continues the paragraph above. */
  readonly continues: boolean;
}

/** A longer paragraph is laid out in several parts: browsers take long for one of hundreds of thousands of characters. */
const MAX_BLOCK_CHARS = 2_000;

/** Splits Markdown into the few forms that answers use. */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block['kind']; start: number; end: number; fence?: string } | undefined;
  const close = () => {
    if (open !== undefined) push(blocks, text, open);
    open = undefined;
  };
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    const marks = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (open?.kind === 'code') {
      if (marks?.startsWith(open.fence as string)) close();
      else open.end = end;
    } else if (marks !== undefined) {
      close();
      open = { kind: 'code', start: Math.min(end + 1, text.length), end: Math.min(end + 1, text.length), fence: marks };
    } else if (line.trim() === '') close();
    else {
      const kind = toKind(line);
      if (
        open !== undefined &&
        kind !== 'item' &&
        kind !== 'heading' &&
        (kind === open.kind || (kind === 'text' && open.kind === 'item'))
      )
        open.end = end;
      else {
        close();
        open = { kind, start: at, end };
      }
    }
    at = end + 1;
  }
  close();
  return blocks;
}

function toKind(line: string): Block['kind'] {
  if (/^\s{0,3}#{1,6}\s/.test(line)) return 'heading';
  if (/^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line)) return 'item';
  if (/^\s{0,3}>/.test(line)) return 'quote';
  return /^\s{0,3}\|/.test(line) ? 'table' : 'text';
}

function push(
  blocks: Block[],
  text: string,
  { kind, start, end }: { kind: Block['kind']; start: number; end: number },
): void {
  for (let from = start; ; ) {
    let to = Math.min(end, from + MAX_BLOCK_CHARS);
    if (to < end) {
      const space = Math.max(text.lastIndexOf(kind === 'code' ? '\n' : ' ', to), text.lastIndexOf('\n', to));
      if (space > from) to = space + 1;
    }
    blocks.push({ kind, start: from, end: to, text: text.slice(from, to), continues: from > start });
    if (to >= end) return;
    from = to;
  }
}

/** Text in one style, or a chip for a citation. Offsets count from the start of the answer. */
export type Piece =
  | {
      readonly type: 'text' | 'code' | 'strong';
      readonly start: number;
      readonly text: string;
      readonly isUnsourced: boolean;
    }
  | { readonly type: 'chip'; readonly start: number; readonly citation: AnswerCitation }
  | { readonly type: 'no-source'; readonly start: number };

interface Marks {
  readonly citations: readonly AnswerCitation[];
  readonly unsourced: readonly TextSpan[];
}

/** Divides a block of prose into text and chips. A cited place becomes its chip; a quotation and code keep their words, with a chip behind. */
export function toPieces(block: Block, { citations, unsourced }: Marks): Piece[] {
  const pieces: Piece[] = [];
  let at = block.start + (/^\s{0,3}(?:#{1,6}\s+)/.exec(block.text)?.[0].length ?? 0);
  const isUnsourced = (offset: number) => unsourced.some(({ start, end }) => start <= offset && offset < end);
  const cuts = unsourced.flatMap(({ start, end }) => [start, end]);
  const write = (end: number) => {
    const stops = [...cuts.filter((cut) => cut > at && cut < end), end];
    for (const stop of stops) {
      if (stop > at) addText(pieces, block.text.slice(at - block.start, stop - block.start), at, isUnsourced(at));
      at = Math.max(at, stop);
      if (unsourced.some((span) => span.end === stop)) pieces.push({ type: 'no-source', start: stop });
    }
  };
  for (const [i, citation] of citations.entries()) {
    const { start, end } = toSpan(block, citation);
    if (start < at) continue;
    if (isPlace(citation)) {
      write(start);
      at = Math.max(at, end);
    } else {
      write(Math.min(end, block.end));
      const next = citations[i + 1];
      // The chip of its place has the worse of both verdicts.
      if (next !== undefined && isPlace(next) && next.start - end < 8) continue;
    }
    pieces.push({ type: 'chip', start, citation });
  }
  write(block.end);
  return pieces;
}

export function isPlace({ text, ref }: AnswerCitation): boolean {
  return ref !== undefined || !/^\s*["“„«`>]|\n/.test(text);
}

/** A place in brackets or backticks of its own is replaced with them. */
function toSpan(block: Block, citation: AnswerCitation): TextSpan {
  let { start } = citation;
  let end = start + citation.text.length;
  if (!isPlace(citation)) return { start, end };
  const char = (offset: number) => block.text[offset - block.start] ?? '';
  for (const pair of ['``', '**', '**', '()', '[]'])
    if (char(start - 1) === pair[0] && char(end) === pair[1]) {
      start--;
      end++;
    }
  return { start, end };
}

const INLINE = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;

function addText(pieces: Piece[], text: string, start: number, isUnsourced: boolean): void {
  let from = 0;
  const add = (type: 'text' | 'code' | 'strong', part: string, offset: number) => {
    if (part !== '') pieces.push({ type, start: start + offset, text: part, isUnsourced });
  };
  for (const { 0: all, 1: code, 2: strong = '', index } of text.matchAll(INLINE)) {
    add('text', text.slice(from, index), from);
    add(code === undefined ? 'strong' : 'code', code ?? strong, index);
    from = index + all.length;
  }
  add('text', text.slice(from), from);
}
