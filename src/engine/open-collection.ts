import type { ChunkRow, Kernel, Shard } from '../kernel/contract.ts';
import { compareUtf8, fromUtf8, toHex } from '../lib/bytes.ts';
import type { FileNames, FileRow } from '../model/chunk.ts';
import type { Generation } from '../store/contract.ts';
import { type OpenFileTable, readFileTable } from './decode-file-table.ts';
import { type FileEntry, NO_SHARD, type PackSpan } from './file-entry.ts';
import type { FileTable } from './file-table.ts';
import { findFile } from './load-leaves.ts';
import { closeShared, readShards, type SharedShard } from './shared-shards.ts';

/**
 * One generation, ready to be asked. Files are the kept ones in path order; a chunk's ordinal is its place in ref order. It lives until
 * the last user has let go, so that an answer under way survives a newer commit.
 */
export interface OpenCollection {
  readonly generation: Generation;
  readonly table: FileTable;
  readonly fileCount: number;
  /** Decoded when first asked for, as are `rows`: a search needs the names of files only. */
  readonly files: readonly FileEntry[];
  readonly rows: readonly FileRow[];
  file(fileIndex: number): FileEntry;
  fileNames(fileIndex: number): FileNames;
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  readonly shards: readonly OpenShard[];
  /** Some files are in no shard yet. */
  readonly incomplete: boolean;
  findFileIndex(path: string): number | undefined;
  fileOfOrdinal(ordinal: number): number;
  chunkRow(fileIndex: number, chunkIndex: number): ChunkRow;
  readSpan(span: PackSpan): Promise<Uint8Array>;
  /** Text of a byte span of a file's contents. */
  readText(fileIndex: number, startByte: number, endByte: number): Promise<string>;
  retain(): void;
  release(): void;
}

export interface OpenShard {
  readonly number: number;
  readonly shard: Shard;
  /** Index into `files` of the shard's files: their place in path order. */
  readonly fileOrder: Uint32Array;
  readonly handle: SharedShard;
}

/** Shards are immutable, so a newer generation takes over the ones that did not change. */
export async function openCollection(
  kernel: Kernel,
  generation: Generation,
  previous: OpenCollection | undefined,
): Promise<OpenCollection> {
  const reusable = new Map(previous?.shards.map((open) => [open.handle.name, open.handle]));
  const [table, handles] = await readAll(kernel, generation, reusable);
  const kept = toKept(table);
  const shards = toOpenShards(table, kept, handles);
  const ordinals = toOrdinals(table, kept);
  const places = toPlaces(kept.length, shards);
  const file = (i: number): FileEntry => table.entry(kept[i] as number);
  let files: readonly FileEntry[] | undefined;
  let rows: readonly FileRow[] | undefined;
  let users = 1;
  const getFiles = (): readonly FileEntry[] => {
    files ??= Array.from(kept, (index) => table.entry(index));
    return files;
  };

  return {
    generation,
    table,
    fileCount: kept.length,
    get files() {
      return getFiles();
    },
    get rows() {
      rows ??= getFiles().map(toFileRow);
      return rows;
    },
    file,
    fileNames: (i) => table.names(kept[i] as number),
    ordinals,
    totalChunks: ordinals[kept.length] as number,
    shards,
    incomplete: kept.some((index) => table.shards[index] === NO_SHARD),
    findFileIndex: (path) => findSorted(kept.length, (i) => table.path(kept[i] as number), path),
    fileOfOrdinal: (ordinal) => findFileOf(ordinals, ordinal),
    chunkRow(fileIndex, chunkIndex) {
      const open = shards[places.shard[fileIndex] as number];
      if (open === undefined) throw new Error('the file is in no shard yet');
      return open.shard.chunk((places.first[fileIndex] as number) + chunkIndex);
    },
    readSpan: (span) => generation.read(findFile(generation, span.pack), span.start, span.end),
    async readText(fileIndex, startByte, endByte) {
      const { contents } = file(fileIndex);
      const pack = findFile(generation, contents.pack);
      return fromUtf8(await generation.read(pack, contents.start + startByte, contents.start + endByte));
    },
    retain() {
      users++;
    },
    release() {
      users--;
      if (users > 0) return;
      for (const open of shards) closeShared(open.handle);
      generation.release();
    },
  };
}

