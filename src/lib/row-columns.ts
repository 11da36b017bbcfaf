import { freeBuffer } from './free-buffer.ts';

const ROW_BITS = 12;
const ROWS_A_PAGE = 1 << ROW_BITS;

/** How wide the numbers of a column are. */
export type Numbers = typeof Uint8Array | typeof Uint32Array | typeof Float64Array;

/** A number for each column of each row, 0 at first, in pages: growing copies nothing, and a page of nothing but zeros takes no room. */
export interface RowColumns {
  readonly count: number;
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
  /** Nothing is asked for any more. */
  free(): void;
}

type Page = Uint8Array | Uint32Array | Float64Array;

export function createRowColumns(columns: readonly Numbers[]): RowColumns {
  const pages: (Page | undefined)[][] = columns.map(() => []);
  let count = 0;
  return {
    get count() {
      return count;
    },
    add: () => count++,
    get(row, column) {
      const page = (pages[column] as Page[])[row >> ROW_BITS];
      return page === undefined ? 0 : (page[row & (ROWS_A_PAGE - 1)] as number);
    },
    set(row, column, value) {
      const own = pages[column] as (Page | undefined)[];
      const number = row >> ROW_BITS;
      if (value === 0 && own[number] === undefined) return;
      own[number] ??= new (columns[column] as Numbers)(ROWS_A_PAGE);
      (own[number] as Page)[row & (ROWS_A_PAGE - 1)] = value;
    },
    free() {
      for (const own of pages) for (const page of own.splice(0)) if (page !== undefined) freeBuffer(page);
    },
  };
}
