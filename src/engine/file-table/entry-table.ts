import { ByteWriter } from '../../lib/byte-writer.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import { createNames } from '../../lib/names.ts';
import { KINDS } from '../../model/kind.ts';
import { joinTags, toFolder } from '../../search/facets.ts';
import { createColumns, TABLE_VERSION, toColumnBytes, toNameCodec, writeEntry } from './entry-codec.ts';
import {
  type BundleSpan,
  type FileEntry,
  hasText,
  isKept,
  isWaiting,
  NO_SHARD,
  type TableExtras,
} from './file-entry.ts';

type SpanColumn = 'leaf' | 'contents' | 'original';
export const SPAN_COLUMNS: readonly SpanColumn[] = ['leaf', 'contents', 'original'];

/** The entry of every file of a collection. A row keeps its number until it is removed. */
export interface EntryTable {
  readonly size: number;
  readonly totals: EntryTotals;
  find(sourceId: string, relPath: string): number | undefined;
  /** Adds the entry, or replaces the one with the same source and path. */
  put(entry: FileEntry): number;
  remove(row: number): void;
  entry(row: number): FileEntry;
  /** Rows in the order they were added. */
  rows(): Generator<number>;
  /** Rows in path order. */
  sorted(): Uint32Array;
  setShard(row: number, shard: number): void;
  setSpan(row: number, column: SpanColumn, span: BundleSpan): void;
  /** Visits every span. */
  eachSpan(visit: (bundle: string, bytes: number) => void): void;
  /** Makes `baseShard` return each row's current shard, until its leaf or path changes. */
  markBase(): void;
  baseShard(row: number): number;
  /** Rows per shard at `markBase`. */
  readonly baseCounts: ReadonlyMap<number, number>;
  /** Yields the stored form, with the extras. */
  encode(extras: TableExtras): Generator<Uint8Array<ArrayBuffer>>;
}

export function createEntryTable(given: Iterable<FileEntry> = []): EntryTable {
  const entries: (FileEntry | undefined)[] = [];
  const known = new Map<string, number>();
  const totals = createTotals();
  let baseShards: number[] = [];
  let baseCounts = new Map<number, number>();
  let order: Uint32Array | undefined;
  const get = (row: number): FileEntry => entries[row] as FileEntry;

  function* listRows(): Generator<number> {
    const { length } = entries;
    for (let row = 0; row < length; row++) if (entries[row] !== undefined) yield row;
  }

  function getOrder(): Uint32Array {
    // Most rows were added in path order, which this sort makes use of.
    order ??= Uint32Array.from([...listRows()].sort((a, b) => compareUtf8(get(a).path, get(b).path)));
    return order;
  }

  function replace(row: number, entry: FileEntry): void {
    const before = get(row);
    totals.add(before, -1);
    entries[row] = entry;
    const isSamePath = before.path === entry.path;
    const isSameLeaf = before.leaf.bundle === entry.leaf.bundle && before.leaf.start === entry.leaf.start;
    if (!isSamePath) order = undefined;
    if (!isSamePath || !isSameLeaf) baseShards[row] = NO_SHARD;
  }

  const table: EntryTable = {
    get size() {
      return known.size;
    },
    totals,
    find: (sourceId, relPath) => known.get(toKey({ sourceId, relPath })),
    put(entry) {
      const row = known.get(toKey(entry));
      totals.add(entry, 1);
      if (row !== undefined) {
        replace(row, entry);
        return row;
      }
      order = undefined;
      known.set(toKey(entry), entries.length);
      return entries.push(entry) - 1;
    },
    remove(row) {
      const entry = entries[row];
      if (entry === undefined) return;
      totals.add(entry, -1);
      known.delete(toKey(entry));
      entries[row] = undefined;
      order = undefined;
    },
    entry: get,
    rows: listRows,
    sorted: getOrder,
    setShard(row, shard) {
      if (get(row).shard !== shard) entries[row] = { ...get(row), shard };
    },
    setSpan(row, column, span) {
      entries[row] = { ...get(row), [column]: span };
    },
    eachSpan(visit) {
      for (const row of listRows()) {
        for (const column of SPAN_COLUMNS) {
          const span = get(row)[column];
          if (span !== undefined) visit(span.bundle, span.end - span.start);
        }
      }
    },
    markBase() {
      baseShards = [];
      baseCounts = new Map();
      for (const row of listRows()) {
        const shard = isKept(get(row)) ? get(row).shard : NO_SHARD;
        baseShards[row] = shard;
        baseCounts.set(shard, (baseCounts.get(shard) ?? 0) + 1);
      }
    },
    baseShard: (row) => baseShards[row] ?? NO_SHARD,
    get baseCounts() {
      return baseCounts;
    },
    encode: (extras) => encodeEntries(Array.from(getOrder(), get), extras),
  };
  for (const entry of given) table.put(entry);
  table.markBase();
  return table;
}

