import type { ChunkRow, Kernel, Shard } from '../../kernel/contract.ts';
import type { RunSlice } from '../../lib/async/priorities.ts';
import { findFirst, findRange } from '../../lib/binary-search.ts';
import { compareUtf8, toHex } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileNames, FileRow } from '../../model/chunk.ts';
import type { Traffic } from '../../publish/contract.ts';
import type { FacetColumn, FacetColumns } from '../../search/facets.ts';
import type { Generation } from '../../store/contract.ts';
import { isOlder } from '../collection/remake-leaf.ts';
import { type OpenFileTable, openFileTable } from '../file-table/decode-file-table.ts';
import type { FileTable } from '../file-table/file-entry.ts';
import { type BundleSpan, type FileEntry, NO_SHARD } from '../file-table/file-entry.ts';
import { readTexts } from '../search/read-texts.ts';
import type { TextPlace } from '../search/search-target.ts';
import { findFile } from '../shards/load-leaves.ts';
import { closeShared, readShards, type SharedShard } from '../shards/shared-shards.ts';

/**
 * One generation, ready to be asked. Files are the kept ones in path order; a chunk's ordinal is its place in ref order. It lives until
 * the last user has let go, so that an answer under way survives a newer commit.
 */
export interface OpenCollection {
  /** Published by somebody: it is never read as a whole unless that is asked for. */
  readonly isRemote?: true;
  readonly generation: Generation;
  readonly table: FileTable;
  readonly fileCount: number;
  /** Decoded when first asked for, as are `rows`: a search needs the names of files only. */
  readonly files: readonly FileEntry[];
  readonly rows: readonly FileRow[];
  file(fileIndex: number): FileEntry;
  row(fileIndex: number): FileRow;
  fileNames(fileIndex: number): FileNames;
  /** By file index. */
  readonly facets: FacetColumns;
  /** With its slash, of any file; where it is known before the names are. */
  readonly folderOf?: (fileIndex: number) => string;
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  readonly shards: readonly OpenShard[];
  /** Some files are in no shard yet. */
  readonly incomplete: boolean;
  /** All of the shards and of the table was read: only then may be asked what was not prepared. */
  readonly isComplete: boolean;
  /** In slices of a few milliseconds; the next question comes between two of them. */
  complete(runSlice?: RunSlice): Promise<void>;
  /** Of the table alone. */
  completeFiles(): Promise<void>;
  prepareFiles(indexes: readonly number[]): Promise<void>;
  /** Reads what `row` and `chunkRow` need for all chunks of these files. */
  prepareChunks(fileIndexes: readonly number[]): Promise<void>;
  /** How chunks are called where their place does not say it: in several collections that are asked at once. */
  readonly refs?: { of(ordinal: number): string; parse(text: string): number | undefined };
  /** Which of several collections that are asked at once a file is of. */
  memberOf?(fileIndex: number): number;
  /** Ordinals by short id, where that takes less than hashing every chunk's identity. */
  findIds?(shortId: string): Promise<readonly number[]>;
  /** Of files that something was prepared of, where the table need not be read for it. */
  findLeaf?(path: string): FoundLeaf | undefined;
  findFileIndex(path: string): number | undefined;
  fileOfOrdinal(ordinal: number): number;
  chunkRow(fileIndex: number, chunkIndex: number): ChunkRow;
  readSpan(span: BundleSpan): Promise<Uint8Array>;
  /** Texts of byte spans of files' contents. */
  readTexts(places: readonly TextPlace[]): Promise<readonly string[]>;
  /** What was asked of its host so far. */
  traffic?(): Promise<Traffic>;
  /** False when it is closed already: then it is not to be used. */
  retain(): boolean;
  release(): void;
}

/** What the outline of a file is made from. */
export interface FoundLeaf {
  readonly fileIndex: number;
  readonly leaf: BundleSpan;
}

export interface OpenShard {
  readonly number: number;
  readonly shard: Shard;
  /** Index into `files` of the shard's files: their place in path order. */
  readonly fileOrder: Uint32Array;
  readonly handle: SharedShard;
  /** Of its collection, where several are asked at once. */
  readonly stemming?: boolean;
}

