import { findFirst } from '../../lib/binary-search.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Snapshot, SnapshotChange, SnapshotChunk } from '../../model/snapshot.ts';
import { compareChanges } from './diff-snapshots.ts';

interface MaskedStates {
  /** The older state, unmasked: its text is gone, so its secrets are unknown. */
  readonly from: Snapshot;
  readonly plain: Snapshot;
  /** The newer state with secrets masked, as exported. */
  readonly masked: Snapshot;
  /** Maps a path of either state to its masked form; for a file of `plain`, to its path in `masked`. */
  readonly maskPath: (path: string) => string;
}

/**
 * Rewrites changes between the unmasked states for a masked export: the new side refers to masked chunks, and no hash of a masked text or name
 * remains. An old id stays only if the masked state has the same text.
 */
export function maskChanges(changes: readonly SnapshotChange[], states: MaskedStates): SnapshotChange[] {
  const { maskPath } = states;
  const findMasked = createMaskedFinder(states);
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
    else for (const { path, id, ref, lines } of findMasked(change.ref)) addOnce({ ...known, path, id, ref, lines });
  }
  return [...masked.values()].sort(compareChanges);
}

/**
 * Finds the chunks of the masked file that hold the lines of a chunk. Masking keeps lines, but a different length may change the chunk borders: then
 * several chunks share the lines, or one chunk covers several.
 */
function createMaskedFinder({ plain, masked, maskPath }: MaskedStates): (ref: string) => readonly SnapshotChunk[] {
  const chunks = new Map(plain.chunks.map((chunk) => [chunk.ref, chunk]));
  const maskedFiles = groupBy(masked.chunks, ({ path }) => path);
  const counterparts = new Map<SnapshotChunk, SnapshotChunk>();
  for (const [path, own] of groupBy(plain.chunks, ({ path }) => path)) {
    const maskedChunks = maskedFiles.get(maskPath(path)) ?? [];
    if (!hasSameBorders(own, maskedChunks)) continue;
    for (const [i, chunk] of own.entries()) counterparts.set(chunk, maskedChunks[i] as SnapshotChunk);
  }
  return (ref) => {
    const chunk = chunks.get(ref) as SnapshotChunk;
    const maskedChunk = counterparts.get(chunk);
    return maskedChunk === undefined ? listSharing(chunk, maskedFiles.get(maskPath(chunk.path)) ?? []) : [maskedChunk];
  };
}

function hasSameBorders(own: readonly SnapshotChunk[], maskedChunks: readonly SnapshotChunk[]): boolean {
  const isSame = ({ lines }: SnapshotChunk, i: number): boolean =>
    lines[0] === maskedChunks[i]?.lines[0] && lines[1] === maskedChunks[i]?.lines[1];
  return own.length === maskedChunks.length && own.every(isSame);
}

/** Chunks of a file are in order, so those that share lines are adjacent. If none does, any chunk of the file may hold the text. */
function listSharing(
  { lines: [start, end] }: SnapshotChunk,
  maskedChunks: readonly SnapshotChunk[],
): readonly SnapshotChunk[] {
  const first = findFirst(maskedChunks.length, (i) => (maskedChunks[i] as SnapshotChunk).lines[1] >= start);
  let after = first;
  while (after < maskedChunks.length && (maskedChunks[after] as SnapshotChunk).lines[0] <= end) after++;
  return after > first ? maskedChunks.slice(first, after) : maskedChunks;
}

/** An id is a hash of path and text: with the rest of the text known, a secret could be guessed by trying values. */
function createOldIdCheck({ from, masked, maskPath }: MaskedStates): (change: SnapshotChange) => boolean {
  const hashes = new Map(from.chunks.map(({ ref, contentHash }) => [ref, contentHash]));
  const inClear = new Set(masked.chunks.map(({ contentHash }) => contentHash));
  return ({ oldRef, oldPath }) =>
    oldRef !== undefined &&
    oldPath !== undefined &&
    inClear.has(hashes.get(oldRef) ?? '') &&
    maskPath(oldPath) === oldPath;
}
