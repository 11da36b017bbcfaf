/** Between the cells of a row, as readers of documents write it. */
export const CELL_SEPARATOR = ' | ';

/** Half-open span of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TableRow extends TextSpan {
  /** Start of the line below the row and below the delimiter row that belongs to it. */
  readonly next: number;
  /** The first row of its table. */
  readonly isFirst: boolean;
  readonly separator: Separator;
  /** Cells may be in quotes. */
  readonly hasQuotes?: boolean;
  /** The text says that the first row of the table is its header. */
  readonly hasHeader?: boolean;
}

/** `bar` is a Markdown bar, which a backslash escapes; documents write ` | ` and escape nothing. `item`: in a list; `value`: of an insert. */
export type Separator =
  | 'bar'
  | 'tag'
  | 'item'
  | 'value'
  | typeof CELL_SEPARATOR
  | '\t'
  | ','
  | ';'
  | '|'
  | ' '
  | typeof GAP
  | '&';
/** Two or more spaces. */
export const GAP = '  ';
