import { countFeeds } from '../../../../lib/lines.ts';
import { findCsvRows } from '../../../../tables/csv-rows.ts';

export interface TableRow {
  readonly cells: readonly string[];
  /** Number of lines before the row. */
  readonly line: number;
}

const MAX_CELLS = 200;

/** Parses separated values (RFC 4180). With a quote that is never closed, every line is a row. */
export function parseRows(text: string, separator: string): readonly TableRow[] {
  const cell = new RegExp(`${separator}(?:"((?:[^"]|"")*)")?([^${separator}]*)`, 'g');
  const starts = findCsvRows(text);
  let line = 0;
  return starts.flatMap((start, i) => {
    line += countFeeds(text.slice(starts[i - 1] ?? 0, start));
    const row = separator + text.slice(start, starts[i + 1]).replace(/[\r\n]+$/, '');
    const cells = Array.from(row.matchAll(cell), ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest);
    return row === separator ? [] : [{ cells: cells.slice(0, MAX_CELLS), line }];
  });
}
