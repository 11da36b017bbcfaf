import type { FileRow } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { type NumberedChunk, toTables, writeChunkRows } from './tables.ts';

const COLUMNS = [
  'ref',
  'id',
  'slug',
  'path_i',
  'kind_i',
  'start_line',
  'end_line',
  'token_estimate',
  'content_sha256',
  'heading_path',
  'symbol',
  'address',
  'asset_path',
];

/** Writes every chunk with its provenance and hashes; repeated values are in tables. */
export async function* writeManifest(view: IndexView): AsyncGenerator<string> {
  const tables = toTables(view.files);
  yield `{"format_version":2,"index_id":${JSON.stringify(view.index_id)},"files":[`;
  for (const [index, file] of view.files.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(toManifestFile(file));
  yield `],"paths":${JSON.stringify(tables.paths)},"kinds":${JSON.stringify(tables.kinds)}`;
  yield* writeChunkRows(view, tables, { columns: COLUMNS, toRow });
}

function toManifestFile(file: FileRow): object {
  const { path, kind, bytes, sha256, line_count } = file;
  return { path, kind, bytes, sha256, line_count };
}

function toRow({ chunk, pathIndex, kindIndex }: NumberedChunk): unknown[] {
  return [
    chunk.ref,
    chunk.id,
    chunk.slug,
    pathIndex,
    kindIndex,
    chunk.start_line,
    chunk.end_line,
    chunk.token_estimate,
    chunk.content_hash,
    chunk.heading_path,
    chunk.symbol ?? null,
    chunk.address ?? null,
    chunk.asset_path ?? null,
  ];
}
