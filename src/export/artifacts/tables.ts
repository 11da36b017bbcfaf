import { compareUtf8 } from '../../lib/bytes.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { Kind } from '../../model/kind.ts';
import type { ChunkFacts, IndexView } from '../contract.ts';

/** The numbered tables that manifests and compact headers share: all files in path order, including files without chunks. */
export interface Tables {
  readonly paths: readonly string[];
  readonly kinds: readonly Kind[];
  readonly kindIndex: ReadonlyMap<Kind, number>;
  /** The empty root first; the others end in `/`, in byte order. */
  readonly dirs: readonly string[];
  readonly dirIndex: ReadonlyMap<string, number>;
}

export function toTables(files: readonly FileRow[]): Tables {
  const kindIndex = new Map<Kind, number>();
  const dirNames = new Set<string>();
  for (const file of files) {
    if (!kindIndex.has(file.kind)) kindIndex.set(file.kind, kindIndex.size);
    dirNames.add(dirOf(file.path));
  }
  dirNames.delete('');
  const dirs = ['', ...[...dirNames].sort(compareUtf8)];
  return {
    paths: files.map((file) => file.path),
    kinds: [...kindIndex.keys()],
    kindIndex,
    dirs,
    dirIndex: new Map(dirs.map((dir, index) => [dir, index])),
  };
}

/** Returns the directory with its trailing slash; empty for the root. */
export function dirOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

interface NumberedChunk {
  readonly chunk: ChunkFacts;
  readonly pathIndex: number;
  readonly kindIndex: number;
}

/** Writes the lines of every chunk in ref order, one piece per file: a step of an async generator costs more than a line. */
export async function* writeNumbered(
  view: IndexView,
  { kindIndex }: Tables,
  toLine: (numbered: NumberedChunk) => string,
): AsyncGenerator<string> {
  for (const [pathIndex, file] of view.files.entries()) {
    if (file.chunkCount === 0) continue;
    const numbers = { pathIndex, kindIndex: kindIndex.get(file.kind) as number };
    let lines = '';
    for (const chunk of await view.chunkFacts(pathIndex)) lines += toLine({ chunk, ...numbers });
    yield lines;
  }
}

const CELLS = {
  ref: ({ chunk }) => chunk.ref,
  id: ({ chunk }) => chunk.id,
  slug: ({ chunk }) => chunk.slug,
  path_i: ({ pathIndex }) => pathIndex,
  kind_i: ({ kindIndex }) => kindIndex,
  start_line: ({ chunk }) => chunk.startLine,
  end_line: ({ chunk }) => chunk.endLine,
  token_estimate: ({ chunk }) => chunk.tokenEstimate,
  content_sha256: ({ chunk }) => chunk.contentHash,
  heading_path: ({ chunk }) => chunk.headingPath,
  heading_last: ({ chunk }) => chunk.headingPath.at(-1) ?? null,
  symbol: ({ chunk }) => chunk.symbol ?? null,
  address: ({ chunk }) => chunk.address ?? null,
  asset_path: ({ chunk }) => chunk.assetPath ?? null,
} satisfies Record<string, (numbered: NumberedChunk) => unknown>;

export type ChunkColumn = keyof typeof CELLS;

/** Writes the end of a manifest: the tables, the column names, and a row for every chunk. */
export async function* writeChunkRows(
  view: IndexView,
  isColumn: (column: ChunkColumn) => boolean,
): AsyncGenerator<string> {
  const tables = toTables(view.files);
  const columns = (Object.keys(CELLS) as ChunkColumn[]).filter(isColumn);
  yield `"paths":${JSON.stringify(tables.paths)},"kinds":${JSON.stringify(tables.kinds)}`;
  yield `,"chunk_columns":${JSON.stringify(columns)},"chunks":[`;
  let comma = '';
  yield* writeNumbered(view, tables, (numbered) => {
    const row = comma + JSON.stringify(columns.map((column) => CELLS[column](numbered)));
    comma = ',';
    return row;
  });
  yield ']}\n';
}
