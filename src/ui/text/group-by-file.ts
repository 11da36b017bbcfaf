import type { SnapshotDiff } from '../../engine/contract.ts';
import type { SnapshotChange } from '../../model/snapshot.ts';

/** Kind of change; `moved`: only line numbers differ. */
export type FileChange = 'added' | 'removed' | 'renamed' | 'changed' | 'moved';

export interface ChangedFile {
  readonly what: FileChange;
  readonly path: string;
  readonly oldPath?: string;
  /** Changes in line order. */
  readonly changes: readonly SnapshotChange[];
}

/** Groups changes by file, in path order. */
export function groupByFile(diff: Pick<SnapshotDiff, 'changes' | 'addedFiles' | 'removedFiles'>): ChangedFile[] {
  const { changes, addedFiles, removedFiles } = diff;
  const [added, removed] = [new Set(addedFiles), new Set(removedFiles)];
  const origins = findOrigins(changes, added, removed);
  const renamedTo = new Map([...origins].map(([path, oldPath]) => [oldPath, path]));
  const files = new Map<string, SnapshotChange[]>();
  for (const change of changes) {
    const path = change.what === 'removed' ? (renamedTo.get(change.path) ?? change.path) : change.path;
    const own = files.get(path);
    if (own === undefined) files.set(path, [change]);
    else own.push(change);
  }
  const toWhat = (path: string, own: readonly SnapshotChange[]): FileChange => {
    if (origins.has(path)) return 'renamed';
    if (added.has(path)) return 'added';
    if (removed.has(path)) return 'removed';
    return own.every(({ what }) => what === 'moved') ? 'moved' : 'changed';
  };
  return [...files]
    .map(([path, own]) => {
      const oldPath = origins.get(path);
      const sorted = (oldPath === undefined ? own : pairUp(own)).sort((a, b) => toLine(a) - toLine(b));
      return { what: toWhat(path, own), path, oldPath, changes: sorted };
    })
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Finds the old path of each new one: a removed file most of whose chunks are in the new file. Each old file is used once. */
function findOrigins(
  changes: readonly SnapshotChange[],
  added: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): Map<string, string> {
  const counts = new Map<string, { path: string; oldPath: string; count: number }>();
  for (const { what, path, oldPath } of changes) {
    if (what !== 'moved' || oldPath === undefined || !added.has(path) || !removed.has(oldPath)) continue;
    const key = `${oldPath}\n${path}`;
    const pair = counts.get(key) ?? { path, oldPath, count: 0 };
    pair.count++;
    counts.set(key, pair);
  }
  const origins = new Map<string, string>();
  const used = new Set<string>();
  for (const { path, oldPath } of [...counts.values()].sort((a, b) => b.count - a.count)) {
    if (origins.has(path) || used.has(oldPath)) continue;
    origins.set(path, oldPath);
    used.add(oldPath);
  }
  return origins;
}

/** Pairs removed and added chunks of a renamed file in order, as changes. */
function pairUp(changes: readonly SnapshotChange[]): SnapshotChange[] {
  const gone = changes.filter(({ what }) => what === 'removed').sort((a, b) => toLine(a) - toLine(b));
  const fresh = changes.filter(({ what }) => what === 'added').sort((a, b) => toLine(a) - toLine(b));
  const count = Math.min(gone.length, fresh.length);
  const pairs = fresh.slice(0, count).map((now, i): SnapshotChange => ({ ...gone[i], ...now, what: 'changed' }));
  const paired = new Set([...gone.slice(0, count), ...fresh.slice(0, count)]);
  return [...changes.filter((change) => !paired.has(change)), ...pairs];
}

function toLine({ lines, oldLines }: SnapshotChange): number {
  return (lines ?? oldLines)?.[0] ?? 0;
}
