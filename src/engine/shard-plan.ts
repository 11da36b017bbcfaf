import type { Kernel } from '../kernel/contract.ts';
import { toUtf8 } from '../lib/bytes.ts';
import { LIMITS } from '../model/limits.ts';
import { FIRST_CHECKPOINT_SHARD, type FileEntry, isKept, NO_SHARD } from './file-entry.ts';

/** The smallest power of two that keeps shards near their size: a function of the files alone [E1]. */
export function toShardCount(textBytes: number): number {
  let count = 1;
  while (textBytes / count > LIMITS.shardBytes) count *= 2;
  return count;
}

/** A file's shard, by the hash of its path. */
export function toShardNumber(kernel: Kernel, path: string, count: number): number {
  const hash = kernel.sha256(toUtf8(path));
  return (((hash[0] as number) << 16) | ((hash[1] as number) << 8) | (hash[2] as number)) & (count - 1);
}

/** Gives every kept file its final shard. */
export function assignShards(kernel: Kernel, entries: readonly FileEntry[]): FileEntry[] {
  let textBytes = 0;
  for (const entry of entries) textBytes += entry.contents.end - entry.contents.start;
  const count = toShardCount(textBytes);
  return entries.map((entry) => {
    const shard = isKept(entry) ? (count === 1 ? 0 : toShardNumber(kernel, entry.path, count)) : -1;
    return shard === entry.shard ? entry : { ...entry, shard };
  });
}

/**
 * Puts the files that are in no shard yet into a new one, and takes in older checkpoint shards that are not much larger than it: so a crawl of
 * thousands of small commits has few shards, and no leaf is merged more than a logarithmic number of times.
 */
export function assignCheckpoint(entries: readonly FileEntry[]): FileEntry[] {
  const sizes = new Map<number, number>();
  let newest = FIRST_CHECKPOINT_SHARD;
  let ownBytes = 0;
  for (const entry of entries) {
    if (!isKept(entry)) continue;
    const bytes = entry.contents.end - entry.contents.start;
    if (entry.shard === NO_SHARD) ownBytes += bytes;
    if (entry.shard < FIRST_CHECKPOINT_SHARD) continue;
    sizes.set(entry.shard, (sizes.get(entry.shard) ?? 0) + bytes);
    newest = Math.max(newest, entry.shard);
  }
  const absorbed = new Set([NO_SHARD]);
  for (const [shard, bytes] of [...sizes].sort((a, b) => a[1] - b[1])) {
    if (bytes > ownBytes * 2 || ownBytes + bytes > LIMITS.shardBytes) break;
    ownBytes += bytes;
    absorbed.add(shard);
  }
  return entries.map((entry) => (isKept(entry) && absorbed.has(entry.shard) ? { ...entry, shard: newest + 1 } : entry));
}

/** Files of each shard, in the order of `entries`. */
export function groupByShard(entries: readonly FileEntry[]): Map<number, FileEntry[]> {
  const groups = new Map<number, FileEntry[]>();
  for (const entry of entries) {
    if (entry.shard < 0 || !isKept(entry)) continue;
    const group = groups.get(entry.shard);
    if (group === undefined) groups.set(entry.shard, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** A segment depends on paths and leaves alone, so equal members mean equal bytes. */
export function hasSameMembers(a: readonly FileEntry[] | undefined, b: readonly FileEntry[]): boolean {
  if (a === undefined || a.length !== b.length) return false;
  return a.every((entry, i) => {
    const other = b[i] as FileEntry;
    return entry.path === other.path && entry.leaf.pack === other.leaf.pack && entry.leaf.start === other.leaf.start;
  });
}
