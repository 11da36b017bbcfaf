import type { SnapshotChange } from '../../../model/snapshot.ts';

export interface ChangedFile {
  readonly path: string;
  /** Where it was, if it was elsewhere. */
  readonly oldPath?: string;
  readonly changes: readonly SnapshotChange[];
}

/** Changes by the file they are in, files in the order of their paths, changes in that of their lines. */
export function groupByFile(changes: readonly SnapshotChange[]): readonly ChangedFile[] {
  const files = new Map<string, { path: string; oldPath?: string; changes: SnapshotChange[] }>();
  for (const change of changes) {
    const { path, oldPath } = change;
    const key = `${oldPath ?? path}\n${path}`;
    const file = files.get(key) ?? {
      path,
      ...(oldPath === undefined || oldPath === path ? {} : { oldPath }),
      changes: [],
    };
    file.changes.push(change);
    files.set(key, file);
  }
  const all = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const file of all) file.changes.sort((a, b) => toLine(a) - toLine(b));
  return all;
}

function toLine({ lines, oldLines }: SnapshotChange): number {
  return (lines ?? oldLines)?.[0] ?? 0;
}
