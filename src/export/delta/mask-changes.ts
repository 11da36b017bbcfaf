import { findFirst } from '../../lib/binary-search.ts';
import type { Snapshot, SnapshotChange, SnapshotChunk } from '../../model/snapshot.ts';
import { compareChanges } from './diff-snapshots.ts';

export interface MaskedStates {
  /** The older state, unmasked: its text is gone, so what in it was a secret is not known. */
  readonly from: Snapshot;
  /** The newer state, unmasked. */
  readonly plain: Snapshot;
  /** The newer state as it is exported. */
  readonly masked: Snapshot;
  /** What stands for a path of either state; for a file of `plain`, its path in `masked`. */
  readonly maskPath: (path: string) => string;
}

/**
 * Changes between the unmasked states, as a masked export tells them: the new side is that of the masked chunks, and no hash of a masked text
 * or name is left. An old id stays only where the same text is in the masked state anyway.
 */
export function maskChanges(changes: readonly SnapshotChange[], states: MaskedStates): SnapshotChange[] {
  const { maskPath } = states;
  const findTwins = createTwinFinder(states);
  const mayShowOldId = createOldIdCheck(states);
  const masked = new Map<string, SnapshotChange>();
  const addOnce = (change: SnapshotChange): void => void masked.set(JSON.stringify(change), change);
  for (const change of changes) {
    const { oldId, ...withoutOldId } = change;
    const known = {
      ...(mayShowOldId(change) ? change : withoutOldId),
      path: maskPath(change.path),
      ...(change.oldPath === undefined ? {} : { oldPath: maskPath(change.oldPath) }),
    };
    if (change.ref === undefined) addOnce(known);
    else for (const { path, id, ref, lines } of findTwins(change.ref)) addOnce({ ...known, path, id, ref, lines });
  }
  return [...masked.values()].sort(compareChanges);
}

/**
 * The chunks of the masked file that hold the lines of a chunk. Masking keeps lines, but other lengths of text may be cut into other chunks:
 * then several share the lines, or one holds those of several.
 */
function createTwinFinder({ plain, masked, maskPath }: MaskedStates): (ref: string) => readonly SnapshotChunk[] {
  const chunks = new Map(plain.chunks.map((chunk) => [chunk.ref, chunk]));
  const maskedFiles = groupByPath(masked.chunks);
  const sameCut = new Map<SnapshotChunk, SnapshotChunk>();
  for (const [path, own] of groupByPath(plain.chunks)) {
    const twins = maskedFiles.get(maskPath(path)) ?? [];
    if (!isSameCut(own, twins)) continue;
    for (const [i, chunk] of own.entries()) sameCut.set(chunk, twins[i] as SnapshotChunk);
  }
  return (ref) => {
    const chunk = chunks.get(ref) as SnapshotChunk;
    const twin = sameCut.get(chunk);
    return twin === undefined ? listSharing(chunk, maskedFiles.get(maskPath(chunk.path)) ?? []) : [twin];
  };
}

function groupByPath(chunks: readonly SnapshotChunk[]): Map<string, SnapshotChunk[]> {
  const files = new Map<string, SnapshotChunk[]>();
  for (const chunk of chunks) {
    const file = files.get(chunk.path);
    if (file) file.push(chunk);
    else files.set(chunk.path, [chunk]);
  }
  return files;
}

function isSameCut(own: readonly SnapshotChunk[], twins: readonly SnapshotChunk[]): boolean {
  const isSame = ({ lines }: SnapshotChunk, i: number): boolean =>
    lines[0] === twins[i]?.lines[0] && lines[1] === twins[i]?.lines[1];
  return own.length === twins.length && own.every(isSame);
}

/** Chunks of a file follow one another, so those that share lines stand together. Where none does, any of the file may hold the text. */
function listSharing(
  { lines: [start, end] }: SnapshotChunk,
  twins: readonly SnapshotChunk[],
): readonly SnapshotChunk[] {
  const first = findFirst(twins.length, (i) => (twins[i] as SnapshotChunk).lines[1] >= start);
  let after = first;
  while (after < twins.length && (twins[after] as SnapshotChunk).lines[0] <= end) after++;
  return after > first ? twins.slice(first, after) : twins;
}

/** An id is a hash of path and text: whoever knows the rest of the text could try values until one fits. */
function createOldIdCheck({ from, masked, maskPath }: MaskedStates): (change: SnapshotChange) => boolean {
  const hashes = new Map(from.chunks.map(({ ref, content_hash }) => [ref, content_hash]));
  const inClear = new Set(masked.chunks.map(({ content_hash }) => content_hash));
  return ({ oldRef, oldPath }) =>
    oldRef !== undefined &&
    oldPath !== undefined &&
    inClear.has(hashes.get(oldRef) ?? '') &&
    maskPath(oldPath) === oldPath;
}
