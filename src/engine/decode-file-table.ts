import { type ByteReader, createByteReader } from '../lib/byte-reader.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { FileNames } from '../model/chunk.ts';
import { KINDS } from '../model/kind.ts';
import type { Generation } from '../store/contract.ts';
import { readHead } from './entry-head.ts';
import type { FileEntry, PackSpan } from './file-entry.ts';
import { EMPTY_TABLE, encodeFileTable, type FileTable, TABLE_VERSION } from './file-table.ts';

/** A table as it lies in its bytes: one pass finds what opening and searching need, the rest is decoded when asked for. */
export interface OpenFileTable extends FileTable {
  readonly count: number;
  readonly shards: Int32Array;
  readonly chunkCounts: Uint32Array;
  isKept(index: number): boolean;
  path(index: number): string;
  names(index: number): FileNames;
  entry(index: number): FileEntry;
  /** All entries, none of which is kept here. */
  walk(): Generator<FileEntry>;
}

/** The table of a generation; empty where nothing was put in yet. */
export async function readFileTable(generation: Generation): Promise<OpenFileTable> {
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
    return openTable({ body: bytes.subarray(start, start + bodyBytes), count, names, extras });
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
}

function openTable(table: TableBytes): OpenFileTable {
  const { body, count, names, extras } = table;
  const columns = scanEntries(table);
  const { starts, pathStarts, pathEnds, prefixes, sources, languages, kinds, refused } = columns;
  const entries = new Array<FileEntry | undefined>(count);
  const paths = new Array<string | undefined>(count);
  const getExtras = once(() =>
    orDamaged(extras, () => JSON.parse(fromUtf8(extras)) as Pick<FileTable, 'skips' | 'scanWarnings'>),
  );

  const path = (i: number): string => {
    paths[i] ??= (names[prefixes[i] as number] as string) + fromUtf8(body.subarray(pathStarts[i], pathEnds[i]));
    return paths[i] as string;
  };
  const entry = (i: number): FileEntry => {
    entries[i] ??= orDamaged(body, () => readEntry(createByteReader(body.subarray(starts[i])), names));
    return entries[i] as FileEntry;
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
    isKept: (i) => names[refused[i] as number] === '',
    path,
    names: (i) => {
      const language = names[languages[i] as number] as string;
      return {
        path: path(i),
        source: names[sources[i] as number] as string,
        kind: KINDS[kinds[i] as number] as FileNames['kind'],
        ...(language === '' ? {} : { language }),
      };
    },
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

function scanEntries({ body, count, names }: TableBytes) {
  const column = () => new Uint32Array(count);
  const columns = {
    starts: column(),
    sources: column(),
    pathStarts: column(),
    pathEnds: column(),
    prefixes: column(),
    kinds: new Uint8Array(count),
    languages: column(),
    refused: column(),
    chunkCounts: column(),
    shards: new Int32Array(count),
  };
  const reader = createByteReader(body);
  const name = (): number => {
    const number = reader.uint();
    if (number >= names.length) throw new RangeError('bad name');
    return number;
  };
  for (let i = 0; i < count; i++) {
    columns.starts[i] = reader.at;
    columns.sources[i] = name();
    const pathBytes = reader.uint();
    columns.pathStarts[i] = reader.skip(pathBytes);
    columns.pathEnds[i] = reader.at;
    columns.prefixes[i] = name();
    const kind = reader.uint();
    if (kind >= KINDS.length) throw new RangeError('bad kind');
    columns.kinds[i] = kind;
    columns.languages[i] = name();
    reader.uint(); // bytes
    reader.skip(32); // sha256
    reader.uint(); // mtime
    columns.refused[i] = name();
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

function skipSpan(reader: ByteReader): void {
  reader.uint();
  reader.uint();
  reader.uint();
}

function readEntry(body: ByteReader, names: readonly string[]): FileEntry {
  const head = readHead(body, names);
  const name = (): string => {
    const text = names[body.uint()];
    if (text === undefined) throw new RangeError('bad name');
    return text;
  };
  const shard = body.uint() - 1;
  const leaf = readSpan(body, name);
  const contents = readSpan(body, name);
  const original = body.uint() === 1 ? readSpan(body, name) : undefined;
  return { ...head, shard, leaf, contents, ...(original === undefined ? {} : { original }) };
}

function readSpan(body: ByteReader, name: () => string): PackSpan {
  const pack = name();
  const start = body.uint();
  return { pack, start, end: start + body.uint() };
}
