import type { IdentityFile } from '../../kernel/identity.ts';
import { type BytePages, createBytePages, toOffset } from '../../lib/byte-pages.ts';
import { createByteReader } from '../../lib/byte-reader.ts';
import { createByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes, fromShortUtf8 } from '../../lib/bytes.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { createNames } from '../../lib/names.ts';
import { createRowIndex } from '../../lib/row-index.ts';
import { KINDS } from '../../model/kind.ts';
import { COLUMN, createEntryColumns, type EntryColumns, NO_BUNDLE, SPAN_COLUMNS } from './entry-columns.ts';
import { readHead, toPrefix, writeHead } from './entry-head.ts';
import { createEntryOrder } from './entry-order.ts';
import { createTotals, type EntryTotals } from './entry-totals.ts';
import { type BundleSpan, type FileEntry, isKept, NO_SHARD } from './file-entry.ts';

export type SpanColumn = 'leaf' | 'contents' | 'original';

/**
 * What is known of every file of a collection, as bytes and numbers in pages: as objects, with their strings and hashes, a hundred thousand
 * entries take ten times the room, and a collector lets as much again lie about. An entry is made when it is asked for. A row keeps its
 * number until it is removed.
 */
export interface EntryTable {
  readonly size: number;
  readonly totals: EntryTotals;
  find(sourceId: string, relPath: string): number | undefined;
  /** Adds the entry, or puts it in the place of the one with the same source and path there. */
  put(entry: FileEntry): number;
  remove(row: number): void;
  entry(row: number): FileEntry;
  path(row: number): string;
  /** What the collection's identity takes of kept rows, in path order. One object for all of them: it is not to be kept. */
  identities(): Generator<IdentityFile>;
  pathBytes(row: number): Uint8Array;
  /** In order of arrival. */
  rows(): Generator<number>;
  /** The same without an object for each. */
  eachRow(visit: (row: number) => void): void;
  /** In path order. */
  sorted(): Uint32Array;
  isKept(row: number): boolean;
  shard(row: number): number;
  setShard(row: number, shard: number): void;
  span(row: number, column: SpanColumn): BundleSpan | undefined;
  setSpan(row: number, column: SpanColumn, span: BundleSpan | undefined): void;
  /** Calls `visit` with every span there is. */
  eachSpan(visit: (bundle: string, bytes: number) => void): void;
  /** From now on `baseShard` tells which shard a row is in now, until its leaf or its path is another. */
  markBase(): void;
  baseShard(row: number): number;
  /** How many rows each shard had at `markBase`. */
  readonly baseCounts: ReadonlyMap<number, number>;
  /** The page that has what `writeHead` wrote, beginning at `headStart`. No view of it: that would be an object for each row. */
  headPage(row: number): Uint8Array;
  headStart(row: number): number;
  /** What numbers in heads stand for. */
  readonly names: readonly string[];
  /** What numbers of bundles in `columns` stand for. */
  readonly bundles: readonly string[];
  readonly columns: Pick<EntryColumns, 'get'>;
  /** Nobody asks for anything but totals any more. */
  free(): void;
}

/** Bytes of rows that were replaced are swept when they are more than those that count, and worth it. */
const SWEEP_BYTES = 1_000_000;

