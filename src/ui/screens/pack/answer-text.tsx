import { memo, useMemo } from 'react';
import { findUnsupported, type TextSpan } from '../../../answer/find-unsupported.ts';
import type { AnswerCitation } from '../../../model/outputs/answer.ts';
import { toClass } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { toHash } from '../../state/route.ts';
import { askWords, describeChip } from '../../words/ask.ts';
import { citeWords } from '../../words/cite.ts';
import * as css from './answer.module.css';

interface TextProps {
  readonly collectionId: string;
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  /** Sentences without a source are marked once all citations are known. */
  readonly isComplete: boolean;
  /** The last sentence has no end, so it is not judged. */
  readonly isCut?: boolean | undefined;
}

/** A model's answer: text nodes only, its citations as chips. Blocks that did not change are not rendered again. */
export function AnswerText({ text, citations, isCut = false, ...common }: TextProps) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  const sections = useMemo(() => groupBlocks(blocks), [blocks]);
  const ofSection = useMemo(() => divide(sections, citations), [sections, citations]);
  return (
    <div className={toClass(css.text, sections.length > LONG_SECTIONS && css.long)}>
      {sections.map(({ start, blocks: own }, i) => (
        <Section
          key={start}
          {...common}
          start={start}
          text={text.slice(start, sections[i + 1]?.start)}
          blocks={own}
          citations={ofSection[i] ?? []}
          isCut={isCut && i === sections.length - 1}
        />
      ))}
    </div>
  );
}

interface SectionProps extends TextProps {
  readonly start: number;
  readonly blocks: readonly Block[];
}

/** Some blocks of an answer. A long one is judged and rendered section by section, so that other work comes in between. */
function Section({ collectionId, start, text, blocks, citations, isComplete, isCut }: SectionProps) {
  const unsourced = useMemo(() => {
    if (!isComplete) return [];
    const end = isCut ? text.trimEnd().length : Number.POSITIVE_INFINITY;
    const own = citations.map((citation) => ({ ...citation, start: citation.start - start }));
    const found = findUnsupported(text, own).filter((one) => one.end < end);
    return joinNeighbours(text, found).map((one) => ({ start: one.start + start, end: one.end + start }));
  }, [text, start, citations, isComplete, isCut]);
  const citationsOf = useMemo(() => divide(blocks, citations), [blocks, citations]);
  const unsourcedOf = useMemo(() => divide(blocks, unsourced), [blocks, unsourced]);
  return (
    <div className={css.section}>
      {blocks.map((block, i) => (
        <BlockView
          key={block.start}
          collectionId={collectionId}
          block={block}
          citations={citationsOf[i] ?? []}
          unsourced={unsourcedOf[i] ?? []}
        />
      ))}
    </div>
  );
}

/** In a longer answer only the sections in view are laid out. */
const LONG_SECTIONS = 3;

/** Whether a citation supports its sentence. */
export function isConfirmed({ verdict, isOutside, reason }: AnswerCitation): boolean {
  return (verdict === 'exact' || verdict === 'exists') && !isOutside && reason !== 'changed';
}

