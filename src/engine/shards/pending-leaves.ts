import { createBytePages, toOffset } from '../../lib/rows/byte-pages.ts';
import { createRowColumns } from '../../lib/rows/row-columns.ts';

/**
 * Leaves of the commit under way, by row. In pages: as they came, each would be four objects that the collector moves about until the commit
 * is done, and V8 gives the thread twice the room for each few megabytes of what it has to move.
 */
export interface PendingLeaves {
  has(row: number): boolean;
  /** To the place in `target`. */
  copy(row: number, target: Uint8Array, at: number): void;
  set(row: number, leaf: Uint8Array): void;
  clear(): void;
}

/** `end` is that of the leaf in its page; 0 is none. */
const COLUMN = { place: 0, end: 1 } as const;
const COLUMNS = 2;

export function createPendingLeaves(): PendingLeaves {
  const columns = createRowColumns(COLUMNS);
  const pages = createBytePages();
  return {
    has: (row) => columns.get(row, COLUMN.end) > 0,
    copy(row, target, at) {
      const place = columns.get(row, COLUMN.place);
      target.set(pages.pageOf(place).subarray(toOffset(place), columns.get(row, COLUMN.end)), at);
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
