import { memo } from 'react';
import type { Chunk } from '../../../../model/chunk.ts';
import { findText } from '../use-find.ts';
import { MarkedRuns } from './marked-runs.tsx';
import { parseRows } from './parse-rows.ts';
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
  const rows = parseRows(chunk.content, separator).slice(chunk.start_line === 1 ? 1 : 0);
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
            <tr key={line} data-n={chunk.start_line + line}>
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
