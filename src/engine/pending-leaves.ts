import { createBytePages, toOffset } from '../lib/byte-pages.ts';

/**
 * Leaves of the commit under way, by row. In pages: as they came, each would be four objects that the collector moves about until the commit
 * is done, and V8 gives the thread twice the room for each few megabytes of what it has to move.
 */
export interface PendingLeaves {
  has(row: number): boolean;
  /** A view: it is not to be kept beyond `clear`. */
  get(row: number): Uint8Array | undefined;
  set(row: number, leaf: Uint8Array): void;
  clear(): void;
}

export function createPendingLeaves(): PendingLeaves {
  const places = new Map<number, number>();
  const lengths = new Map<number, number>();
  let pages = createBytePages();
  return {
    has: (row) => places.has(row),
    get(row) {
      const place = places.get(row);
      if (place === undefined) return undefined;
      const start = toOffset(place);
      return pages.pageOf(place).subarray(start, start + (lengths.get(row) as number));
    },
    set(row, leaf) {
      places.set(row, pages.append(leaf));
      lengths.set(row, leaf.length);
    },
    clear() {
      places.clear();
      lengths.clear();
      pages = createBytePages();
    },
  };
}
