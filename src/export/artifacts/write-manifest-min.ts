import type { IndexView } from '../contract.ts';
import { type NumberedChunk, toTables, writeChunkRows } from './tables.ts';

const COLUMNS = [
  'ref',
  'path_i',
  'kind_i',
  'start_line',
  'end_line',
  'token_estimate',
  'heading_last',
  'symbol',
  'address',
];

/** Writes the manifest without ids and hashes. */
export async function* writeManifestMin(view: IndexView): AsyncGenerator<string> {
  const tables = toTables(view.files);
  yield `{"format_version":4,"index_id":${JSON.stringify(view.index_id)}`;
  yield `,"paths":${JSON.stringify(tables.paths)},"kinds":${JSON.stringify(tables.kinds)}`;
  yield* writeChunkRows(view, tables, { columns: COLUMNS, toRow });
}

function toRow({ chunk, pathIndex, kindIndex }: NumberedChunk): unknown[] {
  return [
    chunk.ref,
    pathIndex,
    kindIndex,
    chunk.start_line,
    chunk.end_line,
    chunk.token_estimate,
    chunk.heading_path.at(-1) ?? null,
    chunk.symbol ?? null,
    chunk.address ?? null,
  ];
}
