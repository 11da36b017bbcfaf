import { type ByteReader, createByteReader } from '../../lib/byte-reader.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import { createNames } from '../../lib/names.ts';
import type { Span } from '../../lib/span.ts';
import { createSpanPages, type SpanPages } from '../../lib/span-pages.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileNames } from '../../model/chunk.ts';
import { KINDS } from '../../model/kind.ts';
import { type FacetColumns, toFolder } from '../../search/facets.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';
import { toSpanReader } from '../shards/span-reader.ts';
import { readBegin, readHead, readName } from './entry-head.ts';
import type { BundleSpan, FileEntry } from './file-entry.ts';
import { EMPTY_TABLE, encodeFileTable, type FileTable, TABLE_VERSION } from './file-table.ts';
import { COLUMN_BYTES, createColumns, type TableColumns } from './table-columns.ts';

/** A table as it lies in its bytes: one pass finds what opening and searching need, the rest is decoded when asked for. */
export interface OpenFileTable extends FileTable {
  readonly count: number;
  readonly shards: Int32Array;
  readonly chunkCounts: Uint32Array;
  /** Columns of all entries, for counting by them. */
  readonly facets: FacetColumns;
  /** 1 for every file that is kept. */
  readonly kept: Uint8Array;
  /** Not kept, as names and entries are. */
  path(index: number): string;
  names(index: number): FileNames;
  entry(index: number): FileEntry;
  /** All entries, none of which is kept here. */
  walk(): Generator<FileEntry>;
  /** Everything was read: what is not may not be asked for. */
  readonly isComplete: boolean;
  complete(): Promise<void>;
  /** Reads what is asked of these files, and of no others. */
  prepare(indexes: readonly number[]): Promise<void>;
}

/** The table of a generation; empty where nothing was put in yet. */
export async function readFileTable(generation: Pick<Generation, 'row' | 'readAll'>): Promise<OpenFileTable> {
  const file = findTableFile(generation);
  return decodeFileTable(file === undefined ? encodeFileTable(EMPTY_TABLE) : await generation.readAll(file));
}

/** The same with the columns alone: entries are read when they are asked for. */
export async function openFileTable(
  generation: Pick<Generation, 'row' | 'readAll' | 'readSpans'>,
): Promise<OpenFileTable> {
  const file = findTableFile(generation);
  if (file === undefined) return readFileTable(generation);
  // Pages come in where they belong; what lies between them is zero and never looked at.
  const bytes = new Uint8Array(file.length);
  const pages = createSpanPages(toSpanReader(generation, file), (part, at) => bytes.set(part, at));
  for (let headBytes = Math.min(FIRST_BYTES, bytes.length); ; headBytes = Math.min(headBytes * 4, bytes.length)) {
    await pages.ensure([[0, headBytes]]);
    const head = tryReadHead(bytes, headBytes);
    if (head === undefined) continue;
    if (head.version === 1) await pages.complete();
    else await pages.ensure([[Math.max(0, toColumnsAt(bytes, head)), bytes.length]]);
    return orDamaged(bytes, () => openTable(bytes, head, pages));
  }
}

export function decodeFileTable(bytes: Uint8Array): OpenFileTable {
  return orDamaged(bytes, () => {
    const head = readTableHead(bytes);
    const [, extrasEnd] = findExtras(bytes, head);
    if (head.version > 1 && toColumnsAt(bytes, head) !== Math.ceil(extrasEnd / 4) * 4)
      throw new RangeError('bad columns');
    return openTable(bytes, head);
  });
}

function findTableFile({ row }: Pick<Generation, 'row'>): StoredFile | undefined {
  return row.files.find((candidate) => candidate.role === 'files');
}

/** Of most tables all names stand in it. */
const FIRST_BYTES = 16_384;

/** What stands before the entries. */
interface TableHead {
  readonly version: number;
  readonly names: string[];
  readonly count: number;
  readonly bodyAt: number;
  readonly bodyBytes: number;
}

function readTableHead(bytes: Uint8Array): TableHead {
  const reader = createByteReader(bytes);
  const version = reader.uint();
  if (version > TABLE_VERSION)
    throw new AppError('store/newer-format', 'the file table was written by a newer release', { version });
  const names = Array.from({ length: reader.uint() }, () => reader.text());
  const count = reader.uint();
  const bodyBytes = reader.uint();
  return { version, names, count, bodyAt: reader.at, bodyBytes };
}

/** Undefined where it goes on behind `headBytes`. */
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

/** The bytes were verified before: what cannot be read was written wrong, and is named like any damage. */
function orDamaged<T>(bytes: Uint8Array, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store/damaged', 'the file table cannot be read', { bytes: bytes.length });
  }
}

/** The columns come last. */
function toColumnsAt(bytes: Uint8Array, { count }: TableHead): number {
  return bytes.length - count * COLUMN_BYTES;
}

function readColumns(bytes: Uint8Array, head: TableHead): TableColumns {
  const { count, bodyAt, bodyBytes } = head;
  const start = toColumnsAt(bytes, head);
  if (start < bodyAt + bodyBytes) throw new RangeError('bad columns');
  const isAligned = (bytes.byteOffset + start) % 4 === 0 && bytes.buffer instanceof ArrayBuffer;
  return isAligned
    ? createColumns(count, bytes.buffer as ArrayBuffer, bytes.byteOffset + start)
    : createColumns(count, bytes.slice(start).buffer);
}

/** `pages` tell which bytes are there; without them all are. */
function openTable(bytes: Uint8Array, head: TableHead, pages?: SpanPages): OpenFileTable {
  const { version, count, names, bodyAt, bodyBytes } = head;
  const body = bytes.subarray(bodyAt, bodyAt + bodyBytes);
  const columns = version === 1 ? scanEntries(body, count, names) : readColumns(bytes, head);
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
    return createByteReader(body.subarray(starts[i]));
  };
  const checkWhole = (): void => {
    if (pages?.isComplete === false) throw new Error('the table was not read');
  };
  const namesOf = (i: number): FileNames => {
    let seen = known.get(i);
    if (seen === undefined) {
      const reader = readAt(i);
      seen = orDamaged(body, () => toNames(entries.get(i) ?? readBegin(reader, names)));
      known.set(i, seen);
    }
    return seen;
  };
  const entry = (i: number): FileEntry => {
    let seen = entries.get(i);
    if (seen === undefined) {
      const reader = readAt(i);
      seen = orDamaged(body, () => readEntry(reader, names));
      entries.set(i, seen);
    }
    return seen;
  };
  function* walk(): Generator<FileEntry> {
    checkWhole();
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
    kept,
    path(i) {
      const seen = known.get(i);
      if (seen !== undefined) return seen.path;
      const reader = readAt(i);
      return orDamaged(body, () => readBegin(reader, names).path);
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
    complete: async () => pages?.complete(),
    prepare: async (indexes) => pages?.ensure(indexes.map(spanOf)),
  };
}

/** They stand behind the entries. */
function findExtras(bytes: Uint8Array, { bodyAt, bodyBytes }: TableHead): Span {
  const reader = createByteReader(bytes);
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

function readSpan(body: ByteReader, names: readonly string[]): BundleSpan {
  const bundle = readName(body, names);
  const start = body.uint();
  return { bundle, start, end: start + body.uint() };
}
