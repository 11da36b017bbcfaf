import type { ChunkFacts } from '../../export/contract.ts';
import type { ChunkRow, Kernel } from '../../kernel/contract.ts';
import { chunkId, toRef, toSlugs } from '../../kernel/identity.ts';
import { fromUtf8, toHex } from '../../lib/bytes.ts';
import type { Mutable } from '../../lib/mutable.ts';
import type { Place } from '../../model/address/places.ts';
import type { Chunk, FileNames } from '../../model/chunk.ts';
import type { Kind } from '../../model/kind.ts';
import { estimateChunkTokens } from '../../model/outputs/estimate-tokens.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { OpenCollection } from '../open/open-collection.ts';

export const SHORT_ID_LENGTH = 12;

/** Cache of a collection's chunk ids, by ordinal. */
export interface ChunkIds {
  get(ordinal: number, makeId: () => Uint8Array): string;
}

/** Reads all chunks of a file with their content, in ref order. */
export async function readChunks(
  kernel: Kernel,
  open: OpenCollection,
  fileIndex: number,
  ids?: ChunkIds,
): Promise<Chunk[]> {
  const contents = await open.readSpan(open.file(fileIndex).contents);
  const rows = toRows(open, fileIndex);
  return toFacts(kernel, open, { fileIndex, rows, ids }).map((facts, i) => {
    const { startByte, endByte } = rows[i] as ChunkRow;
    return toChunk(open, facts, fromUtf8(contents.subarray(startByte, endByte)));
  });
}

/** Lists all chunks of a file in ref order; reads nothing. */
export function listChunkFacts(kernel: Kernel, open: OpenCollection, fileIndex: number, ids?: ChunkIds): ChunkFacts[] {
  return toFacts(kernel, open, { fileIndex, rows: toRows(open, fileIndex), ids });
}

export async function readChunk(kernel: Kernel, open: OpenCollection, ordinal: number): Promise<Chunk> {
  return (await readChunksAt(kernel, open, [ordinal]))[0] as Chunk;
}

/** Reads chunks by ordinal, in the given order. Makes the facts of a file once. */
export async function readChunksAt(
  kernel: Kernel,
  open: OpenCollection,
  ordinals: readonly number[],
): Promise<Chunk[]> {
  await open.prepareChunks([...new Set(ordinals.map(open.fileOfOrdinal))]);
  const files = new Map<number, { rows: readonly ChunkRow[]; facts: readonly ChunkFacts[] }>();
  const places = ordinals.map((ordinal) => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const rows = files.get(fileIndex)?.rows ?? toRows(open, fileIndex);
    if (!files.has(fileIndex)) files.set(fileIndex, { rows, facts: toFacts(kernel, open, { fileIndex, rows }) });
    const chunkIndex = ordinal - (open.ordinals[fileIndex] as number);
    const { startByte, endByte } = rows[chunkIndex] as ChunkRow;
    return { fileIndex, chunkIndex, startByte, endByte };
  });
  const texts = await open.readTexts(places);
  return places.map(({ fileIndex, chunkIndex }, i) =>
    toChunk(open, files.get(fileIndex)?.facts[chunkIndex] as ChunkFacts, texts[i] as string),
  );
}

export function toRows(open: OpenCollection, fileIndex: number): ChunkRow[] {
  const count = (open.ordinals[fileIndex + 1] as number) - (open.ordinals[fileIndex] as number);
  return Array.from({ length: count }, (_, i) => open.chunkRow(fileIndex, i));
}

export function toChunkId(kernel: Kernel, open: OpenCollection, fileIndex: number, row: ChunkRow): string {
  return toHex(makeChunkId(kernel, open, fileIndex, row));
}

function makeChunkId(kernel: Kernel, open: OpenCollection, fileIndex: number, row: ChunkRow): Uint8Array {
  const { path, ownPath = path } = open.fileNames(fileIndex);
  return chunkId(kernel, ownPath, row.contentHash, row.occurrence);
}

/** Returns the ref of a chunk, which names its collection if several are joined. */
export function toOwnRef({ refs, totalChunks }: OpenCollection, ordinal: number): string {
  return refs?.of(ordinal) ?? toRef(ordinal, totalChunks);
}

/** Only images keep their bytes with the text. */
export function toAssetPath(file: Pick<FileEntry, 'kind' | 'path'>): string | undefined {
  return file.kind === 'image' ? `images/${file.path}` : undefined;
}

