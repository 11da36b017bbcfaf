import { fromShortUtf8 } from '../../lib/bytes.ts';
import { createNames } from '../../lib/names.ts';
import { toFolder } from '../../search/facets.ts';
import { COLUMN, type EntryRows } from './entry-rows.ts';

export const TABLE_VERSION = 4;
/** Version of older collections, which are rebuilt from the files their tables name. */
export const OLDEST_TABLE_VERSION = 2;

/** Facts of every file in columns, so that opening a table need not decode entries. */
export interface TableColumns {
  /** Start of the entry in the body. */
  readonly starts: Uint32Array;
  readonly chunkCounts: Uint32Array;
  readonly shards: Int32Array;
  /** Numbers of source and top-folder names. A file outside folders has the empty name. */
  readonly sources: Uint32Array;
  readonly folders: Uint32Array;
  /** Numbers of the names of tags; empty in tables before version 4. */
  readonly tags: Uint32Array;
  readonly kinds: Uint8Array;
  readonly kept: Uint8Array;
}

/** Bytes of one entry in the columns. */
export function toColumnBytes(version: number): number {
  return version < 4 ? 22 : 26;
}

export function createColumns(
  count: number,
  version: number,
  { buffer, at = 0 }: { readonly buffer: ArrayBuffer; readonly at?: number },
): TableColumns {
  const bytesAt = at + count * (toColumnBytes(version) - 2);
  return {
    starts: new Uint32Array(buffer, at, count),
    chunkCounts: new Uint32Array(buffer, at + count * 4, count),
    shards: new Int32Array(buffer, at + count * 8, count),
    sources: new Uint32Array(buffer, at + count * 12, count),
    folders: new Uint32Array(buffer, at + count * 16, count),
    tags: new Uint32Array(buffer, at + count * 20, version < 4 ? 0 : count),
    kinds: new Uint8Array(buffer, bytesAt, count),
    kept: new Uint8Array(buffer, bytesAt + count, count),
  };
}

/** Rows per piece: whole columns would take megabytes. */
const ROWS_A_PIECE = 1 << 16;

/** Yields the bytes that `createColumns` maps. Each piece is valid until the next one. `starts` and `folders` follow `order`. */
export function* encodeColumns(
  rows: EntryRows,
  order: Uint32Array,
  { starts, folders }: { starts: Uint32Array; folders: Uint32Array },
): Generator<Uint8Array<ArrayBuffer>> {
  const words = new Uint32Array(Math.min(order.length, ROWS_A_PIECE));
  const bytes = new Uint8Array(words.buffer, 0, words.length);
  yield* encodeColumn(words, order, (_row, i) => starts[i] as number);
  yield* encodeColumn(words, order, (row) => rows.get(row, COLUMN.chunkCount));
  yield* encodeColumn(words, order, (row) => rows.shard(row));
  yield* encodeColumn(words, order, (row) => rows.get(row, COLUMN.source));
  yield* encodeColumn(words, order, (_row, i) => folders[i] as number);
  yield* encodeColumn(words, order, (row) => rows.get(row, COLUMN.tags));
  yield* encodeColumn(bytes, order, (row) => rows.get(row, COLUMN.kind));
  yield* encodeColumn(bytes, order, (row) => rows.get(row, COLUMN.isKept));
}

function* encodeColumn(
  room: Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
  order: Uint32Array,
  numberOf: (row: number, index: number) => number,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let first = 0; first < order.length; first += room.length) {
    const count = Math.min(room.length, order.length - first);
    for (let i = 0; i < count; i++) room[i] = numberOf(order[first + i] as number, first + i);
    yield new Uint8Array(room.buffer, 0, count * room.BYTES_PER_ELEMENT);
  }
}

/** Numbers the top folder of each row, from `before` up, and lists their names. */
export function numberFolders(
  rows: EntryRows,
  order: Uint32Array,
  before: number,
): { names: readonly string[]; numbers: Uint32Array } {
  const names = createNames();
  const folderOf = createFolderOf(rows);
  return { names: names.all, numbers: order.map((row) => before + names.number(folderOf(row))) };
}

/** Returns the source's slug if it prefixes the path, else the path's first segment. Rows in path order often share it with the one before. */
function createFolderOf(rows: EntryRows): (row: number) => string {
  let last = '';
  return (row) => {
    const prefix = rows.names.all[rows.get(row, COLUMN.prefix)] as string;
    if (prefix.includes('/')) return toFolder(prefix);
    const page = rows.page(row);
    const start = rows.relStart(row);
    const end = start + rows.get(row, COLUMN.relLength);
    let slash = start;
    while (slash < end && page[slash] !== SLASH) slash++;
    if (slash === end) return '';
    const length = slash + 1 - start;
    if (!isSame(page, start, length, last)) last = fromShortUtf8(page.subarray(start, start + length));
    return last;
  };
}

const SLASH = 0x2f;

/** Compares ASCII only: other text is decoded again. */
function isSame(bytes: Uint8Array, start: number, length: number, text: string): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number;
    if (byte !== text.charCodeAt(i) || byte >= 0x80) return false;
  }
  return true;
}
