import type { IndexView } from '../contract.ts';
import { type ChunkColumn, writeChunkRows } from './tables.ts';

const OMITTED: ReadonlySet<ChunkColumn> = new Set(['id', 'slug', 'content_sha256', 'heading_path', 'asset_path']);

/** Writes the manifest without ids and hashes. */
export async function* writeManifestMin(view: IndexView): AsyncGenerator<string> {
  yield `{"format_version":4,"index_id":${JSON.stringify(view.index_id)},`;
  yield* writeChunkRows(view, (column) => !OMITTED.has(column));
}
