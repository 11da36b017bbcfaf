import type { ChunkFacts } from '../../export/contract.ts';
import type { ChunkRow, Kernel } from '../../kernel/contract.ts';
import { chunkId, toRef, toSlugs } from '../../kernel/identity.ts';
import { fromUtf8, toHex } from '../../lib/bytes.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { OpenCollection } from '../open/open-collection.ts';

export const SHORT_ID_LENGTH = 12;

/** All chunks of a file with their content, in ref order. */
export async function readChunks(kernel: Kernel, open: OpenCollection, fileIndex: number): Promise<Chunk[]> {
  const contents = await open.readSpan(open.file(fileIndex).contents);
  const rows = toRows(open, fileIndex);
  return toFacts(kernel, open, fileIndex, rows).map((facts, i) => {
    const { startByte, endByte } = rows[i] as ChunkRow;
    return toChunk(open, facts, fromUtf8(contents.subarray(startByte, endByte)));
  });
}

/** All chunks of a file in ref order; nothing is read. */
export function listChunkFacts(kernel: Kernel, open: OpenCollection, fileIndex: number): ChunkFacts[] {
  return toFacts(kernel, open, fileIndex, toRows(open, fileIndex));
}

export async function readChunk(kernel: Kernel, open: OpenCollection, ordinal: number): Promise<Chunk> {
  return (await readChunksAt(kernel, open, [ordinal]))[0] as Chunk;
}

/** Chunks by their ordinals, in the order given. What they share of a file is made once. */
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
    if (!files.has(fileIndex)) files.set(fileIndex, { rows, facts: toFacts(kernel, open, fileIndex, rows) });
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
  const { path, ownPath = path } = open.fileNames(fileIndex);
  return toHex(chunkId(kernel, ownPath, row.contentHash, row.occurrence));
}

/** Images alone keep their bytes beside the text. */
export function toAssetPath(file: Pick<FileEntry, 'kind' | 'path'>): string | undefined {
  return file.kind === 'image' ? `images/${file.path}` : undefined;
}

/** Ids and slugs cost more than all the rest and few artifacts have them: they are made when asked for. */
function toFacts(kernel: Kernel, open: OpenCollection, fileIndex: number, rows: readonly ChunkRow[]): ChunkFacts[] {
  const file = open.fileNames(fileIndex);
  const first = open.ordinals[fileIndex] as number;
  const assetPath = toAssetPath(file);
  let slugs: readonly string[] | undefined;
  return rows.map((row, i) => {
    let id: string | undefined;
    return {
      get id() {
        id ??= toChunkId(kernel, open, fileIndex, row);
        return id;
      },
      get short_id() {
        return this.id.slice(0, SHORT_ID_LENGTH);
      },
      ref: open.refs?.of(first + i) ?? toRef(first + i, open.totalChunks),
      get slug() {
        slugs ??= toSlugs(kernel, file.path, rows);
        return slugs[i] as string;
      },
      path: file.path,
      kind: file.kind,
      chunk_index: i,
      start_line: row.startLine,
      end_line: row.endLine,
      get content_hash() {
        return toHex(row.contentHash);
      },
      token_estimate: Math.ceil(row.chars / 4),
      heading_path: row.headingPath,
      ...(row.headings.length === 0 ? {} : { headings: row.headings }),
      ...(row.symbol === '' ? {} : { symbol: row.symbol }),
      ...(row.symbols.length === 0 ? {} : { symbols: row.symbols }),
      ...(row.address === '' ? {} : { address: row.address }),
      ...(row.context.length === 0 ? {} : { context: row.context }),
      ...(assetPath === undefined ? {} : { asset_path: assetPath }),
      ...(file.language === undefined ? {} : { language: file.language }),
      ...(row.parts > 1 ? { part: row.part, parts: row.parts } : {}),
    };
  });
}

function toChunk(open: OpenCollection, facts: ChunkFacts, content: string): Chunk {
  const isMasked = open.generation.row.collection.settings.mask_secrets && content.includes('[[secret:');
  return { ...facts, content, ...(isMasked ? { masked: true } : {}) };
}
