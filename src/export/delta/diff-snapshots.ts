import { compareUtf8 } from '../../lib/bytes.ts';
import type { Snapshot, SnapshotChange, SnapshotChunk } from '../../model/snapshot.ts';

/**
 * Chunks with the same content match, even in another file. Between two matched chunks of a file, the unmatched ones on both sides pair up in order
 * as changed; the rest was added or removed. Sorted by path and line.
 */
export function diffSnapshots(from: Snapshot, to: Snapshot): SnapshotChange[] {
  const partner = matchEqual(from.chunks, to.chunks);
  const changes: SnapshotChange[] = [];
  for (const [old, now] of partner) {
    if (old.path !== now.path || old.lines.join() !== now.lines.join()) changes.push(toChange('moved', old, now));
  }
  const oldGaps = groupGaps(from.chunks, new Set(partner.keys()));
  const newGaps = groupGaps(to.chunks, new Set(partner.values()));
  for (const [key, olds] of oldGaps) {
    const news = newGaps.get(key) ?? [];
    olds.forEach((old, index) => {
      changes.push(toChange(news[index] ? 'changed' : 'removed', old, news[index]));
    });
  }
  for (const [key, news] of newGaps) {
    for (const now of news.slice(oldGaps.get(key)?.length ?? 0)) changes.push(toChange('added', undefined, now));
  }
  return changes.sort(compareChanges);
}

/** Lists the paths with chunks in the first snapshot that are not in the second, in path order. An emptied file is in both. */
export function listPathsOnlyIn(one: Snapshot, other: Snapshot): string[] {
  const others = new Set([...(other.empty ?? []), ...other.chunks.map(({ path }) => path)]);
  return [...new Set(one.chunks.map(({ path }) => path))].filter((path) => !others.has(path)).sort(compareUtf8);
}

/** Matches by id first, then by content in the same file, then by content anywhere. */
function matchEqual(olds: readonly SnapshotChunk[], news: readonly SnapshotChunk[]): Map<SnapshotChunk, SnapshotChunk> {
  const partner = new Map<SnapshotChunk, SnapshotChunk>();
  const byId = new Map(olds.map((chunk) => [chunk.id, chunk]));
  const left: SnapshotChunk[] = [];
  for (const now of news) {
    const old = byId.get(now.id);
    if (old) partner.set(old, now);
    else left.push(now);
  }
  const free = olds.filter((old) => !partner.has(old));
  const rest = matchByKey(free, left, (chunk) => `${chunk.contentHash} ${chunk.path}`, partner);
  const stillFree = free.filter((old) => !partner.has(old));
  matchByKey(stillFree, rest, (chunk) => chunk.contentHash, partner);
  return partner;
}

/** Pairs chunks with the same key, in order; returns the new ones without a match. */
function matchByKey(
  olds: readonly SnapshotChunk[],
  news: readonly SnapshotChunk[],
  toKey: (chunk: SnapshotChunk) => string,
  partner: Map<SnapshotChunk, SnapshotChunk>,
): SnapshotChunk[] {
  const queues = new Map<string, { chunks: SnapshotChunk[]; next: number }>();
  for (const old of olds) {
    const queue = queues.get(toKey(old)) ?? { chunks: [], next: 0 };
    queue.chunks.push(old);
    queues.set(toKey(old), queue);
  }
  return news.filter((now) => {
    const queue = queues.get(toKey(now));
    const old = queue?.chunks[queue.next++];
    if (old) partner.set(old, now);
    return !old;
  });
}

/** Groups unmatched chunks by file and by the number of matched chunks before them. */
function groupGaps(
  chunks: readonly SnapshotChunk[],
  matched: ReadonlySet<SnapshotChunk>,
): Map<string, SnapshotChunk[]> {
  const gaps = new Map<string, SnapshotChunk[]>();
  let path = '';
  let before = 0;
  for (const chunk of chunks) {
    if (chunk.path !== path) {
      path = chunk.path;
      before = 0;
    }
    if (matched.has(chunk)) {
      before++;
      continue;
    }
    const key = `${before}/${path}`;
    const gap = gaps.get(key);
    if (gap) gap.push(chunk);
    else gaps.set(key, [chunk]);
  }
  return gaps;
}

function toChange(
  what: SnapshotChange['what'],
  old: SnapshotChunk | undefined,
  now: SnapshotChunk | undefined,
): SnapshotChange {
  return {
    what,
    path: (now ?? (old as SnapshotChunk)).path,
    ...(old ? { oldPath: old.path, oldId: old.id, oldRef: old.ref, oldLines: old.lines } : {}),
    ...(now ? { id: now.id, ref: now.ref, lines: now.lines } : {}),
  };
}

export function compareChanges(a: SnapshotChange, b: SnapshotChange): number {
  return compareUtf8(a.path, b.path) || lineOf(a) - lineOf(b) || compareUtf8(keyOf(a), keyOf(b));
}

function lineOf(change: SnapshotChange): number {
  return (change.lines ?? change.oldLines)?.[0] ?? 0;
}

function keyOf(change: SnapshotChange): string {
  return `${change.what} ${change.ref ?? ''} ${change.oldRef ?? ''}`;
}
