import { memo } from 'react';
import { countFeeds } from '../../../../lib/lines.ts';
import type { Chunk } from '../../../../model/chunk.ts';
import { findCsvRows } from '../../../../tables/csv-rows.ts';
import { findText } from '../find.tsx';
import { MarkedRuns } from './marked-runs.tsx';
import * as css from './views.module.css';

interface Props {
  readonly chunk: Chunk;
  /** First line of the file. */
  readonly header: string;
  readonly marks: RegExp | undefined;
}

/** Lines of a CSV or TSV file as a table, below its column names. */
export const ChunkTable = memo(function ChunkTable({ chunk, header, marks }: Props) {
  const separator = /\.tsv$/i.test(chunk.path) ? '\t' : ',';
  const names = parseRows(header, separator)[0]?.cells ?? [];
  const rows = parseRows(chunk.content, separator).slice(chunk.startLine === 1 ? 1 : 0);
  return (
    <div className={css.table}>
      <table>
        <thead>
          <tr>
            {names.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <th key={i} scope="col">
                <MarkedRuns text={name} ranges={[]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, line }) => (
            <tr key={line} data-n={chunk.startLine + line}>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={i}>
                  <MarkedRuns text={cell} ranges={findText(cell, marks)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

interface TableRow {
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