/** The row names every file, so all are asked for at once. */
async function readAll(
  kernel: Kernel,
  generation: Generation,
  reusable: ReadonlyMap<string, SharedShard>,
): Promise<[OpenFileTable, ReadonlyMap<number, SharedShard>]> {
  const reading = readFileTable(generation);
  // Awaited below; a table that fails first must not be reported as unhandled.
  reading.catch(() => {});
  const handles = await readShards(kernel, generation, reusable);
  try {
    return [await reading, handles];
  } catch (error) {
    for (const handle of handles.values()) closeShared(handle);
    throw error;
  }
}

function toKept(table: OpenFileTable): Uint32Array {
  const kept = new Uint32Array(table.count);
  let count = 0;
  for (let i = 0; i < table.count; i++) if (table.isKept(i)) kept[count++] = i;
  return kept.subarray(0, count);
}

function toOpenShards(table: OpenFileTable, kept: Uint32Array, handles: ReadonlyMap<number, SharedShard>): OpenShard[] {
  const members = new Map<number, number[]>();
  kept.forEach((index, fileIndex) => {
    const number = table.shards[index] as number;
    if (number === NO_SHARD) return;
    const known = members.get(number);
    if (known === undefined) members.set(number, [fileIndex]);
    else known.push(fileIndex);
  });
  return [...members].map(([number, fileIndexes]) => {
    const handle = handles.get(number);
    if (handle === undefined) throw new Error('a shard of the table has no file');
    return { number, shard: handle.shard, handle, fileOrder: Uint32Array.from(fileIndexes) };
  });
}

/** Where the chunks of each file lie: which of `shards`, and from which chunk on. */
function toPlaces(fileCount: number, shards: readonly OpenShard[]): { shard: Int32Array; first: Uint32Array } {
  const places = { shard: new Int32Array(fileCount).fill(-1), first: new Uint32Array(fileCount) };
  shards.forEach(({ shard, fileOrder }, s) => {
    fileOrder.forEach((fileIndex, i) => {
      places.shard[fileIndex] = s;
      places.first[fileIndex] = shard.fileStarts[i] as number;
    });
  });
  return places;
}

function toOrdinals(table: OpenFileTable, kept: Uint32Array): Uint32Array {
  const ordinals = new Uint32Array(kept.length + 1);
  kept.forEach((index, i) => {
    ordinals[i + 1] = (ordinals[i] as number) + (table.chunkCounts[index] as number);
  });
  return ordinals;
}

function findSorted(count: number, pathAt: (index: number) => string, path: string): number | undefined {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUtf8(pathAt(middle), path) < 0) low = middle + 1;
    else high = middle;
  }
  return low < count && pathAt(low) === path ? low : undefined;
}

function findFileOf(ordinals: Uint32Array, ordinal: number): number {
  let low = 0;
  let high = ordinals.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ordinals[middle] as number) <= ordinal) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function toFileRow(entry: FileEntry): FileRow {
  return {
    path: entry.path,
    source: entry.sourceId,
    kind: entry.kind,
    ...(entry.language === '' ? {} : { language: entry.language }),
    bytes: entry.bytes,
    sha256: toHex(entry.sha256),
    line_count: entry.lineCount,
    chunk_count: entry.chunkCount,
    token_total: entry.tokenTotal,
    ...(entry.title === '' ? {} : { title: entry.title }),
    ...(entry.description === '' ? {} : { description: entry.description }),
    ...(entry.url === '' ? {} : { url: entry.url }),
  };
}
