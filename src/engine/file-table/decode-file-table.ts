import type { RunSlice } from '../../lib/async/priorities.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import { createSpanBlocks, type SpanBlocks } from '../../lib/rows/span-blocks.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileNames } from '../../model/chunk.ts';
import { KINDS } from '../../model/kind.ts';
import type { FacetColumns } from '../../search/facets.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';
import { toSpanReader } from '../shards/span-reader.ts';
import { readBegin, readEntry, toNameCodec } from './entry-codec.ts';
import { createEntryTable } from './entry-table.ts';
import { EMPTY_TABLE, type FileEntry, type FileTable } from './file-entry.ts';
import {
  createColumns,
  OLDEST_TABLE_VERSION,
  TABLE_VERSION,
  type TableColumns,
  toColumnBytes,
} from './table-columns.ts';

/** A table in its stored bytes: one pass finds what opening and searching need; the rest is decoded on demand. */
export interface OpenFileTable extends FileTable {
  readonly count: number;
  readonly shards: Int32Array;
  readonly chunkCounts: Uint32Array;
  /** Columns of all entries, to count by. */
  readonly facets: FacetColumns;
  /** 1 for every kept file. */
  readonly kept: Uint8Array;
  /** Not cached, unlike names and entries. */
  path(index: number): string;
  names(index: number): FileNames;
  entry(index: number): FileEntry;
  /** Yields all entries without caching them. */
  walk(): Generator<FileEntry>;
  /** Whether everything was read; otherwise only prepared files may be accessed. */
  readonly isComplete: boolean;
  complete(runSlice?: RunSlice): Promise<void>;
  /** Reads the entries of these files and no others. */
  prepare(indexes: readonly number[]): Promise<void>;
}

/** Reads the table of a generation; an empty one if it has none yet. */
export async function readFileTable(generation: Pick<Generation, 'row' | 'readAll'>): Promise<OpenFileTable> {
  const file = findTableFile(generation);
  return file === undefined ? createEmptyTable() : decodeFileTable(await generation.readAll(file));
}

export function createEmptyTable(): OpenFileTable {
  return decodeFileTable(encodeFileTable(EMPTY_TABLE));
}

/** Returns the bytes that `decodeFileTable` reads, in one piece. */
export function encodeFileTable(table: FileTable): Uint8Array<ArrayBuffer> {
  return concatBytes(Array.from(createEntryTable(table.entries).encode(table), (piece) => piece.slice()));
}

/** Opens the table with only its columns; entries are read on demand. */
export async function openFileTable(generation: Pick<Generation, 'row' | 'readSpans'>): Promise<OpenFileTable> {
  const file = findTableFile(generation);
  if (file === undefined) return createEmptyTable();
  // Blocks are read into their places; the zeros between them are never accessed.
  const bytes = new Uint8Array(file.length);
  const pages = createSpanBlocks(toSpanReader(generation, file), (part, at) => bytes.set(part, at));
  for (let headBytes = Math.min(FIRST_BYTES, bytes.length); ; headBytes = Math.min(headBytes * 4, bytes.length)) {
    await pages.ensure([[0, headBytes]]);
    const head = tryReadHead(bytes, headBytes);
    if (head === undefined) continue;
    await pages.ensure([[Math.max(0, toColumnsAt(bytes, head)), bytes.length]]);
    return orDamaged(bytes, () => openTable(bytes, head, pages));
  }
}

export function decodeFileTable(bytes: Uint8Array): OpenFileTable {
  return orDamaged(bytes, () => {
    const head = readTableHead(bytes);
    const [, extrasEnd] = findExtras(bytes, head);
    if (toColumnsAt(bytes, head) !== Math.ceil(extrasEnd / 4) * 4) throw new RangeError('bad columns');
    return openTable(bytes, head);
  });
}

function findTableFile({ row }: Pick<Generation, 'row'>): StoredFile | undefined {
  return row.files.find((candidate) => candidate.role === 'files');
}

/** Bytes that contain all names of most tables. */
const FIRST_BYTES = 16_384;

/** The part of a table before its entries. */
interface TableHead {
  readonly version: number;
  readonly names: string[];
  readonly count: number;
  readonly bodyAt: number;
  readonly bodyBytes: number;
}

function readTableHead(bytes: Uint8Array): TableHead {
  const reader = new ByteReader(bytes);
  const version = reader.uint();
  if (version > TABLE_VERSION)
    throw new AppError('store/newer-format', 'the file table was written by a newer release', { version });
  if (version < OLDEST_TABLE_VERSION) throw new RangeError('bad version');
  const nameCount = reader.uint();
  const names: string[] = [];
  while (names.length < nameCount) names.push(reader.text());
  const count = reader.uint();
  const bodyBytes = reader.uint();
  return { version, names, count, bodyAt: reader.at, bodyBytes };
}

