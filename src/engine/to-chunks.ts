import type { ChunkRow, Kernel } from '../kernel/contract.ts';
import { chunkId, toRef, toSlugs } from '../kernel/identity.ts';
import { fromUtf8, toHex } from '../lib/bytes.ts';
import type { Chunk } from '../model/chunk.ts';
import type { FileEntry } from './file-entry.ts';
import type { OpenCollection } from './open-collection.ts';

const SHORT_ID_LENGTH = 12;

/** All chunks of a file with their content, in ref order. */
export async function readChunks(kernel: Kernel, open: OpenCollection, fileIndex: number): Promise<Chunk[]> {
  const file = open.files[fileIndex] as FileEntry;
  const contents = await open.readSpan(file.contents);
  const rows = toRows(open, fileIndex);
  const slugs = toSlugs(kernel, file.path, rows);
  return rows.map((row, i) =>
    toChunk({
      kernel,
      open,
      fileIndex,
      chunkIndex: i,
      row,
      slug: slugs[i] as string,
      content: fromUtf8(contents.subarray(row.startByte, row.endByte)),
    }),
  );
}

export async function readChunk(kernel: Kernel, open: OpenCollection, ordinal: number): Promise<Chunk> {
  const fileIndex = open.fileOfOrdinal(ordinal);
  const chunkIndex = ordinal - (open.ordinals[fileIndex] as number);
  const rows = toRows(open, fileIndex);
  const row = rows[chunkIndex] as ChunkRow;
  const content = await open.readText(fileIndex, row.startByte, row.endByte);
  const slug = toSlugs(kernel, (open.files[fileIndex] as FileEntry).path, rows)[chunkIndex] as string;
  return toChunk({ kernel, open, fileIndex, chunkIndex, row, slug, content });
}

export function toRows(open: OpenCollection, fileIndex: number): ChunkRow[] {
  return Array.from({ length: (open.files[fileIndex] as FileEntry).chunkCount }, (_, i) => open.chunkRow(fileIndex, i));
}

export function toChunkId(kernel: Kernel, open: OpenCollection, fileIndex: number, row: ChunkRow): string {
  return toHex(chunkId(kernel, (open.files[fileIndex] as FileEntry).path, row.contentHash, row.occurrence));
}

/** Images alone keep their bytes beside the text. */
export function toAssetPath(file: FileEntry): string | undefined {
  return file.kind === 'image' ? `images/${file.path}` : undefined;
}

function toChunk(given: {
  kernel: Kernel;
  open: OpenCollection;
  fileIndex: number;
  chunkIndex: number;
  row: ChunkRow;
  slug: string;
  content: string;
}): Chunk {
  const { open, fileIndex, chunkIndex, row } = given;
  const file = open.files[fileIndex] as FileEntry;
  const id = toChunkId(given.kernel, open, fileIndex, row);
  const assetPath = toAssetPath(file);
  const isMasked = open.generation.row.collection.settings.mask_secrets;
  return {
    id,
    short_id: id.slice(0, SHORT_ID_LENGTH),
    ref: toRef((open.ordinals[fileIndex] as number) + chunkIndex, open.totalChunks),
    slug: given.slug,
    path: file.path,
    kind: file.kind,
    chunk_index: chunkIndex,
    start_line: row.startLine,
    end_line: row.endLine,
    content: given.content,
    content_hash: toHex(row.contentHash),
    token_estimate: Math.ceil(row.chars / 4),
    heading_path: row.headingPath,
    ...(row.symbol === '' ? {} : { symbol: row.symbol }),
    ...(row.address === '' ? {} : { address: row.address }),
    ...(assetPath === undefined ? {} : { asset_path: assetPath }),
    ...(file.language === '' ? {} : { language: file.language }),
    ...(row.parts > 1 ? { part: row.part, parts: row.parts } : {}),
    ...(isMasked && given.content.includes('[[secret:') ? { masked: true } : {}),
  };
}
