import type { FileRow } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { writeChunkRows } from './tables.ts';

/** Writes every chunk with its provenance and hashes; repeated values are in tables. */
export async function* writeManifest(view: IndexView): AsyncGenerator<string> {
  yield `{"format_version":2,"index_id":${JSON.stringify(view.index_id)},"files":[`;
  for (const [index, file] of view.files.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(toManifestFile(file));
  yield '],';
  yield* writeChunkRows(view, (column) => column !== 'heading_last');
}

function toManifestFile(file: FileRow): object {
  const { path, kind, bytes, sha256, line_count } = file;
  return { path, kind, bytes, sha256, line_count };
}