/** Returns undefined if the head continues past `headBytes`. */
function tryReadHead(bytes: Uint8Array, headBytes: number): TableHead | undefined {
  return orDamaged(bytes, () => {
    try {
      return readTableHead(bytes.subarray(0, headBytes));
    } catch (error) {
      if (error instanceof RangeError && headBytes < bytes.length) return undefined;
      throw error;
    }
  });
}

/** Reports unreadable bytes as damage: they were verified before, so they were written wrong. */
function orDamaged<T>(bytes: Uint8Array, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store/damaged', 'the file table cannot be read', { bytes: bytes.length });
  }
}

/** Returns the offset of the columns, which come last. */
function toColumnsAt(bytes: Uint8Array, { count, version }: TableHead): number {
  return bytes.length - count * toColumnBytes(version);
}

function readColumns(bytes: Uint8Array, head: TableHead): TableColumns {
  const { count, version, bodyAt, bodyBytes } = head;
  const start = toColumnsAt(bytes, head);
  if (start < bodyAt + bodyBytes) throw new RangeError('bad columns');
  const isAligned = (bytes.byteOffset + start) % 4 === 0 && bytes.buffer instanceof ArrayBuffer;
  return isAligned
    ? createColumns(count, version, { buffer: bytes.buffer as ArrayBuffer, at: bytes.byteOffset + start })
    : createColumns(count, version, { buffer: bytes.slice(start).buffer });
}

/** `pages` knows which bytes were read; without it, all were. */
function openTable(bytes: Uint8Array, head: TableHead, pages?: SpanBlocks): OpenFileTable {
  const { version, count, names, bodyAt, bodyBytes } = head;
  const body = bytes.subarray(bodyAt, bodyAt + bodyBytes);
  const columns = readColumns(bytes, head);
  const codec = toNameCodec(names, () => 0);
  const { starts, kept } = columns;
  const entries = new Map<number, FileEntry>();
  const known = new Map<number, FileNames>();
  const getExtras = once(() =>
    orDamaged(
      bytes,
      () =>
        JSON.parse(fromUtf8(bytes.subarray(...findExtras(bytes, head)))) as Pick<FileTable, 'skips' | 'scanWarnings'>,
    ),
  );

  const spanOf = (i: number): Span => [
    bodyAt + (starts[i] as number),
    bodyAt + (i + 1 < count ? (starts[i + 1] as number) : bodyBytes),
  ];
  const readAt = (i: number): ByteReader => {
    if (pages?.has(...spanOf(i)) === false) throw new Error('the file was not read');
    return new ByteReader(body.subarray(starts[i]));
  };
  const checkWhole = (): void => {
    if (pages?.isComplete === false) throw new Error('the table was not read');
  };
  const namesOf = (i: number): FileNames => {
    let seen = known.get(i);
    if (seen === undefined) {
      const reader = readAt(i);
      seen = orDamaged(body, () => toNames(entries.get(i) ?? readBegin(reader, codec, version)));
      known.set(i, seen);
    }
    return seen;
  };
  const entry = (i: number): FileEntry => {
    let seen = entries.get(i);
    if (seen === undefined) {
      const reader = readAt(i);
      seen = orDamaged(body, () => readEntry(reader, codec, version));
      entries.set(i, seen);
    }
    return seen;
  };
  function* walk(): Generator<FileEntry> {
    checkWhole();
    const reader = new ByteReader(body);
    for (let i = 0; i < count; i++) yield orDamaged(body, () => readEntry(reader, codec, version));
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
      tag: version < 4 ? { numbers: new Uint8Array(count), names: [''] } : { numbers: columns.tags, names },
    },
    kept,
    path(i) {
      const seen = known.get(i);
      if (seen !== undefined) return seen.path;
      const reader = readAt(i);
      return orDamaged(body, () => readBegin(reader, codec, version).path);
    },
    names: namesOf,
    entry,
    walk,
    get entries() {
      return getEntries();
    },
    get skips() {
      checkWhole();
      return getExtras().skips;
    },
    get scanWarnings() {
      checkWhole();
      return getExtras().scanWarnings;
    },
    get isComplete() {
      return pages?.isComplete !== false;
    },
    complete: async (runSlice) => pages?.complete(runSlice),
    prepare: async (indexes) => pages?.ensure(indexes.map(spanOf)),
  };
}

/** Finds the extras, which follow the entries. */
function findExtras(bytes: Uint8Array, { bodyAt, bodyBytes }: TableHead): Span {
  const reader = new ByteReader(bytes);
  reader.skip(bodyAt + bodyBytes);
  const start = reader.skip(reader.uint());
  return [start, reader.at];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function toNames({ path, sourceId, kind, language, tags }: FileEntry): FileNames {
  return {
    path,
    source: sourceId,
    kind,
    ...(language === '' ? {} : { language }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