function toFacts(
  kernel: Kernel,
  open: OpenCollection,
  { fileIndex, rows, ids }: { fileIndex: number; rows: readonly ChunkRow[]; ids?: ChunkIds | undefined },
): ChunkFacts[] {
  const file = open.fileNames(fileIndex);
  const first = open.ordinals[fileIndex] as number;
  const assetPath = toAssetPath(file);
  let slugs: readonly string[] | undefined;
  const own: FactsOfFile = {
    file,
    assetPath,
    toId(row, index) {
      const makeId = () => makeChunkId(kernel, open, fileIndex, row);
      return ids === undefined ? toHex(makeId()) : ids.get(first + index, makeId);
    },
    toRef: (index) => toOwnRef(open, first + index),
    toSlug(index) {
      slugs ??= toSlugs(kernel, file.path, rows);
      return slugs[index] as string;
    },
  };
  return rows.map((row, i) => new LazyFacts(own, row, i));
}

/** Facts shared by the chunks of a file. */
interface FactsOfFile {
  readonly file: FileNames;
  readonly assetPath: string | undefined;
  readonly toId: (row: ChunkRow, index: number) => string;
  readonly toRef: (index: number) => string;
  readonly toSlug: (index: number) => string;
}

/**
 * Makes ids and slugs on demand: they cost more than all the rest, and few artifacts have them. A class, since V8 gives each object literal with
 * getters a hidden class of its own.
 */
class LazyFacts implements ChunkFacts {
  readonly path: string;
  readonly kind: Kind;
  readonly chunk_index: number;
  readonly start_line: number;
  readonly end_line: number;
  readonly token_estimate: number;
  readonly heading_path: readonly string[];
  declare readonly headings?: readonly string[];
  declare readonly symbol?: string;
  declare readonly symbols?: readonly string[];
  declare readonly address?: string;
  declare readonly places?: readonly Place[];
  declare readonly context?: readonly string[];
  declare readonly asset_path?: string;
  declare readonly language?: string;
  declare readonly part?: number;
  declare readonly parts?: number;
  readonly #own: FactsOfFile;
  readonly #row: ChunkRow;
  #id: string | undefined;

  constructor(own: FactsOfFile, row: ChunkRow, index: number) {
    const { file, assetPath } = own;
    this.#own = own;
    this.#row = row;
    this.path = file.path;
    this.kind = file.kind;
    this.chunk_index = index;
    this.start_line = row.startLine;
    this.end_line = row.endLine;
    this.token_estimate = estimateChunkTokens(row);
    this.heading_path = row.headingPath;
    if (row.headings.length > 0) this.headings = row.headings;
    if (row.symbol !== '') this.symbol = row.symbol;
    if (row.symbols.length > 0) this.symbols = row.symbols;
    if (row.address !== '') this.address = row.address;
    if (row.places !== undefined) this.places = row.places;
    if (row.context.length > 0) this.context = row.context;
    if (assetPath !== undefined) this.asset_path = assetPath;
    if (file.language !== undefined) this.language = file.language;
    if (row.parts > 1) {
      this.part = row.part;
      this.parts = row.parts;
    }
  }

  get id(): string {
    this.#id ??= this.#own.toId(this.#row, this.chunk_index);
    return this.#id;
  }

  get short_id(): string {
    return this.id.slice(0, SHORT_ID_LENGTH);
  }

  get ref(): string {
    return this.#own.toRef(this.chunk_index);
  }

  get slug(): string {
    return this.#own.toSlug(this.chunk_index);
  }

  get content_hash(): string {
    return toHex(this.#row.contentHash);
  }
}

/** Copies every value: a chunk goes to other threads, which do not get getters. */
function toChunk(open: OpenCollection, facts: ChunkFacts, content: string): Chunk {
  const chunk = {
    id: facts.id,
    short_id: facts.short_id,
    ref: facts.ref,
    slug: facts.slug,
    path: facts.path,
    kind: facts.kind,
    chunk_index: facts.chunk_index,
    start_line: facts.start_line,
    end_line: facts.end_line,
    content_hash: facts.content_hash,
    token_estimate: facts.token_estimate,
    heading_path: facts.heading_path,
  } as Mutable<Chunk>;
  if (facts.headings !== undefined) chunk.headings = facts.headings;
  if (facts.symbol !== undefined) chunk.symbol = facts.symbol;
  if (facts.symbols !== undefined) chunk.symbols = facts.symbols;
  if (facts.address !== undefined) chunk.address = facts.address;
  if (facts.places !== undefined) chunk.places = facts.places;
  if (facts.context !== undefined) chunk.context = facts.context;
  if (facts.asset_path !== undefined) chunk.asset_path = facts.asset_path;
  if (facts.language !== undefined) chunk.language = facts.language;
  if (facts.part !== undefined) chunk.part = facts.part;
  if (facts.parts !== undefined) chunk.parts = facts.parts;
  chunk.content = content;
  if (open.generation.row.collection.settings.mask_secrets && content.includes('[[secret:')) chunk.masked = true;
  return chunk;
}
