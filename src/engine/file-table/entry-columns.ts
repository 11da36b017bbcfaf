import { createRowColumns, type RowColumns } from '../../lib/row-columns.ts';

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
  /** One more than the number of the shard. */
  shard: 12,
  baseShard: 13,
  /** A span is three columns: number of its bundle, start, length. */
  leaf: 14,
  contents: 17,
  original: 20,
} as const;
const COLUMNS = 23;
export const SPAN_COLUMNS = [COLUMN.leaf, COLUMN.contents, COLUMN.original] as const;

/** There is no such span. Few files have an original, and a column of zeros takes no room. */
export const NO_BUNDLE = 0;

export type EntryColumns = RowColumns;

export function createEntryColumns(): EntryColumns {
  return createRowColumns(COLUMNS);
}
