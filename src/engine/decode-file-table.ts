import { type ByteReader, createByteReader } from '../lib/byte-reader.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import { createNames } from '../lib/names.ts';
import { AppError } from '../model/app-error.ts';
import type { FileNames } from '../model/chunk.ts';
import { KINDS } from '../model/kind.ts';
import { type FacetColumns, toFolder } from '../search/facets.ts';
import type { Generation } from '../store/contract.ts';
import { readBegin, readHead, readName } from './entry-head.ts';
import type { FileEntry, PackSpan } from './file-entry.ts';
import { EMPTY_TABLE, encodeFileTable, type FileTable, TABLE_VERSION } from './file-table.ts';
import { COLUMN_BYTES, createColumns, type TableColumns } from './table-columns.ts';

/** A table as it lies in its bytes: one pass finds what opening and searching need, the rest is decoded when asked for. */
export interface OpenFileTable extends FileTable {
  readonly count: number;
  readonly shards: Int32Array;
  readonly chunkCounts: Uint32Array;
  /** Columns of all entries, for counting by them. */
  readonly facets: FacetColumns;
  isKept(index: number): boolean;
  /** Not kept, as names and entries are. */
  path(index: number): string;
  names(index: number): FileNames;
  entry(index: number): FileEntry;
  /** All entries, none of which is kept here. */
  walk(): Generator<FileEntry>;
}

/** The table of a generation; empty where nothing was put in yet. */
export async function readFileTable(generation: Pick<Generation, 'row' | 'readAll'>): Promise<OpenFileTable> {
  const file = generation.row.files.find((candidate) => candidate.role === 'files');
  return decodeFileTable(file === undefined ? encodeFileTable(EMPTY_TABLE) : await generation.readAll(file));
}

export function decodeFileTable(bytes: Uint8Array): OpenFileTable {
  return orDamaged(bytes, () => {
    const reader = createByteReader(bytes);
    const version = reader.uint();
    if (version > TABLE_VERSION)
      throw new AppError('store/newer-format', 'the file table was written by a newer release', { version });
    const names = Array.from({ length: reader.uint() }, () => reader.text());
    const count = reader.uint();
    const bodyBytes = reader.uint();
    const start = reader.skip(bodyBytes);
    const extras = bytes.subarray(reader.skip(reader.uint()), reader.at);
    const body = bytes.subarray(start, start + bodyBytes);
    const columns = version === 1 ? scanEntries(body, count, names) : readColumns(bytes, reader, count);
    return openTable({ body, count, names, extras, columns });
  });
}

/** The bytes were verified before: what cannot be read was written wrong, and is named like any damage. */
function orDamaged<T>(bytes: Uint8Array, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store/damaged', 'the file table cannot be read', { bytes: bytes.length });
  }
}

interface TableBytes {
  readonly body: Uint8Array;
  readonly count: number;
  readonly names: readonly string[];
  readonly extras: Uint8Array;
  readonly columns: TableColumns;
}

function readColumns(bytes: Uint8Array, reader: ByteReader, count: number): TableColumns {
  const start = Math.ceil(reader.at / 4) * 4;
  const end = start + count * COLUMN_BYTES;
  if (end !== bytes.length) throw new RangeError('bad columns');
  const isAligned = bytes.byteOffset % 4 === 0 && bytes.buffer instanceof ArrayBuffer;
  const columns = isAligned
    ? createColumns(count, bytes.buffer as ArrayBuffer, bytes.byteOffset + start)
    : createColumns(count, bytes.slice(start, end).buffer);
  return columns;
}

function openTable(table: TableBytes): OpenFileTable {
  const { body, count, names, extras, columns } = table;
  const { starts, kept } = columns;
  const entries = new Map<number, FileEntry>();
  const known = new Map<number, FileNames>();
  const getExtras = once(() =>
    orDamaged(extras, () => JSON.parse(fromUtf8(extras)) as Pick<FileTable, 'skips' | 'scanWarnings'>),
  );

  const readAt = (i: number): ByteReader => createByteReader(body.subarray(starts[i]));
  const namesOf = (i: number): FileNames => {
    const seen = known.get(i) ?? orDamaged(body, () => toNames(readBegin(readAt(i), names)));
    known.set(i, seen);
    return seen;
  };
  const entry = (i: number): FileEntry => {
    const seen = entries.get(i) ?? orDamaged(body, () => readEntry(readAt(i), names));
    entries.set(i, seen);
    return seen;
  };
  function* walk(): Generator<FileEntry> {
    const reader = createByteReader(body);
    for (let i = 0; i < count; i++) yield orDamaged(body, () => readEntry(reader, names));
  }
  const getEntries = once(() => Array.from({ length: count }, (_, i) => entry(i)));
  return {
    count,
    shards: columns.shards,
    chunkCounts: columns.chunkCounts,
    facets: {
      kind: { numbers: columns.kinds, names: KINDS },
      folder: { numbers: columns.folders, names },
      source: { numbers: columns.sources, names },
    },
    isKept: (i) => kept[i] === 1,
    path: (i) => known.get(i)?.path ?? orDamaged(body, () => readBegin(readAt(i), names).path),
    names: namesOf,
    entry,
    walk,
    get entries() {
      return getEntries();
    },
    get skips() {
      return getExtras().skips;
    },
    get scanWarnings() {
      return getExtras().scanWarnings;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The columns of a table that has none. Names of folders are added to its own. */
function scanEntries(body: Uint8Array, count: number, names: string[]): TableColumns {
  const numbered = createNames(names);
  const columns = createColumns(count, new ArrayBuffer(count * COLUMN_BYTES));
  const reader = createByteReader(body);
  for (let i = 0; i < count; i++) {
    columns.starts[i] = reader.at;
    columns.sources[i] = reader.uint();
    const relPath = reader.text();
    columns.folders[i] = numbered.number(toFolder(readName(reader, names) + relPath));
    columns.kinds[i] = reader.uint();
    reader.uint(); // language
    reader.uint(); // bytes
    reader.skip(32); // sha256
    reader.uint(); // mtime
    columns.kept[i] = readName(reader, names) === '' ? 1 : 0;
    reader.uint(); // lines
    columns.chunkCounts[i] = reader.uint();
    reader.uint(); // tokens
    for (let text = 0; text < 5; text++) reader.skip(reader.uint());
    columns.shards[i] = reader.uint() - 1;
    skipSpan(reader);
    skipSpan(reader);
    if (reader.uint() === 1) skipSpan(reader);
  }
  return columns;
}

function toNames({ path, sourceId, kind, language }: ReturnType<typeof readBegin>): FileNames {
  return { path, source: sourceId, kind, ...(language === '' ? {} : { language }) };
}

function skipSpan(reader: ByteReader): void {
  reader.uint();
  reader.uint();
  reader.uint();
}

function readEntry(body: ByteReader, names: readonly string[]): FileEntry {
  const head = readHead(body, names);
  const shard = body.uint() - 1;
  const leaf = readSpan(body, names);
  const contents = readSpan(body, names);
  const original = body.uint() === 1 ? readSpan(body, names) : undefined;
  return { ...head, shard, leaf, contents, ...(original === undefined ? {} : { original }) };
}

function readSpan(body: ByteReader, names: readonly string[]): PackSpan {
  const pack = readName(body, names);
  const start = body.uint();
  return { pack, start, end: start + body.uint() };
}
