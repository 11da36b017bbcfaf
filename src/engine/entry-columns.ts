/** The numbers of one row. `place` and `length` are those of its bytes, `relStart` and `relLength` say where in these its `relPath` lies. */
export const COLUMN = {
  place: 0,
  length: 1,
  hash: 2,
  relStart: 3,
  relLength: 4,
  prefix: 5,
  source: 6,
  kind: 7,
  chunks: 8,
  isKept: 9,
  hasMeta: 10,
  /** Where in the row's bytes its sha256 lies. */
  sha256: 11,
  shard: 12,
  baseShard: 13,
  /** A span is three columns: number of its pack, start, length. */
  leaf: 14,
  contents: 17,
  original: 20,
} as const;
const COLUMNS = 23;
export const SPAN_COLUMNS = [COLUMN.leaf, COLUMN.contents, COLUMN.original] as const;

/** There is no such span. */
export const NO_PACK = 0xffffffff;

const ROW_BITS = 12;
const ROWS_A_PAGE = 1 << ROW_BITS;

/** 32 bits for each column of each row, in pages: growing copies nothing. */
export interface EntryColumns {
  readonly count: number;
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
}

export function createEntryColumns(): EntryColumns {
  const pages: Uint32Array[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add() {
      if (count >> ROW_BITS === pages.length) pages.push(new Uint32Array(ROWS_A_PAGE * COLUMNS));
      return count++;
    },
    get: (row, column) =>
      (pages[row >> ROW_BITS] as Uint32Array)[(row & (ROWS_A_PAGE - 1)) * COLUMNS + column] as number,
    set(row, column, value) {
      (pages[row >> ROW_BITS] as Uint32Array)[(row & (ROWS_A_PAGE - 1)) * COLUMNS + column] = value;
    },
  };
}
