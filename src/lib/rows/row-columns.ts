import { freeBuffer } from '../memory.ts';

const ROW_BITS = 12;
const ROWS_A_PAGE = 1 << ROW_BITS;

/** A number for each column of each row, 0 at first, in pages: growing copies nothing, and a page is as wide as its largest number needs. */
export interface RowColumns {
  readonly count: number;
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
  /** Frees all pages. Nothing may be read afterwards. */
  free(): void;
}

type Page = Uint8Array | Uint16Array | Uint32Array | Float64Array;
const WIDTHS = [Uint8Array, Uint16Array, Uint32Array, Float64Array];

export function createRowColumns(columns: number): RowColumns {
  const pages: (Page | undefined)[][] = Array.from({ length: columns }, () => []);
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
      const at = row & (ROWS_A_PAGE - 1);
      const page = own[number];
      if (page === undefined && value === 0) return;
      if (page !== undefined) {
        page[at] = value;
        if (page[at] === value) return;
      }
      own[number] = widen(page, at, value);
    },
    free() {
      for (const own of pages) for (const page of own.splice(0)) if (page !== undefined) freeBuffer(page);
    },
  };
}

/** The page, or a wider copy of it, with the value written. */
function widen(page: Page | undefined, at: number, value: number): Page {
  const Numbers = WIDTHS.find((Width) => Width.of(value)[0] === value) ?? Float64Array;
  const wide = new Numbers(ROWS_A_PAGE);
  if (page !== undefined) {
    wide.set(page);
    freeBuffer(page);
  }
  wide[at] = value;
  return wide;
}
