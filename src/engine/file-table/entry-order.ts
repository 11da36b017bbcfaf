import { COLUMN, type EntryRows } from './entry-rows.ts';

/** The rows of a table in path order. New rows are merged in; only a changed path sorts all rows again. */
export interface EntryOrder {
  /** Marks a changed path. */
  invalidate(): void;
  /** `size`: the number of live rows. */
  sorted(size: number): Uint32Array;
}

export function createEntryOrder(rows: EntryRows): EntryOrder {
  const isLive = (row: number): boolean => rows.isLive(row);
  let order = new Uint32Array();
  /** First row that is not in `order`. */
  let known = 0;
  let isKnown = true;

  /** Compares paths by their bytes, like compareUtf8. */
  function compare(a: number, b: number): number {
    const prefixA = rows.prefixBytes(a);
    const prefixB = rows.prefixBytes(b);
    const pageA = rows.page(a);
    const pageB = rows.page(b);
    const relA = rows.relStart(a) - prefixA.length;
    const relB = rows.relStart(b) - prefixB.length;
    const lengthA = prefixA.length + rows.get(a, COLUMN.relLength);
    const lengthB = prefixB.length + rows.get(b, COLUMN.relLength);
    const shorter = Math.min(lengthA, lengthB);
    for (let i = prefixA === prefixB ? prefixA.length : 0; i < shorter; i++) {
      const x = (i < prefixA.length ? prefixA[i] : pageA[relA + i]) as number;
      const y = (i < prefixB.length ? prefixB[i] : pageB[relB + i]) as number;
      if (x !== y) return x - y;
    }
    return lengthA - lengthB;
  }

  /** Lists live rows from `start` on. */
  function listLive(start: number): Uint32Array<ArrayBuffer> {
    const live = new Uint32Array(rows.count - start);
    let count = 0;
    for (let row = start; row < rows.count; row++) if (rows.isLive(row)) live[count++] = row;
    return live.slice(0, count);
  }

  return {
    invalidate() {
      isKnown = false;
    },
    sorted(size) {
      if (!isKnown) order = listLive(0).sort(compare);
      else if (known < rows.count || order.length !== size) {
        const fresh = listLive(known);
        // Tables and scan plans deliver their rows in order, or nearly so.
        if (!isSorted(fresh, compare)) fresh.sort(compare);
        order = merge(order.filter(isLive), fresh, compare);
      }
      known = rows.count;
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
