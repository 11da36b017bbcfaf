import type { ChunkRow, Kernel, Shard } from '../kernel/contract.ts';
import { compareUtf8, fromUtf8, toHex } from '../lib/bytes.ts';
import type { FileRow } from '../model/chunk.ts';
import type { Generation, StoredFile } from '../store/contract.ts';
import { type FileEntry, isKept, type PackSpan } from './file-entry.ts';
import { decodeFileTable, EMPTY_TABLE, type FileTable } from './file-table.ts';
import { findFile } from './load-leaves.ts';
import { groupByShard } from './shard-plan.ts';

/**
 * One generation, ready to be asked. Files are the kept ones in path order; a chunk's ordinal is its place in ref order. It lives until
 * the last user has let go, so that an answer under way survives a newer commit.
 */
export interface OpenCollection {
  readonly generation: Generation;
  readonly table: FileTable;
  readonly files: readonly FileEntry[];
  readonly rows: readonly FileRow[];
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  readonly shards: readonly OpenShard[];
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

interface SharedShard {
  readonly shard: Shard;
  readonly name: string;
  users: number;
}

/** Shards are immutable, so a newer generation takes over the ones that did not change. */
export async function openCollection(
  kernel: Kernel,
  generation: Generation,
  previous: OpenCollection | undefined,
): Promise<OpenCollection> {
  const table = await readTable(generation);
  const files = table.entries.filter(isKept);
  const reusable = new Map(previous?.shards.map((open) => [open.handle.name, open.handle]));
  const shards = await openShards(kernel, generation, files, reusable);
  const places = new Map<FileEntry, { shard: Shard; first: number }>();
  for (const open of shards) {
    open.fileOrder.forEach((fileIndex, i) => {
      places.set(files[fileIndex] as FileEntry, { shard: open.shard, first: open.shard.fileStarts[i] as number });
    });
  }
  const ordinals = toOrdinals(files);
  const paths = files.map((file) => file.path);
  let users = 1;

  return {
    generation,
    table,
    files,
    rows: files.map(toFileRow),
    ordinals,
    totalChunks: ordinals[files.length] as number,
    shards,
    findFileIndex: (path) => findSorted(paths, path),
    fileOfOrdinal: (ordinal) => findFileOf(ordinals, ordinal),
    chunkRow(fileIndex, chunkIndex) {
      const place = places.get(files[fileIndex] as FileEntry);
      if (place === undefined) throw new Error('the file is in no shard yet');
      return place.shard.chunk(place.first + chunkIndex);
    },
    readSpan: (span) => generation.read(findFile(generation, span.pack), span.start, span.end),
    async readText(fileIndex, startByte, endByte) {
      const { contents } = files[fileIndex] as FileEntry;
      const file = findFile(generation, contents.pack);
      return fromUtf8(await generation.read(file, contents.start + startByte, contents.start + endByte));
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

async function readTable(generation: Generation): Promise<FileTable> {
  const file = generation.row.files.find((candidate) => candidate.role === 'files');
  return file === undefined ? EMPTY_TABLE : decodeFileTable(await generation.readAll(file));
}

async function openShards(
  kernel: Kernel,
  generation: Generation,
  files: readonly FileEntry[],
  reusable: ReadonlyMap<string, SharedShard>,
): Promise<OpenShard[]> {
  const place = new Map(files.map((file, i) => [file, i]));
  const open: OpenShard[] = [];
  for (const [number, members] of groupByShard(files)) {
    const segment = getFile(generation, number, 'segment');
    const known = reusable.get(segment.name);
    const handle = known ?? { shard: await readShard(kernel, generation, number), name: segment.name, users: 0 };
    handle.users++;
    open.push({
      number,
      shard: handle.shard,
      handle,
      fileOrder: Uint32Array.from(members, (member) => place.get(member) as number),
    });
  }
  return open;
}

async function readShard(kernel: Kernel, generation: Generation, number: number): Promise<Shard> {
  const segment = await generation.readAll(getFile(generation, number, 'segment'));
  const table = await generation.readAll(getFile(generation, number, 'table'));
  return kernel.openShard({ segment, table });
}

function getFile(generation: Generation, shard: number, role: 'segment' | 'table'): StoredFile {
  const file = generation.row.files.find((candidate) => candidate.role === role && candidate.shard === shard);
  if (file === undefined) throw new Error('a shard of the table has no file');
  return file;
}

function closeShared(handle: SharedShard): void {
  handle.users--;
  if (handle.users === 0) handle.shard.close();
}

function toOrdinals(files: readonly FileEntry[]): Uint32Array {
  const ordinals = new Uint32Array(files.length + 1);
  files.forEach((file, i) => {
    ordinals[i + 1] = (ordinals[i] as number) + file.chunkCount;
  });
  return ordinals;
}

function findSorted(paths: readonly string[], path: string): number | undefined {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUtf8(paths[middle] as string, path) < 0) low = middle + 1;
    else high = middle;
  }
  return paths[low] === path ? low : undefined;
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

function toFileRow(entry: FileEntry): FileRow {
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
