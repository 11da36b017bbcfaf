import { diffSnapshots } from '../../export/delta/diff-snapshots.ts';
import type { Snapshot, SnapshotChange } from '../../model/snapshot.ts';

export interface Renames {
  /** Finds where a file that is gone went, by the moves between an earlier state and now. Lines are set if these lines moved unchanged. */
  find(name: string, lines?: Lines): Promise<{ readonly path: string; readonly lines?: Lines } | undefined>;
}

type Lines = readonly [number, number];
type Move = SnapshotChange & { readonly oldPath: string };

/** `earlier` reads one state at a time, newest first: most answers name no file that is gone. */
export function createRenames(
  earlier: readonly (() => Promise<Snapshot>)[],
  readNow: () => Promise<Snapshot>,
): Renames {
  const known: Promise<readonly Move[]>[] = [];
  let now: Promise<Snapshot> | undefined;
  const readMoves = async (i: number): Promise<readonly Move[]> => {
    now ??= readNow();
    const [older, newest] = await Promise.all([(earlier[i] as () => Promise<Snapshot>)(), now]);
    return diffSnapshots(older, newest).filter(isRename);
  };
  return {
    async find(name, lines) {
      for (let i = 0; i < earlier.length; i++) {
        known[i] ??= readMoves(i);
        const own = (await known[i])?.filter(({ oldPath }) => oldPath === name || oldPath.endsWith(`/${name}`)) ?? [];
        if (own.length > 0) return toPlace(own, lines);
      }
      return undefined;
    },
  };
}

function isRename(change: SnapshotChange): change is Move {
  return change.what === 'moved' && change.oldPath !== undefined && change.oldPath !== change.path;
}

/** Most of its chunks decide where a file went. */
function toPlace(moves: readonly Move[], lines: Lines | undefined): { path: string; lines?: Lines } {
  const counts = new Map<string, number>();
  for (const { path } of moves) counts.set(path, (counts.get(path) ?? 0) + 1);
  const [path] = [...counts].reduce((best, row) => (row[1] > best[1] ? row : best));
  const at = lines && moves.find((move) => move.path === path && isAround(move.oldLines, lines[0]));
  if (lines === undefined || at?.lines === undefined || at.oldLines === undefined) return { path };
  const shift = at.lines[0] - at.oldLines[0];
  return { path, lines: [lines[0] + shift, lines[1] + shift] };
}

function isAround(lines: Lines | undefined, line: number): boolean {
  return lines !== undefined && lines[0] <= line && line <= lines[1];
}
