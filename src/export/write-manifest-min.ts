import type { ChunkFacts, IndexView } from './contract.ts';
import { toTables } from './tables.ts';

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

/** The manifest without ids and hashes. */
export async function* writeManifestMin(view: IndexView): AsyncGenerator<string> {
  const tables = toTables(view.files);
  yield `{"format_version":4,"index_id":${JSON.stringify(view.index_id)}`;
  yield `,"paths":${JSON.stringify(tables.paths)},"kinds":${JSON.stringify(tables.kinds)}`;
  yield `,"chunk_columns":${JSON.stringify(COLUMNS)},"chunks":[`;
  let comma = '';
  for (const [pathIndex, file] of view.files.entries()) {
    if (file.chunk_count === 0) continue;
    const kindIndex = tables.kindIndex.get(file.kind) as number;
    for (const chunk of await view.chunkFacts(pathIndex)) {
      yield comma + JSON.stringify(toRow(chunk, pathIndex, kindIndex));
      comma = ',';
    }
  }
  yield ']}\n';
}

function toRow(chunk: ChunkFacts, pathIndex: number, kindIndex: number): unknown[] {
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
