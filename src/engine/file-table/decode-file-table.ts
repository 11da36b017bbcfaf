import { ByteReader } from '../../lib/byte-reader.ts';
import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileNames } from '../../model/chunk.ts';
import { KINDS } from '../../model/kind.ts';
import type { FacetColumns } from '../../search/facets.ts';
import type { Generation } from '../../store/contract.ts';
import {
  createColumns,
  createEntryReader,
  OLDEST_TABLE_VERSION,
  TABLE_VERSION,
  toColumnBytes,
  toNameCodec,
} from './entry-codec.ts';
import { createEntryTable, type EntryTable } from './entry-table.ts';
import { EMPTY_TABLE, type FileEntry, type FileTable, type TableExtras } from './file-entry.ts';

/** A table in its stored bytes: its columns are what opening and searching need; the rest is decoded on demand. */
export interface OpenFileTable extends FileTable {
  readonly count: number;
  readonly shards: Int32Array;
  readonly chunkCounts: Uint32Array;
  /** Columns of all entries, to count by. */
  readonly facets: FacetColumns;
  /** 1 for every kept file. */
  readonly kept: Uint8Array;
  /** Not cached, unlike names and the latest entries. */
  path(index: number): string;
  names(index: number): FileNames;
  entry(index: number): FileEntry;
}

/** Reads the table of a generation; an empty one if it has none yet. */
export async function readFileTable(generation: Pick<Generation, 'row' | 'readAll'>): Promise<OpenFileTable> {
  const file = generation.row.files.find(({ role }) => role === 'files');
  return file === undefined ? createEmptyTable() : decodeFileTable(await generation.readAll(file));
}

export function createEmptyTable(): OpenFileTable {
  return decodeFileTable(encodeFileTable(EMPTY_TABLE));
}

/** Returns the bytes that `decodeFileTable` reads, in one piece. */
export function encodeFileTable(table: FileTable): Uint8Array<ArrayBuffer> {
  return encodeEntryTable(createEntryTable(table.entries), table);
}

export function encodeEntryTable(entries: EntryTable, extras: TableExtras): Uint8Array<ArrayBuffer> {
  return concatBytes(Array.from(entries.encode(extras), (piece) => piece.slice()));
}

export function decodeFileTable(bytes: Uint8Array): OpenFileTable {
  return orDamaged(bytes, () => {
    const head = readTableHead(bytes);
    const extras = findExtras(bytes, head);
    const columnsAt = bytes.length - head.count * toColumnBytes(head.version);
    if (columnsAt !== Math.ceil(extras[1] / 4) * 4) throw new RangeError('bad columns');
    return openTable(bytes, head, { extras, columnsAt });
  });
}

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

/** Reports unreadable bytes as damage: they were verified before, so they were written wrong. */
function orDamaged<T>(bytes: Uint8Array, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store/damaged', 'the file table cannot be read', { bytes: bytes.length });
  }
}

function openTable(
  bytes: Uint8Array,
  { version, count, names, bodyAt, bodyBytes }: TableHead,
  { extras, columnsAt }: { readonly extras: Span; readonly columnsAt: number },
): OpenFileTable {
  const body = bytes.subarray(bodyAt, bodyAt + bodyBytes);
  const columns = createColumns(count, version, bytes.slice(columnsAt).buffer);
  const read = createEntryReader(
    version,
    toNameCodec(names, () => 0),
  );
  const readAt = (i: number, part: keyof typeof read): FileEntry =>
    orDamaged(body, () => read[part](new ByteReader(body.subarray(columns.starts[i]))));
  const entries = new Map<number, FileEntry>();
  const known = new Map<number, FileNames>();
  const getExtras = once(() => orDamaged(bytes, () => JSON.parse(fromUtf8(bytes.subarray(...extras))) as TableExtras));
  const namesOf = (i: number): FileNames => {
    const seen = known.get(i) ?? toNames(entries.get(i) ?? readAt(i, 'begin'));
    known.set(i, seen);
    return seen;
  };
  const entry = (i: number): FileEntry => {
    const seen = entries.get(i);
    if (seen !== undefined) return seen;
    const made = readAt(i, 'entry');
    // With too many, all are forgotten.
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(i, made);
    return made;
  };
  function* walk(): Generator<FileEntry> {
    const reader = new ByteReader(body);
    for (let i = 0; i < count; i++) yield orDamaged(body, () => read.entry(reader));
  }
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
    kept: columns.kept,
    path: (i) => known.get(i)?.path ?? readAt(i, 'begin').path,
    names: namesOf,
    entry,
    entries: { [Symbol.iterator]: walk },
    get skips() {
      return getExtras().skips;
    },
    get scanWarnings() {
      return getExtras().scanWarnings;
    },
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

/** Each takes a kilobyte. */
const MAX_ENTRIES = 16_384;