export function createEntryTable(entries: Iterable<FileEntry> = []): EntryTable {
  const columns = createEntryColumns();
  const names = createNames();
  // Number 0 is NO_BUNDLE.
  const bundles = createNames(['']);
  const totals = createTotals();
  const index = createRowIndex((row) => columns.get(row, COLUMN.hash));
  const head = createByteWriter(1024);
  const key = createByteWriter(256);
  let pages: BytePages = createBytePages();
  let baseCounts = new Map<number, number>();
  let size = 0;
  let liveBytes = 0;
  let deadBytes = 0;

  const isLive = (row: number): boolean => columns.get(row, COLUMN.length) > 0;
  const pageOf = (row: number): Uint8Array => pages.pageOf(columns.get(row, COLUMN.place));
  const startOf = (row: number): number => toOffset(columns.get(row, COLUMN.place));
  const headOf = (row: number): Uint8Array =>
    pageOf(row).subarray(startOf(row), startOf(row) + columns.get(row, COLUMN.length));
  const shardOf = (row: number): number => columns.get(row, COLUMN.shard) - 1;
  const setShard = (row: number, shard: number): void => columns.set(row, COLUMN.shard, shard + 1);
  const order = createEntryOrder({
    columns,
    isLive,
    pageOf,
    relStartOf: (row) => startOf(row) + columns.get(row, COLUMN.relStart),
    prefixes: names.all,
  });

  function find(sourceId: string, relPath: string): number | undefined {
    const source = names.find(sourceId);
    if (source === undefined) return undefined;
    key.clear();
    key.uint(source);
    key.text(relPath);
    const wanted = key.view();
    return index.find(hashOf(wanted), (row) => startsWith(pageOf(row), startOf(row), wanted));
  }

  function put(entry: FileEntry): number {
    const known = find(entry.sourceId, entry.relPath);
    const before = known === undefined ? undefined : getEntry(known);
    const row = known ?? columns.add();
    if (before !== undefined) drop(row, before);
    write(row, entry);
    if (before === undefined) index.add(columns.get(row, COLUMN.hash), row);
    else if (before.path !== entry.path) order.forget();
    const isSameLeaf = before?.leaf.bundle === entry.leaf.bundle && before.leaf.start === entry.leaf.start;
    if (!isSameLeaf || before.path !== entry.path) columns.set(row, COLUMN.baseShard, NO_SHARD + 1);
    if (deadBytes > liveBytes + SWEEP_BYTES) sweep();
    return row;
  }

  function write(row: number, entry: FileEntry): void {
    head.clear();
    columns.set(row, COLUMN.sha256, writeHead(head, entry, names.number));
    const bytes = head.view();
    const reader = createByteReader(bytes);
    const source = reader.uint();
    const relLength = reader.uint();
    const relStart = reader.at;
    columns.set(row, COLUMN.place, pages.append(bytes));
    columns.set(row, COLUMN.length, bytes.length);
    columns.set(row, COLUMN.hash, hashOf(bytes.subarray(0, relStart + relLength)));
    columns.set(row, COLUMN.relStart, relStart);
    columns.set(row, COLUMN.relLength, relLength);
    columns.set(row, COLUMN.prefix, names.number(toPrefix(entry)));
    columns.set(row, COLUMN.source, source);
    columns.set(row, COLUMN.kind, KINDS.indexOf(entry.kind));
    columns.set(row, COLUMN.chunks, entry.chunkCount);
    columns.set(row, COLUMN.isKept, isKept(entry) ? 1 : 0);
    columns.set(row, COLUMN.hasMeta, entry.meta === undefined ? 0 : 1);
    setShard(row, entry.shard);
    setSpan(row, 'leaf', entry.leaf);
    setSpan(row, 'contents', entry.contents);
    setSpan(row, 'original', entry.original);
    totals.add(entry, 1);
    liveBytes += bytes.length;
    size++;
  }

  function drop(row: number, entry: FileEntry): void {
    totals.add(entry, -1);
    liveBytes -= columns.get(row, COLUMN.length);
    deadBytes += columns.get(row, COLUMN.length);
    columns.set(row, COLUMN.length, 0);
    size--;
  }

  function sweep(): void {
    const next = createBytePages();
    eachRow((row) => columns.set(row, COLUMN.place, next.append(headOf(row))));
    pages.free();
    pages = next;
    deadBytes = 0;
  }

  function setSpan(row: number, column: SpanColumn, span: BundleSpan | undefined): void {
    const at = COLUMN[column];
    columns.set(row, at, span === undefined ? NO_BUNDLE : bundles.number(span.bundle));
    columns.set(row, at + 1, span?.start ?? 0);
    columns.set(row, at + 2, span === undefined ? 0 : span.end - span.start);
  }

  function getSpan(row: number, column: SpanColumn): BundleSpan | undefined {
    const at = COLUMN[column];
    const bundle = columns.get(row, at);
    if (bundle === NO_BUNDLE) return undefined;
    const start = columns.get(row, at + 1);
    return { bundle: bundles.all[bundle] as string, start, end: start + columns.get(row, at + 2) };
  }

  function getEntry(row: number): FileEntry {
    const original = getSpan(row, 'original');
    return {
      ...readHead(createByteReader(headOf(row)), names.all),
      shard: shardOf(row),
      leaf: getSpan(row, 'leaf') as BundleSpan,
      contents: getSpan(row, 'contents') as BundleSpan,
      ...(original === undefined ? {} : { original }),
    };
  }

  function eachRow(visit: (row: number) => void): void {
    const { count } = columns;
    for (let row = 0; row < count; row++) if (isLive(row)) visit(row);
  }

  function* liveRows(): Generator<number> {
    const { count } = columns;
    for (let row = 0; row < count; row++) if (isLive(row)) yield row;
  }

  const table: EntryTable = {
    get size() {
      return size;
    },
    totals,
    find,
    put,
    remove(row) {
      if (!isLive(row)) return;
      index.remove(columns.get(row, COLUMN.hash), row);
      drop(row, getEntry(row));
    },
    entry: getEntry,
    path(row) {
      const start = startOf(row) + columns.get(row, COLUMN.relStart);
      const rel = fromShortUtf8(pageOf(row).subarray(start, start + columns.get(row, COLUMN.relLength)));
      return (names.all[columns.get(row, COLUMN.prefix)] as string) + rel;
    },
    *identities() {
      const file: Mutable<IdentityFile> = {
        prefix: new Uint8Array(),
        bytes: new Uint8Array(),
        relStart: 0,
        relEnd: 0,
        hashStart: 0,
        meta: undefined,
      };
      for (const row of order.sorted(size)) {
        if (!table.isKept(row)) continue;
        const start = startOf(row);
        file.prefix = order.prefixOf(row);
        file.bytes = pageOf(row);
        file.relStart = start + columns.get(row, COLUMN.relStart);
        file.relEnd = file.relStart + columns.get(row, COLUMN.relLength);
        file.hashStart = start + columns.get(row, COLUMN.sha256);
        file.meta = columns.get(row, COLUMN.hasMeta) === 1 ? getEntry(row).meta : undefined;
        yield file;
      }
    },
    pathBytes(row) {
      const start = startOf(row) + columns.get(row, COLUMN.relStart);
      const rel = pageOf(row).subarray(start, start + columns.get(row, COLUMN.relLength));
      const prefix = order.prefixOf(row);
      return prefix.length === 0 ? rel : concatBytes([prefix, rel]);
    },
    rows: liveRows,
    eachRow,
    sorted: () => order.sorted(size),
    isKept: (row) => columns.get(row, COLUMN.isKept) === 1,
    shard: shardOf,
    setShard,
    span: getSpan,
    setSpan,
    eachSpan(visit) {
      eachRow((row) => {
        for (let k = 0; k < SPAN_COLUMNS.length; k++) {
          const at = SPAN_COLUMNS[k] as number;
          const bundle = columns.get(row, at);
          if (bundle !== NO_BUNDLE) visit(bundles.all[bundle] as string, columns.get(row, at + 2));
        }
      });
    },
    markBase() {
      baseCounts = new Map();
      eachRow((row) => {
        const shard = table.isKept(row) ? table.shard(row) : NO_SHARD;
        columns.set(row, COLUMN.baseShard, shard + 1);
        baseCounts.set(shard, (baseCounts.get(shard) ?? 0) + 1);
      });
    },
    baseShard: (row) => columns.get(row, COLUMN.baseShard) - 1,
    get baseCounts() {
      return baseCounts;
    },
    headPage: pageOf,
    headStart: startOf,
    names: names.all,
    bundles: bundles.all,
    columns,
    free() {
      columns.free();
      pages.free();
    },
  };
  for (const entry of entries) put(entry);
  table.markBase();
  return table;
}

/** FNV-1a: places in memory only, nothing that is kept depends on it. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function startsWith(page: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (page[start + i] !== wanted[i]) return false;
  return true;
}
