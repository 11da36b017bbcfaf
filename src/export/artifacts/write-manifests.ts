import type { FileRow } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { escapeCell, escapeName } from '../text/hidden-text.ts';
import { toFullLabel, toLabel } from '../text/labels.ts';
import { type ChunkColumn, dirOf, toTables, writeChunkRows, writeNumbered } from './tables.ts';

/** Writes every chunk with its provenance and hashes; repeated values are in tables. */
export async function* writeManifest(view: IndexView): AsyncGenerator<string> {
  yield `{"format_version":2,"index_id":${JSON.stringify(view.index_id)},"files":[`;
  for (const [index, file] of view.files.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(toManifestFile(file));
  yield '],';
  yield* writeChunkRows(view, (column) => column !== 'heading_last');
}

function toManifestFile(file: FileRow): object {
  const { path, kind, bytes, sha256, lineCount } = file;
  return { path, kind, bytes, sha256, line_count: lineCount };
}

const OMITTED: ReadonlySet<ChunkColumn> = new Set(['id', 'slug', 'content_sha256', 'heading_path', 'asset_path']);

/** Writes the manifest without ids and hashes. */
export async function* writeManifestMin(view: IndexView): AsyncGenerator<string> {
  yield `{"format_version":4,"index_id":${JSON.stringify(view.index_id)},`;
  yield* writeChunkRows(view, (column) => !OMITTED.has(column));
}

/** Writes the table a model reads first: D directories, P paths, K kinds, F files, C chunks. */
export async function* writeManifestTsv(view: IndexView): AsyncGenerator<string> {
  const tables = toTables(view.files);
  yield `llmx_manifest_llm_tsv\t4\t${view.index_id}\n`;
  for (const [index, dir] of tables.dirs.entries()) yield `D\t${index}\t${escapeCell(escapeName(dir))}\n`;
  for (const [index, path] of tables.paths.entries()) {
    const dir = dirOf(path);
    yield `P\t${index}\t${tables.dirIndex.get(dir)}\t${escapeCell(escapeName(path.slice(dir.length)))}\n`;
  }
  for (const [index, kind] of tables.kinds.entries()) yield `K\t${index}\t${kind}\n`;

  for (const [pathIndex, file] of view.files.entries()) {
    const chunks = file.chunkCount === 0 ? [] : await view.chunkFacts(pathIndex);
    let lastLine = 0;
    for (const chunk of chunks) if (chunk.endLine > lastLine) lastLine = chunk.endLine;
    const label = chunks[0] ? toLabel(chunks[0]) : '';
    const kind = tables.kindIndex.get(file.kind);
    yield `F\t${pathIndex}\t${kind}\t${file.chunkCount}\t${file.tokenTotal}\t${lastLine}\t${escapeCell(label)}\n`;
  }
  yield* writeNumbered(view, tables, ({ chunk, pathIndex, kindIndex }) => {
    const where = `${pathIndex}\t${kindIndex}\t${chunk.startLine}\t${chunk.endLine}`;
    return `C\t${chunk.ref}\t${where}\t${chunk.tokenEstimate}\t${escapeCell(toFullLabel(chunk))}\n`;
  });
}
