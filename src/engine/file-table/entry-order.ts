import { toUtf8 } from '../../lib/bytes.ts';
import { COLUMN, type EntryColumns } from './entry-columns.ts';

/** The rows of a table in path order. New rows are merged in; only a changed path makes all of them be sorted again. */
export interface EntryOrder {
  /** A path is another than before. */
  forget(): void;
  /** `size`: how many rows there are. */
  sorted(size: number): Uint32Array;
  /** What stands before the row's `relPath`, as bytes. */
  prefixOf(row: number): Uint8Array;
}

export interface OrderedRows {
  readonly columns: EntryColumns;
  isLive(row: number): boolean;
  pageOf(row: number): Uint8Array;
  /** Where in its page the bytes of the row's `relPath` begin. */
  relStartOf(row: number): number;
  /** What the numbers of column `prefix` stand for. */
  readonly prefixes: readonly string[];
}

export function createEntryOrder(rows: OrderedRows): EntryOrder {
  const { columns } = rows;
  const encoded: (Uint8Array | undefined)[] = [];
  let order = new Uint32Array();
  /** Rows from here on are not in `order`. */
  let known = 0;
  let isKnown = true;

  function prefixOf(row: number): Uint8Array {
    const number = columns.get(row, COLUMN.prefix);
    encoded[number] ??= toUtf8(rows.prefixes[number] as string);
    return encoded[number] as Uint8Array;
  }

  /** By the bytes of their paths: the order of compareUtf8. */
  function compare(a: number, b: number): number {
    const prefixA = prefixOf(a);
    const prefixB = prefixOf(b);
    const pageA = rows.pageOf(a);
    const pageB = rows.pageOf(b);
    const relA = rows.relStartOf(a) - prefixA.length;
    const relB = rows.relStartOf(b) - prefixB.length;
    const lengthA = prefixA.length + columns.get(a, COLUMN.relLength);
    const lengthB = prefixB.length + columns.get(b, COLUMN.relLength);
    const shorter = Math.min(lengthA, lengthB);
    for (let i = prefixA === prefixB ? prefixA.length : 0; i < shorter; i++) {
      const x = (i < prefixA.length ? prefixA[i] : pageA[relA + i]) as number;
      const y = (i < prefixB.length ? prefixB[i] : pageB[relB + i]) as number;
      if (x !== y) return x - y;
    }
    return lengthA - lengthB;
  }

  /** From row `start` on. */
  function listLive(start: number): Uint32Array<ArrayBuffer> {
    const live = new Uint32Array(columns.count - start);
    let count = 0;
    for (let row = start; row < columns.count; row++) if (rows.isLive(row)) live[count++] = row;
    return live.slice(0, count);
  }

  return {
    prefixOf,
    forget() {
      isKnown = false;
    },
    sorted(size) {
      if (!isKnown) order = listLive(0).sort(compare);
      else if (known < columns.count || order.length !== size) {
        const fresh = listLive(known);
        // A table that is read and a plan that is followed give their rows in order, or nearly so.
        if (!isSorted(fresh, compare)) fresh.sort(compare);
        order = merge(order.filter(rows.isLive), fresh, compare);
      }
      known = columns.count;
      isKnown = true;
      return order;
    },
  };
}

function isSorted(rows: Uint32Array, compare: (x: number, y: number) => number): boolean {
  for (let i = 1; i < rows.length; i++) if (compare(rows[i - 1] as number, rows[i] as number) > 0) return false;
  return true;
}

function merge(a: Uint32Array, b: Uint32Array, compare: (x: number, y: number) => number): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(a.length + b.length);
  let i = 0;
  let k = 0;
  while (i < a.length && k < b.length) {
    const isFirst = compare(a[i] as number, b[k] as number) <= 0;
    merged[i + k] = (isFirst ? a[i] : b[k]) as number;
    if (isFirst) i++;
    else k++;
  }
  merged.set(a.subarray(i), i + k);
  merged.set(b.subarray(k), i + k + (a.length - i));
  return merged;
}
