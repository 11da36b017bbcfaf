import { memo, useMemo } from 'react';
import { findUnsupported, type TextSpan } from '../../../answer/find-unsupported.ts';
import type { AnswerCitation } from '../../../model/outputs/answer.ts';
import { toClass } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { toHash } from '../../state/route.ts';
import { askWords, describeChip } from '../../words/ask.ts';
import { citeWords } from '../../words/cite.ts';
import * as css from './answer.module.css';
import { type Block, type Piece, splitBlocks, toPieces } from './answer-blocks.ts';

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
export function AnswerText({ collectionId, text, citations, isComplete, isCut = false }: TextProps) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  const unsourced = useMemo(() => {
    const end = isCut ? text.trimEnd().length : Number.POSITIVE_INFINITY;
    return isComplete
      ? joinNeighbours(
          text,
          findUnsupported(text, citations).filter((one) => one.end < end),
        )
      : [];
  }, [text, citations, isComplete, isCut]);
  const ofBlock = useMemo(() => divide(blocks, citations, unsourced), [blocks, citations, unsourced]);
  return (
    <div className={toClass(css.text, blocks.length > LONG_BLOCKS && css.long)}>
      {blocks.map((block, i) => (
        <BlockView
          key={block.start}
          collectionId={collectionId}
          block={block}
          citations={ofBlock[i]?.citations ?? []}
          unsourced={ofBlock[i]?.unsourced ?? []}
        />
      ))}
    </div>
  );
}

/** Fewer blocks are laid out faster than they are skipped. */
const LONG_BLOCKS = 50;

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

function divide(blocks: readonly Block[], citations: readonly AnswerCitation[], unsourced: readonly TextSpan[]) {
  let cited = 0;
  let lacking = 0;
  return blocks.map((_, i) => {
    const end = blocks[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const firstCited = cited;
    const firstLacking = lacking;
    while (cited < citations.length && (citations[cited] as AnswerCitation).start < end) cited++;
    while (lacking < unsourced.length && (unsourced[lacking] as TextSpan).start < end) lacking++;
    return { citations: citations.slice(firstCited, cited), unsourced: unsourced.slice(firstLacking, lacking) };
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