function toKey({ sourceId, relPath }: Pick<FileEntry, 'sourceId' | 'relPath'>): string {
  return `${sourceId}\n${relPath}`;
}

/** Sums over the kept entries of a table; `warnings` and `refused` over all entries. */
interface EntryTotals {
  readonly files: number;
  /** Kept files without a chunk. */
  readonly empty: number;
  /** Files not kept. */
  readonly refused: number;
  /** Kept files whose outline is missing. */
  readonly incomplete: number;
  /** Those of them without a chunk: their reader is missing. */
  readonly waiting: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly warnings: number;
  /** Counts files with text. */
  filesOf(sourceId: string): number;
}

function createTotals() {
  const filesOf = new Map<string, number>();
  const totals = {
    files: 0,
    empty: 0,
    refused: 0,
    incomplete: 0,
    waiting: 0,
    chunks: 0,
    bytes: 0,
    tokens: 0,
    warnings: 0,
    filesOf: (sourceId: string) => filesOf.get(sourceId) ?? 0,
    /** `sign` -1 subtracts it. */
    add(entry: FileEntry, sign: 1 | -1) {
      totals.warnings += sign * entry.warnings.length;
      if (hasText(entry)) filesOf.set(entry.sourceId, (filesOf.get(entry.sourceId) ?? 0) + sign);
      if (!isKept(entry)) {
        totals.refused += sign;
        return;
      }
      totals.files += sign;
      if (!hasText(entry)) totals.empty += sign;
      if (entry.incomplete !== undefined) totals.incomplete += sign;
      if (isWaiting(entry)) totals.waiting += sign;
      totals.chunks += sign * entry.chunkCount;
      totals.bytes += sign * entry.bytes;
      totals.tokens += sign * entry.tokenTotal;
    },
  };
  return totals;
}

/** Yields the encoded table of entries in path order. Repeated strings (sources, bundles, languages) are written once and referred to by number. */
function* encodeEntries(
  entries: readonly FileEntry[],
  { skips, scanWarnings }: TableExtras,
): Generator<Uint8Array<ArrayBuffer>> {
  const names = createNames();
  const codec = toNameCodec([], names.number);
  const body = new ByteWriter(1 << 18);
  const buffer = new ArrayBuffer(entries.length * toColumnBytes(TABLE_VERSION));
  const columns = createColumns(entries.length, TABLE_VERSION, buffer);
  for (const [i, entry] of entries.entries()) {
    columns.starts[i] = body.length;
    writeEntry(body, entry, codec);
    columns.chunkCounts[i] = entry.chunkCount;
    columns.shards[i] = entry.shard;
    columns.sources[i] = names.number(entry.sourceId);
    columns.folders[i] = names.number(toFolder(entry.path));
    columns.tags[i] = names.number(joinTags(entry.tags));
    columns.kinds[i] = KINDS.indexOf(entry.kind);
    columns.kept[i] = isKept(entry) ? 1 : 0;
  }
  const head = new ByteWriter();
  head.uint(TABLE_VERSION);
  head.uint(names.all.length);
  for (const name of names.all) head.text(name);
  head.uint(entries.length);
  head.uint(body.length);
  yield head.view();
  yield body.view();
  const end = new ByteWriter();
  end.text(JSON.stringify({ skips, scanWarnings }));
  while ((head.length + body.length + end.length) % 4 !== 0) end.u8(0);
  yield end.view();
  yield new Uint8Array(buffer);
}
