import type { IdentityFile } from '../../kernel/identity.ts';
import { concatBytes, fromShortUtf8 } from '../../lib/bytes.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { encodeRows } from './encode-file-table.ts';
import { createEntryOrder, type EntryOrder } from './entry-order.ts';
import { COLUMN, EntryRows, SPAN_COLUMNS, type SpanColumn } from './entry-rows.ts';
import { createTotals, type EntryTotals } from './entry-totals.ts';
import { type BundleSpan, type FileEntry, NO_SHARD, type TableExtras } from './file-entry.ts';

/**
 * Facts about every file of a collection, as bytes and numbers in blocks. A hundred thousand entries as objects, with their strings and hashes,
 * take ten times the memory, plus as much again in garbage. Entries are decoded on demand. A row keeps its
 * number until it is removed.
 */
export interface EntryTable {
  readonly size: number;
  readonly totals: EntryTotals;
  find(sourceId: string, relPath: string): number | undefined;
  /** Adds the entry, or replaces the one with the same source and path. */
  put(entry: FileEntry): number;
  remove(row: number): void;
  entry(row: number): FileEntry;
  path(row: number): string;
  pathBytes(row: number): Uint8Array;
  /** Yields the identity facts of kept rows in path order. All share one object: callers must not keep it. */
  identities(): Generator<IdentityFile>;
  /** Rows in the order they were added. */
  rows(): Generator<number>;
  /** Visits rows without allocating an object for each. */
  eachRow(visit: (row: number) => void): void;
  /** Rows in path order. */
  sorted(): Uint32Array;
  isKept(row: number): boolean;
  chunkCount(row: number): number;
  shard(row: number): number;
  setShard(row: number, shard: number): void;
  span(row: number, column: SpanColumn): BundleSpan | undefined;
  setSpan(row: number, column: SpanColumn, span: BundleSpan | undefined): void;
  /** The span as numbers, without an object: index in `bundles`, start, length. */
  spanBundle(row: number, column: SpanColumn): number;
  spanStart(row: number, column: SpanColumn): number;
  spanBytes(row: number, column: SpanColumn): number;
  readonly bundles: readonly string[];
  /** Visits every span. */
  eachSpan(visit: (bundle: string, bytes: number) => void): void;
  /** Makes `baseShard` return each row's current shard, until its leaf or path changes. */
  markBase(): void;
  baseShard(row: number): number;
  /** Rows per shard at `markBase`. */
  readonly baseCounts: ReadonlyMap<number, number>;
  /** Yields the stored form, with the extras. Each piece is valid until the next one. */
  encode(extras: TableExtras): Generator<Uint8Array<ArrayBuffer>>;
  /** Frees everything except the totals. */
  free(): void;
}

export function createEntryTable(entries: Iterable<FileEntry> = []): EntryTable {
  const rows = new EntryRows();
  const totals = createTotals();
  const order = createEntryOrder(rows);
  let baseCounts = new Map<number, number>();
  const getSize = (): number => totals.files + totals.refused;
  const sorted = (): Uint32Array => order.sorted(getSize());
  const isKept = (row: number): boolean => rows.get(row, COLUMN.isKept) === 1;

  const table: EntryTable = {
    get size() {
      return getSize();
    },
    totals,
    find: (sourceId, relPath) => rows.find(sourceId, relPath),
    put(entry) {
      const known = rows.find(entry.sourceId, entry.relPath);
      totals.add(entry, 1);
      if (known === undefined) return rows.add(entry);
      replace(rows, order, { row: known, entry, before: takeOff(known) });
      return known;
    },
    remove(row) {
      if (!rows.isLive(row)) return;
      takeOff(row);
      rows.remove(row);
    },
    entry: (row) => rows.entry(row),
    path: (row) => (rows.names.all[rows.get(row, COLUMN.prefix)] as string) + fromShortUtf8(rows.relBytes(row)),
    pathBytes(row) {
      const prefix = rows.prefixBytes(row);
      return prefix.length === 0 ? rows.relBytes(row) : concatBytes([prefix, rows.relBytes(row)]);
    },
    identities: () => listIdentities(rows, sorted()),
    *rows() {
      const { count } = rows;
      for (let row = 0; row < count; row++) if (rows.isLive(row)) yield row;
    },
    eachRow: (visit) => rows.each(visit),
    sorted,
    isKept,
    chunkCount: (row) => rows.get(row, COLUMN.chunkCount),
    shard: (row) => rows.shard(row),
    setShard: (row, shard) => rows.setShard(row, shard),
    span: (row, column) => rows.span(row, column),
    setSpan: (row, column, span) => rows.setSpan(row, column, span),
    spanBundle: (row, column) => rows.get(row, COLUMN[column]),
    spanStart: (row, column) => rows.get(row, COLUMN[column] + 1),
    spanBytes: (row, column) => rows.get(row, COLUMN[column] + 2),
    bundles: rows.bundles.all,
    eachSpan: (visit) => eachSpan(rows, visit),
    markBase() {
      baseCounts = new Map();
      rows.each((row) => {
        const shard = isKept(row) ? rows.shard(row) : NO_SHARD;
        rows.set(row, COLUMN.baseShard, shard + 1);
        baseCounts.set(shard, (baseCounts.get(shard) ?? 0) + 1);
      });
    },
    baseShard: (row) => rows.get(row, COLUMN.baseShard) - 1,
    get baseCounts() {
      return baseCounts;
    },
    encode: (extras) => encodeRows(rows, sorted(), extras),
    free: () => rows.free(),
  };

  function takeOff(row: number): FileEntry {
    const entry = rows.entry(row);
    totals.add(entry, -1);
    return entry;
  }

  for (const entry of entries) table.put(entry);
  table.markBase();
  return table;
}

function replace(
  rows: EntryRows,
  order: EntryOrder,
  { row, entry, before }: { readonly row: number; readonly entry: FileEntry; readonly before: FileEntry },
): void {
  rows.replace(row, entry);
  const isSamePath = before.path === entry.path;
  const isSameLeaf = before.leaf.bundle === entry.leaf.bundle && before.leaf.start === entry.leaf.start;
  if (!isSamePath) order.invalidate();
  if (!isSamePath || !isSameLeaf) rows.set(row, COLUMN.baseShard, NO_SHARD + 1);
}

function eachSpan(rows: EntryRows, visit: (bundle: string, bytes: number) => void): void {
  rows.each((row) => {
    for (let k = 0; k < SPAN_COLUMNS.length; k++) {
      const at = COLUMN[SPAN_COLUMNS[k] as SpanColumn];
      const bundle = rows.get(row, at);
      if (bundle !== 0) visit(rows.bundles.all[bundle] as string, rows.get(row, at + 2));
    }
  });
}

function* listIdentities(rows: EntryRows, order: Uint32Array): Generator<IdentityFile> {
  const none = new Uint8Array();
  const file: Mutable<IdentityFile> = {
    prefix: none,
    bytes: none,
    relStart: 0,
    relEnd: 0,
    hashStart: 0,
    meta: undefined,
  };
  for (const row of order) {
    if (rows.get(row, COLUMN.isKept) === 0) continue;
    file.prefix = rows.prefixBytes(row);
    file.bytes = rows.page(row);
    file.relStart = rows.relStart(row);
    file.relEnd = file.relStart + rows.get(row, COLUMN.relLength);
    file.hashStart = rows.start(row) + rows.get(row, COLUMN.sha256);
    file.meta = rows.get(row, COLUMN.hasMeta) === 1 ? rows.entry(row).meta : undefined;
    yield file;
  }
}
