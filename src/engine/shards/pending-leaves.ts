import { createByteBlocks, toOffset } from '../../lib/rows/byte-blocks.ts';
import { createRowColumns } from '../../lib/rows/row-columns.ts';

/**
 * Leaves of the current commit, by row. In blocks: as separate objects, four per leaf, garbage collection would move them until the commit is
 * done, and V8 doubles the thread's heap for every few megabytes that it has to move.
 */
export interface PendingLeaves {
  has(row: number): boolean;
  /** Copies the leaf to `at` in `target`. */
  copy(row: number, target: Uint8Array, at: number): void;
  set(row: number, leaf: Uint8Array): void;
  clear(): void;
}

/** `end` is the leaf's end in its block; 0 without a leaf. */
const COLUMN = { place: 0, end: 1 } as const;
const COLUMNS = 2;

export function createPendingLeaves(): PendingLeaves {
  const columns = createRowColumns(COLUMNS);
  const pages = createByteBlocks();
  return {
    has: (row) => columns.get(row, COLUMN.end) > 0,
    copy(row, target, at) {
      const place = columns.get(row, COLUMN.place);
      target.set(pages.blockOf(place).subarray(toOffset(place), columns.get(row, COLUMN.end)), at);
    },
    set(row, leaf) {
      const place = pages.append(leaf);
      columns.set(row, COLUMN.place, place);
      columns.set(row, COLUMN.end, toOffset(place) + leaf.length);
    },
    clear() {
      columns.free();
      pages.free();
    },
  };
}
