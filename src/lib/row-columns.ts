const ROW_BITS = 12;
const ROWS_A_PAGE = 1 << ROW_BITS;

/** A number for each column of each row, in pages: growing copies nothing. */
export interface RowColumns {
  readonly count: number;
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
}

/** `Numbers` decides how wide each number is. */
export function createRowColumns(columns: number, Numbers: typeof Uint32Array | typeof Float64Array): RowColumns {
  const pages: (Uint32Array | Float64Array)[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add() {
      if (count >> ROW_BITS === pages.length) pages.push(new Numbers(ROWS_A_PAGE * columns));
      return count++;
    },
    get: (row, column) =>
      (pages[row >> ROW_BITS] as Uint32Array)[(row & (ROWS_A_PAGE - 1)) * columns + column] as number,
    set(row, column, value) {
      (pages[row >> ROW_BITS] as Uint32Array)[(row & (ROWS_A_PAGE - 1)) * columns + column] = value;
    },
  };
}
