import { countUintBytes, createByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes } from '../../lib/bytes.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import { COLUMN, NO_BUNDLE, SPAN_COLUMNS } from './entry-columns.ts';
import { createEntryTable, type EntryTable } from './entry-table.ts';
import type { FileEntry } from './file-entry.ts';
import { encodeColumns, numberFolders } from './table-columns.ts';

/** 1 had no columns. */
export const TABLE_VERSION = 2;

/** What a generation knows beside its entries. */
export interface TableExtras {
  readonly skips: Readonly<Record<string, readonly Skip[]>>;
  /** Warnings of the scan, by source: paths that never became an entry. */
  readonly scanWarnings: Readonly<Record<string, readonly Warning[]>>;
}

/** Everything a generation knows beside bundles and shards. Entries are in path order. */
export interface FileTable extends TableExtras {
  readonly entries: readonly FileEntry[];
}

export const EMPTY_TABLE: FileTable = { entries: [], skips: {}, scanWarnings: {} };

/** Bytes are handed out in pieces of about this size: a table of 100,000 files is never in memory a second time. */
const PIECE_BYTES = 1 << 18;

export function encodeFileTable(table: FileTable): Uint8Array<ArrayBuffer> {
  return joinPieces(encodeEntries(createEntryTable(table.entries), table));
}

/** Of `encodeEntries`. */
export function joinPieces(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  return concatBytes(Array.from(pieces, (piece) => piece.slice()));
}

/** Each piece is there until the next is asked for: a checkpoint writes the whole table. Strings that repeat (sources, bundles, languages) are written once and referred to by number. */
export function* encodeEntries(entries: EntryTable, extras: TableExtras): Generator<Uint8Array<ArrayBuffer>> {
  const { columns, names } = entries;
  const order = entries.sorted();
  const bundles = numberBundles(entries, order);
  const before = names.length + bundles.names.length;
  const folders = numberFolders(entries, order, before);
  const starts = new Uint32Array(order.length);
  let bodyBytes = 0;
  for (let i = 0; i < order.length; i++) {
    starts[i] = bodyBytes;
    bodyBytes += countBytes(columns, order[i] as number, bundles.numbers);
  }
  const out = createByteWriter(PIECE_BYTES * 2);
  let written = 0;
  out.uint(TABLE_VERSION);
  out.uint(before + folders.names.length);
  for (const name of [...names, ...bundles.names, ...folders.names]) out.text(name);
  out.uint(order.length);
  out.uint(bodyBytes);
  for (let i = 0; i < order.length; i++) {
    const row = order[i] as number;
    const start = entries.headStart(row);
    out.part(entries.headPage(row), start, start + columns.get(row, COLUMN.length));
    eachTailNumber(columns, row, bundles.numbers, (value) => out.uint(value));
    if (out.length < PIECE_BYTES) continue;
    written += out.length;
    yield out.view();
    out.clear();
  }
  out.text(JSON.stringify({ skips: extras.skips, scanWarnings: extras.scanWarnings }));
  while ((written + out.length) % 4 !== 0) out.u8(0);
  yield out.view();
  yield* encodeColumns(entries, order, { starts, folders: folders.numbers });
}

/** Of an entry in the body: its head and its tail. */
function countBytes(columns: EntryTable['columns'], row: number, bundles: Uint32Array): number {
  let bytes = columns.get(row, COLUMN.length);
  eachTailNumber(columns, row, bundles, (value) => {
    bytes += countUintBytes(value);
  });
  return bytes;
}

/** Bundles that are used are numbered behind the names of heads; a table that lives long knows many that are gone. */
function numberBundles(entries: EntryTable, order: Uint32Array): { names: string[]; numbers: Uint32Array } {
  const numbers = new Uint32Array(entries.bundles.length);
  const names: string[] = [];
  // By index, here and below: iterators leave an object for each step, and a checkpoint goes through all rows.
  for (let i = 0; i < order.length; i++) {
    for (let k = 0; k < SPAN_COLUMNS.length; k++) {
      const bundle = entries.columns.get(order[i] as number, SPAN_COLUMNS[k] as number);
      if (bundle === NO_BUNDLE || numbers[bundle] !== 0) continue;
      names.push(entries.bundles[bundle] as string);
      // A head has names of its own (its source, at least), so that no bundle has number 0.
      numbers[bundle] = entries.names.length + names.length - 1;
    }
  }
  return { names, numbers };
}

/** Behind the head of an entry: its shard and its spans. */
function eachTailNumber(
  columns: EntryTable['columns'],
  row: number,
  bundles: Uint32Array,
  visit: (value: number) => void,
): void {
  visit(columns.get(row, COLUMN.shard));
  for (let k = 0; k < SPAN_COLUMNS.length; k++) {
    const column = SPAN_COLUMNS[k] as number;
    const bundle = columns.get(row, column);
    if (column === COLUMN.original) visit(bundle === NO_BUNDLE ? 0 : 1);
    if (bundle === NO_BUNDLE) continue;
    visit(bundles[bundle] as number);
    visit(columns.get(row, column + 1));
    visit(columns.get(row, column + 2));
  }
}