/** Sentences next to each other have one mark together. */
function joinNeighbours(text: string, spans: readonly TextSpan[]): readonly TextSpan[] {
  const joined: TextSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isNext = last !== undefined && /^[ \n]?$/.test(text.slice(last.end, span.start));
    if (isNext) joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

/** Divides things, in order, among the parts that they start in. */
function divide<T extends { readonly start: number }>(
  parts: readonly { readonly start: number }[],
  things: readonly T[],
): (readonly T[])[] {
  let next = 0;
  return parts.map((_, i) => {
    const end = parts[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const first = next;
    while (next < things.length && (things[next] as T).start < end) next++;
    return things.slice(first, next);
  });
}

interface BlockProps {
  readonly collectionId: string;
  readonly block: Block;
  readonly citations: readonly AnswerCitation[];
  readonly unsourced: readonly TextSpan[];
}

const BlockView = memo(
  function BlockView({ collectionId, block, citations, unsourced }: BlockProps) {
    const { kind, text } = block;
    if (kind === 'code' || kind === 'table' || kind === 'quote')
      return (
        <div className={css.block}>
          <pre className={kind === 'quote' ? css.quote : css.code} translate="no">
            {kind === 'quote' ? text.replace(/^\s{0,3}> ?/gm, '') : text}
          </pre>
          {citations.map((citation) => (
            <Chip key={citation.start} collectionId={collectionId} citation={citation} />
          ))}
        </div>
      );
    const pieces = toPieces(block, { citations, unsourced });
    return (
      <p
        className={toClass(
          css.block,
          block.continues && css.continues,
          kind === 'item' && css.item,
          kind === 'heading' && css.heading,
        )}
      >
        <Pieces collectionId={collectionId} pieces={pieces} />
      </p>
    );
  },
  (before, after) =>
    before.block.text === after.block.text &&
    before.block.kind === after.block.kind &&
    isSameList(before.citations, after.citations) &&
    isSameList(before.unsourced, after.unsourced),
);

/** The last check finds most citations again, as other objects. */
function isSameList(before: readonly object[], after: readonly object[]): boolean {
  const isSame = (one: object, other: object) => one === other || JSON.stringify(one) === JSON.stringify(other);
  return before.length === after.length && before.every((one, i) => isSame(one, after[i] as object));
}

function Pieces({ collectionId, pieces }: { readonly collectionId: string; readonly pieces: readonly Piece[] }) {
  let lastPath: string | undefined;
  return pieces.map((piece) => {
    const key = `${piece.type}${piece.start}`;
    if (piece.type === 'chip') {
      const isSameFile = piece.citation.path === lastPath;
      lastPath = piece.citation.path ?? lastPath;
      return <Chip key={key} collectionId={collectionId} citation={piece.citation} isSameFile={isSameFile} />;
    }
    if (piece.type === 'no-source')
      return (
        <span key={key} className={`${css.chip} ${css.doubtful}`} data-verdict="no source">
          {askWords.noSource}
        </span>
      );
    const lacking = piece.isUnsourced ? css.unsourced : undefined;
    if (piece.type === 'code')
      return (
        <code key={key} className={lacking}>
          {piece.text}
        </code>
      );
    if (piece.type === 'strong')
      return (
        <strong key={key} className={lacking}>
          {piece.text}
        </strong>
      );
    return lacking === undefined ? (
      piece.text
    ) : (
      <span key={key} className={lacking}>
        {piece.text}
      </span>
    );
  });
}

interface ChipProps {
  readonly collectionId: string;
  readonly citation: AnswerCitation;
  /** The chip before is of the same file: its name is left out. */
  readonly isSameFile?: boolean;
}

/** A checked citation; opens its place in the reader. */
function Chip({ collectionId, citation, isSameFile = false }: ChipProps) {
  const { verdict, path, lines, lastLine, reason, collection = collectionId } = citation;
  const isGood = isConfirmed(citation);
  const isGone = verdict === 'not found';
  const mark = isGood ? '✓' : isGone ? '✕' : '!';
  const words = describeChip(citation);
  const label = reason === 'name' ? '' : toLabel(citation, isSameFile);
  const shown = [label, words].filter(Boolean).join(' ');
  const meaning = reason === undefined ? citeWords.meanings[verdict] : citeWords.reasons[reason](citation);
  const common = {
    className: toClass(css.chip, isGood ? css.good : isGone ? css.gone : css.doubtful),
    'data-verdict': citation.isOutside ? 'not in the pack' : verdict,
    title: `${path ?? ''} ${meaning}`.trim(),
  };
  const content = (
    <>
      <span aria-hidden>{mark}</span> <span className={look.srOnly}>{citeWords.verdicts[verdict]} </span>
      {shown}
    </>
  );
  if (path === undefined || (isGone && reason === 'no-file')) return <span {...common}>{content}</span>;
  const line = Math.min(lines?.[0] ?? 1, lastLine ?? Number.POSITIVE_INFINITY);
  return (
    <a {...common} href={toHash({ place: 'search', collectionId: collection, path, line, query: '' })}>
      {content}
    </a>
  );
}

function toLabel({ path, lines, page, text, ref }: AnswerCitation, isSameFile: boolean): string {
  if (path === undefined)
    return ref ?? (text.length <= 60 && !text.includes('\n') ? text.replace(/^["“`]|["”`]$/g, '') : '');
  const name = isSameFile ? '' : path.slice(path.lastIndexOf('/') + 1);
  if (page !== undefined) return `${name} ${page}`.trim();
  if (lines === undefined) return name === '' ? path.slice(path.lastIndexOf('/') + 1) : name;
  return `${name}:${lines[0] === lines[1] ? lines[0] : `${lines[0]}–${lines[1]}`}`;
}

/** A paragraph, heading, list item, fence or quotation of an answer. */
interface Block extends TextSpan {
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

const SECTION_CHARS = 5_000;

/** Groups blocks into sections of about this length. None begins within a paragraph, or in a fence, whose mark is before its block. */
export function groupBlocks(blocks: readonly Block[]): { readonly start: number; readonly blocks: Block[] }[] {
  const sections: { readonly start: number; readonly blocks: Block[] }[] = [];
  for (const block of blocks) {
    const open = sections.at(-1);
    if (open === undefined) sections.push({ start: 0, blocks: [block] });
    else if (block.start - open.start < SECTION_CHARS || block.continues || block.kind === 'code')
      open.blocks.push(block);
    else sections.push({ start: block.start, blocks: [block] });
  }
  return sections;
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
type Piece =
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
function toPieces(block: Block, { citations, unsourced }: Marks): Piece[] {
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

function isPlace({ text, ref }: AnswerCitation): boolean {
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