/** Shards are immutable, so a newer generation takes over the ones that did not change. */
export async function openCollection(
  kernel: Kernel,
  generation: Generation,
  previous: OpenCollection | undefined,
): Promise<OpenCollection> {
  if (isOlder(generation.row))
    throw new AppError('store/older-format', 'an older release wrote this', { theirs: generation.row.formatVersion });
  // What is not complete would go on reading through a generation that may be released.
  const whole = previous?.shards.filter(({ shard }) => shard.isComplete) ?? [];
  const reusable = new Map(whole.map((open) => [open.handle.name, open.handle]));
  const [table, handles] = await readAll(kernel, generation, reusable);
  const { kept, ordinals, shards } = layOut(table, handles);
  let places: ReturnType<typeof toPlaces> | undefined;
  const file = (i: number): FileEntry => table.entry(kept[i] as number);
  let files: readonly FileEntry[] | undefined;
  let rows: readonly FileRow[] | undefined;
  let users = 1;
  const findChunks = (fileIndex: number): { shard: Shard; first: number } => {
    places ??= toPlaces(kept.length, shards);
    const open = shards[places.shard[fileIndex] as number];
    if (open === undefined) throw new Error('the file is in no shard yet');
    return { shard: open.shard, first: places.first[fileIndex] as number };
  };
  const chunkCount = (i: number): number => (ordinals[i + 1] as number) - (ordinals[i] as number);
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
    row: (i) => toFileRow(file(i)),
    facets: toFacets(table, kept),
    fileNames: (i) => table.names(kept[i] as number),
    ordinals,
    totalChunks: ordinals[kept.length] as number,
    shards,
    incomplete: shards.reduce((sum, { fileOrder }) => sum + fileOrder.length, 0) < kept.length,
    get isComplete() {
      return table.isComplete && shards.every(({ shard }) => shard.isComplete);
    },
    async complete(runSlice) {
      await table.complete(runSlice);
      for (const { shard } of shards) await shard.complete(runSlice);
    },
    completeFiles: () => table.complete(),
    prepareFiles: (indexes) => table.prepare(indexes.map((i) => kept[i] as number)),
    async prepareChunks(fileIndexes) {
      if (table.isComplete && shards.every(({ shard }) => shard.isComplete)) return;
      const places = fileIndexes.map((i) => ({ ...findChunks(i), count: chunkCount(i) }));
      await Promise.all([
        table.prepare(fileIndexes.map((i) => kept[i] as number)),
        ...places.map(({ shard, first, count }) =>
          shard.prepareChunks(Array.from({ length: count }, (_, i) => first + i)),
        ),
      ]);
    },
    findFileIndex: (path) => findSorted(kept.length, (i) => table.path(kept[i] as number), path),
    fileOfOrdinal: (ordinal) => findRange(ordinals, ordinals.length, ordinal),
    chunkRow(fileIndex, chunkIndex) {
      const { shard, first } = findChunks(fileIndex);
      return shard.chunk(first + chunkIndex);
    },
    readSpan: (span) => generation.read(findFile(generation, span.bundle), span.start, span.end),
    readTexts: (places) =>
      readTexts(
        generation,
        places.map(({ fileIndex, startByte, endByte }) => {
          const { bundle, start } = file(fileIndex).contents;
          return { bundle, start: start + startByte, end: start + endByte };
        }),
      ),
    retain() {
      if (users > 0) users++;
      return users > 0;
    },
    release() {
      users--;
      if (users > 0) return;
      for (const handle of handles.values()) closeShared(handle);
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
  const reading = openFileTable(generation);
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

interface Layout {
  /** Index in the table of every kept file. */
  readonly kept: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly shards: readonly OpenShard[];
}

/** One plain loop: it runs over every file before anything of it is compiled. */
function layOut(table: OpenFileTable, handles: ReadonlyMap<number, SharedShard>): Layout {
  const { count, shards: numbers, chunkCounts, kept: isKept } = table;
  const kept = new Uint32Array(count);
  const ordinals = new Uint32Array(count + 1);
  const orders: Uint32Array[] = [];
  const filled: number[] = [];
  for (const [number, { shard }] of handles) {
    orders[number] = new Uint32Array(shard.fileCount);
    filled[number] = 0;
  }
  let files = 0;
  let chunks = 0;
  for (let i = 0; i < count; i++) {
    if (isKept[i] !== 1) continue;
    const number = numbers[i] as number;
    if (number !== NO_SHARD) {
      const order = orders[number];
      if (order === undefined) throw new Error('a shard of the table has no file');
      const own = filled[number] as number;
      order[own] = files;
      filled[number] = own + 1;
    }
    kept[files++] = i;
    chunks += chunkCounts[i] as number;
    ordinals[files] = chunks;
  }
  const shards = [...handles].flatMap(([number, handle]) => {
    const fileOrder = (orders[number] as Uint32Array).subarray(0, filled[number]);
    return fileOrder.length === 0 ? [] : [{ number, shard: handle.shard, handle, fileOrder }];
  });
  return { kept: kept.subarray(0, files), ordinals: ordinals.subarray(0, files + 1), shards };
}

function toFacets({ count, facets }: OpenFileTable, kept: Uint32Array): FacetColumns {
  if (kept.length === count) return facets;
  const pick = ({ numbers, names }: FacetColumn): FacetColumn => ({
    numbers: kept.map((index) => numbers[index] as number),
    names,
  });
  return { kind: pick(facets.kind), folder: pick(facets.folder), source: pick(facets.source) };
}

/** Where the chunks of each file lie: which of `shards`, and from which chunk on. */
function toPlaces(fileCount: number, shards: readonly OpenShard[]): { shard: Int32Array; first: Uint32Array } {
  const places = { shard: new Int32Array(fileCount).fill(-1), first: new Uint32Array(fileCount) };
  for (const [s, { shard, fileOrder }] of shards.entries()) {
    for (let i = 0; i < fileOrder.length; i++) {
      const fileIndex = fileOrder[i] as number;
      places.shard[fileIndex] = s;
      places.first[fileIndex] = shard.fileStarts[i] as number;
    }
  }
  return places;
}

function findSorted(count: number, pathAt: (index: number) => string, path: string): number | undefined {
  const place = findFirst(count, (i) => compareUtf8(pathAt(i), path) >= 0);
  return place < count && pathAt(place) === path ? place : undefined;
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
