import { compareUtf8 } from '../lib/bytes.ts';
import type { FileRow } from '../model/chunk.ts';
import type { Kind } from '../model/kind.ts';

/** The numbered tables that manifests and compact headers share. Files without chunks have no row. */
export interface Tables {
  /** Index into the view's files, in order of first use. */
  readonly fileIndexes: readonly number[];
  readonly paths: readonly string[];
  readonly kinds: readonly Kind[];
  readonly kindIndex: ReadonlyMap<Kind, number>;
  /** The root first, empty; others end in `/`, in byte order. */
  readonly dirs: readonly string[];
  readonly dirIndex: ReadonlyMap<string, number>;
}

export function toTables(files: readonly FileRow[]): Tables {
  const fileIndexes: number[] = [];
  const kindIndex = new Map<Kind, number>();
  const dirNames = new Set<string>();
  files.forEach((file, index) => {
    if (file.chunk_count === 0) return;
    fileIndexes.push(index);
    if (!kindIndex.has(file.kind)) kindIndex.set(file.kind, kindIndex.size);
    dirNames.add(dirOf(file.path));
  });
  dirNames.delete('');
  const dirs = ['', ...[...dirNames].sort(compareUtf8)];
  return {
    fileIndexes,
    paths: fileIndexes.map((index) => (files[index] as FileRow).path),
    kinds: [...kindIndex.keys()],
    kindIndex,
    dirs,
    dirIndex: new Map(dirs.map((dir, index) => [dir, index])),
  };
}

/** With its final slash; empty for the root. */
export function dirOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
