import { toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import type { CountTokens } from '../pack/count-tokens.ts';
import type { PackFormat } from '../pack/format-pack.ts';
import { escapeHidden } from '../text/hidden-text.ts';
import { formatChunks, formatFoot, formatHead, type TreeFile, toTreeLines } from './format-one-file.ts';

export interface OneFileOptions {
  readonly format: PackFormat;
  /** Of each part. Unset: there is one. */
  readonly budgetTokens?: number;
  readonly countTokens: CountTokens;
  readonly escapeHidden?: boolean;
  /** Called for each file that was counted. */
  readonly onFile?: (file: TreeFile) => Promise<void> | void;
}

/** Chunks `from` up to `to` of a file. */
export interface Piece {
  readonly fileIndex: number;
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  readonly bytes: number;
}

export interface Part {
  readonly pieces: readonly Piece[];
  readonly tokens: number;
  readonly bytes: number;
}

/** Nobody hands over more parts than this; a budget that needs them was not meant. */
const MAX_PARTS = 1_000;
/** For the numbers in a head, which are not known before the last part is. */
const SPARE_TOKENS = 12;

/**
 * Files in path order, as many in each part as its budget has room for. A file that no part has room for is cut between chunks; where one chunk is
 * larger than the budget, so is its part.
 */
export async function planParts(view: IndexView, options: OneFileOptions): Promise<Part[]> {
  const { budgetTokens = Number.POSITIVE_INFINITY, countTokens } = options;
  const empty = countTokens(toHead(view, options, { pieces: [], part: 1, parts: 2 })) + SPARE_TOKENS;
  const drafts: Piece[][] = [[]];
  let used = empty;
  let folders: readonly string[] = [];
  const addPiece = (piece: Piece, isNew: boolean): void => {
    const file = view.files[piece.fileIndex] as TreeFile;
    const own = file.path.split('/').slice(0, -1);
    if (isNew) {
      drafts.push([]);
      used = empty;
      folders = [];
      if (drafts.length > MAX_PARTS)
        throw new AppError('engine/bad-budget', 'the budget would make too many parts', {
          budget: String(budgetTokens),
          max: MAX_PARTS,
        });
    }
    drafts.at(-1)?.push(piece);
    used += piece.tokens + countTokens(toTreeLines(file, own, folders).join(''));
    folders = own;
  };
  for (const [fileIndex, file] of view.files.entries()) {
    const chunks = file.chunk_count === 0 ? [] : await view.chunks(fileIndex);
    const own = file.path.split('/').slice(0, -1);
    const treeTokens = countTokens(toTreeLines(file, own, []).join(''));
    const room = budgetTokens - empty - treeTokens;
    for (const piece of cutFile(fileIndex, chunks, { ...options, room })) {
      const isFull = used + piece.tokens + treeTokens > budgetTokens && (drafts.at(-1)?.length ?? 0) > 0;
      addPiece(piece, isFull);
    }
    await options.onFile?.(file);
  }
  return drafts.map((pieces, i) => measurePart(view, options, { pieces, part: i + 1, parts: drafts.length }));
}

/** The text of a piece as it stands in its part. */
export function formatPiece(
  chunks: readonly Chunk[],
  options: Pick<OneFileOptions, 'format' | 'escapeHidden'>,
): string {
  const text = formatChunks(chunks, options.format);
  return options.escapeHidden ? escapeHidden(text) : text;
}

export interface PlacedPart {
  readonly pieces: readonly Piece[];
  readonly part: number;
  readonly parts: number;
}

export function toHead(
  view: IndexView,
  options: Pick<OneFileOptions, 'format' | 'escapeHidden'>,
  { pieces, part, parts }: PlacedPart,
): string {
  const files = [...new Set(pieces.map(({ fileIndex }) => fileIndex))].map((i) => view.files[i] as TreeFile);
  const { name, index_id } = view;
  const head = formatHead({ name, index_id, part, parts, totalFiles: view.files.length, files }, options.format);
  return options.escapeHidden ? escapeHidden(head) : head;
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

/** One piece where the file fits into `room`, else as many chunks in each as fit. */
function cutFile(
  fileIndex: number,
  chunks: readonly Chunk[],
  options: OneFileOptions & { readonly room: number },
): Piece[] {
  const measure = (from: number, to: number): Piece => {
    const text = formatPiece(chunks.slice(from, to), options);
    const tokens = text === '' ? 0 : options.countTokens(text);
    return { fileIndex, from, to, tokens, bytes: toUtf8(text).length };
  };
  const whole = measure(0, chunks.length);
  if (whole.tokens <= options.room || chunks.length < 2) return [whole];
  const alone = chunks.map((_, i) => measure(i, i + 1).tokens);
  const pieces: Piece[] = [];
  for (let from = 0; from < chunks.length; ) {
    let to = from + 1;
    let sum = alone[from] as number;
    // Together neighbours take less than alone: they share a heading.
    while (to < chunks.length && sum + (alone[to] as number) <= options.room) sum += alone[to++] as number;
    pieces.push(measure(from, to));
    from = to;
  }
  return pieces;
}
