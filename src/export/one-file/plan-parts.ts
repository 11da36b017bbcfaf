import { toUtf8 } from '../../lib/bytes.ts';
import { groupBy } from '../../lib/group-by.ts';
import { AppError } from '../../model/app-error.ts';
import type { Chunk } from '../../model/chunk.ts';
import { toRangeText } from '../../places/address.ts';
import type { IndexView } from '../contract.ts';
import type { CountTokens } from '../pack/count-tokens.ts';
import type { PackFormat } from '../pack/format-pack.ts';
import { escapeHidden } from '../text/hidden-text.ts';
import { CITE_PAGES, listMarks, toPages } from '../text/page-marks.ts';
import { formatChunks, formatFoot, formatHead, type TreeFile, toTreeLines } from './format-one-file.ts';

export interface OneFileOptions {
  readonly format: PackFormat;
  /** Budget of each part. Unset: a single part. */
  readonly budgetTokens?: number;
  readonly countTokens: CountTokens;
  readonly escapeHidden?: boolean;
  readonly onFile?: (file: TreeFile) => Promise<void> | void;
}

/** Chunks `from` up to `to` of a file. */
export interface Piece {
  readonly fileIndex: number;
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  readonly bytes: number;
  /** The first and the last page, for a document with pages. */
  readonly pages?: readonly [string, string];
}

export interface Part {
  readonly pieces: readonly Piece[];
  readonly tokens: number;
  readonly bytes: number;
}

/** A budget that needs more parts than this is a mistake. */
const MAX_PARTS = 1_000;
/** Reserve for the numbers in a head, which are unknown until the last part is planned. */
const SPARE_TOKENS = 12;

/**
 * Fills parts with files in path order, within the budget of each. A file too large for a part is split between chunks; a chunk larger than the
 * budget makes its part exceed it.
 */
export async function planParts(view: IndexView, options: OneFileOptions): Promise<Part[]> {
  const { budgetTokens = Number.POSITIVE_INFINITY, countTokens } = options;
  const noteTokens = view.files.some(({ kind }) => kind === 'document') ? countTokens(CITE_PAGES) : 0;
  const empty = countTokens(toHead(view, options, { pieces: [], part: 1, parts: 2 })) + SPARE_TOKENS + noteTokens;
  const drafts: Piece[][] = [[]];
  let used = empty;
  let folders: readonly string[] = [];
  for (const [fileIndex, file] of view.files.entries()) {
    const chunks = file.chunkCount === 0 ? [] : await view.chunks(fileIndex);
    const own = file.path.split('/').slice(0, -1);
    const marks = listMarks(chunks);
    const named = marks.length === 0 ? file : { ...file, pages: toPages(marks) };
    const treeTokens = countTokens(toTreeLines(named, own, []).join(''));
    const room = budgetTokens - empty - treeTokens;
    for (const piece of cutFile(fileIndex, chunks, { ...options, room })) {
      const isFull = used + piece.tokens + treeTokens > budgetTokens && (drafts.at(-1)?.length ?? 0) > 0;
      if (isFull) [used, folders] = [empty, []];
      if (isFull && drafts.push([]) > MAX_PARTS)
        throw new AppError('engine/bad-budget', 'the budget would make too many parts', {
          budget: String(budgetTokens),
          max: MAX_PARTS,
        });
      drafts.at(-1)?.push(piece);
      used += piece.tokens + countTokens(toTreeLines(toTreeFile(view, [piece]), own, folders).join(''));
      folders = own;
    }
    await options.onFile?.(file);
  }
  return drafts.map((pieces, i) => measurePart(view, options, { pieces, part: i + 1, parts: drafts.length }));
}

export function formatPiece(
  chunks: readonly Chunk[],
  options: Pick<OneFileOptions, 'format' | 'escapeHidden'>,
): string {
  const text = formatChunks(chunks, options.format);
  return options.escapeHidden ? escapeHidden(text) : text;
}

interface PlacedPart {
  readonly pieces: readonly Piece[];
  readonly part: number;
  readonly parts: number;
}

export function toHead(
  view: IndexView,
  options: Pick<OneFileOptions, 'format' | 'escapeHidden'>,
  { pieces, part, parts }: PlacedPart,
): string {
  const files = [...groupBy(pieces, ({ fileIndex }) => fileIndex).values()].map((own) => toTreeFile(view, own));
  const { name, index_id } = view;
  const head = formatHead({ name, index_id, part, parts, totalFiles: view.files.length, files }, options.format);
  return options.escapeHidden ? escapeHidden(head) : head;
}

/** Names the file in the tree, with the pages of these pieces. */
function toTreeFile(view: IndexView, pieces: readonly Piece[]): TreeFile {
  const file = view.files[(pieces[0] as Piece).fileIndex] as TreeFile;
  const [first, last] = [pieces[0]?.pages?.[0], pieces.at(-1)?.pages?.[1]];
  return first === undefined || last === undefined ? file : { ...file, pages: toRangeText(first, last) };
}

function measurePart(view: IndexView, options: OneFileOptions, placed: PlacedPart): Part {
  const frame = [toHead(view, options, placed), formatFoot(options.format)];
  const total = { tokens: 0, bytes: 0 };
  for (const text of frame) {
    total.tokens += text === '' ? 0 : options.countTokens(text);
    total.bytes += toUtf8(text).length;
  }
  for (const { tokens, bytes } of placed.pieces) {
    total.tokens += tokens;
    total.bytes += bytes;
  }
  return { pieces: placed.pieces, ...total };
}

/** Returns one piece if the file fits into `room`, otherwise pieces of as many chunks as fit. */
function cutFile(
  fileIndex: number,
  chunks: readonly Chunk[],
  options: OneFileOptions & { readonly room: number },
): Piece[] {
  const measure = (from: number, to: number): Piece => {
    const text = formatPiece(chunks.slice(from, to), options);
    const tokens = text === '' ? 0 : options.countTokens(text);
    const marks = listMarks(chunks.slice(from, to));
    const size = { fileIndex, from, to, tokens, bytes: toUtf8(text).length };
    const [first, last] = [marks[0]?.address, marks.at(-1)?.address];
    return first === undefined || last === undefined ? size : { ...size, pages: [first, last] };
  };
  const whole = measure(0, chunks.length);
  if (whole.tokens <= options.room || chunks.length < 2) return [whole];
  const alone = chunks.map((_, i) => measure(i, i + 1).tokens);
  const pieces: Piece[] = [];
  for (let from = 0; from < chunks.length; ) {
    let to = from + 1;
    let sum = alone[from] as number;
    // Adjacent chunks together take less than separately: they share a heading.
    while (to < chunks.length && sum + (alone[to] as number) <= options.room) sum += alone[to++] as number;
    pieces.push(measure(from, to));
    from = to;
  }
  return pieces;
}
