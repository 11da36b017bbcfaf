import type { ChunkFacts } from '../../export/contract.ts';
import type { ChunkRow, Kernel } from '../../kernel/contract.ts';
import { chunkId, toRef, toSlugs } from '../../kernel/identity.ts';
import { fromUtf8, toHex } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { OpenCollection } from '../open/open-collection.ts';

export const SHORT_ID_LENGTH = 12;

/** Reads all chunks of a file with their content, in ref order. */
export async function readChunks(kernel: Kernel, open: OpenCollection, fileIndex: number): Promise<Chunk[]> {
  const contents = await open.readSpan(open.file(fileIndex).contents);
  const { rows, toFacts } = openFacts(kernel, open, fileIndex);
  return rows.map(({ startByte, endByte }, i) =>
    toChunk(open, toFacts(i), fromUtf8(contents.subarray(startByte, endByte))),
  );
}

/** Lists all chunks of a file in ref order; reads nothing. */
export function listChunkFacts(kernel: Kernel, open: OpenCollection, fileIndex: number): ChunkFacts[] {
  const { rows, toFacts } = openFacts(kernel, open, fileIndex);
  return rows.map((_, i) => toFacts(i));
}

export async function readChunk(kernel: Kernel, open: OpenCollection, ordinal: number): Promise<Chunk> {
  return (await readChunksAt(kernel, open, [ordinal]))[0] as Chunk;
}

/** Reads chunks by ordinal, in the given order. */
export async function readChunksAt(
  kernel: Kernel,
  open: OpenCollection,
  ordinals: readonly number[],
): Promise<Chunk[]> {
  const fileIndexes = [...new Set(ordinals.map(open.fileOfOrdinal))];
  await open.prepareChunks(fileIndexes);
  const files = new Map(fileIndexes.map((fileIndex) => [fileIndex, openFacts(kernel, open, fileIndex)]));
  const places = ordinals.map((ordinal) => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const chunkIndex = ordinal - (open.ordinals[fileIndex] as number);
    const { rows, toFacts } = files.get(fileIndex) as OpenFacts;
    const { startByte, endByte } = rows[chunkIndex] as ChunkRow;
    return { fileIndex, chunkIndex, startByte, endByte, toFacts };
  });
  const texts = await open.readTexts(places);
  return places.map(({ chunkIndex, toFacts }, i) => toChunk(open, toFacts(chunkIndex), texts[i] as string));
}

export function toRows(open: OpenCollection, fileIndex: number): ChunkRow[] {
  const count = (open.ordinals[fileIndex + 1] as number) - (open.ordinals[fileIndex] as number);
  return Array.from({ length: count }, (_, i) => open.chunkRow(fileIndex, i));
}

export function toChunkId(kernel: Kernel, open: OpenCollection, fileIndex: number, row: ChunkRow): string {
  const { path, ownPath = path } = open.fileNames(fileIndex);
  return toHex(chunkId(kernel, ownPath, row.contentHash, row.occurrence));
}

/** Returns the ref of a chunk, which names its collection if several are joined. */
export function toOwnRef({ refs, totalChunks }: OpenCollection, ordinal: number): string {
  return refs?.of(ordinal) ?? toRef(ordinal, totalChunks);
}

interface OpenFacts {
  readonly rows: readonly ChunkRow[];
  toFacts(chunkIndex: number): ChunkFacts;
}

function openFacts(kernel: Kernel, open: OpenCollection, fileIndex: number): OpenFacts {
  const rows = toRows(open, fileIndex);
  const { path, kind, language } = open.fileNames(fileIndex);
  const slugs = toSlugs(kernel, path, rows);
  const toFacts = (chunk_index: number): ChunkFacts => {
    const row = rows[chunk_index] as ChunkRow;
    const { headings, symbol, symbols, address, places, context, part, parts } = row;
    const id = toChunkId(kernel, open, fileIndex, row);
    return {
      id,
      short_id: id.slice(0, SHORT_ID_LENGTH),
      ref: toOwnRef(open, (open.ordinals[fileIndex] as number) + chunk_index),
      slug: slugs[chunk_index] as string,
      ...{ path, kind, chunk_index, start_line: row.startLine, end_line: row.endLine },
      content_hash: toHex(row.contentHash),
      token_estimate: estimateChunkTokens(row),
      heading_path: row.headingPath,
      ...(headings.length > 0 && { headings }),
      ...(symbol !== '' && { symbol }),
      ...(symbols.length > 0 && { symbols }),
      ...(address !== '' && { address }),
      ...(places && { places }),
      ...(context.length > 0 && { context }),
      // Only images keep their bytes with the text.
      ...(kind === 'image' && { asset_path: `images/${path}` }),
      ...(language !== undefined && { language }),
      ...(parts > 1 && { part, parts }),
    };
  };
  return { rows, toFacts };
}

function toChunk({ generation }: OpenCollection, facts: ChunkFacts, content: string): Chunk {
  const isMasked = generation.row.collection.settings.mask_secrets && content.includes('[[secret:');
  return { ...facts, content, ...(isMasked && { masked: true }) };
}
