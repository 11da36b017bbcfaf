import type { Kernel } from '../../kernel/contract.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { groupRows } from '../../lib/rows/group-rows.ts';
import { LIMITS } from '../../model/limits.ts';
import type { EntryTable } from '../file-table/entry-table.ts';
import { FIRST_CHECKPOINT_SHARD, type FileEntry, isKept, NO_SHARD } from '../file-table/file-entry.ts';

/** Returns the smallest power of two that keeps shards near their size: a function of the files only [E1]. */
function toShardCount(textBytes: number, chunks: number): number {
  let count = 1;
  while (textBytes / count > LIMITS.shardBytes || chunks / count > LIMITS.shardChunks) count *= 2;
  return count;
}

/** Returns a file's shard, by the hash of its path. */
function toShardNumber(kernel: Kernel, path: string, count: number): number {
  const hash = kernel.sha256(toUtf8(path));
  return (((hash[0] as number) << 16) | ((hash[1] as number) << 8) | (hash[2] as number)) & (count - 1);
}

/** Gives every kept file its final shard. */
export function assignShards(kernel: Kernel, entries: EntryTable): void {
  let textBytes = 0;
  for (const row of entries.rows()) textBytes += sizeOf(entries.entry(row));
  const count = toShardCount(textBytes, entries.totals.chunks);
  for (const row of entries.rows()) {
    const entry = entries.entry(row);
    if (!isKept(entry)) entries.setShard(row, NO_SHARD);
    else entries.setShard(row, count === 1 ? 0 : toShardNumber(kernel, entry.path, count));
  }
}

/**
 * Puts files without a shard into a new one, or several if there are many, and merges older checkpoint shards that are not much larger: a
 * crawl of thousands of small commits then has few shards, and each leaf is merged a logarithmic number of times at most.
 */
export function assignCheckpoint(entries: EntryTable): void {
  const sizes = new Map<number, Size>();
  const own: Size = { bytes: 0, chunks: 0 };
  let newest = FIRST_CHECKPOINT_SHARD;
  for (const row of entries.rows()) {
    const entry = entries.entry(row);
    if (!isKept(entry)) continue;
    const { shard, chunkCount } = entry;
    if (shard === NO_SHARD) addTo(own, sizeOf(entry), chunkCount);
    if (shard < FIRST_CHECKPOINT_SHARD) continue;
    const size = sizes.get(shard) ?? { bytes: 0, chunks: 0 };
    sizes.set(shard, size);
    addTo(size, sizeOf(entry), chunkCount);
    newest = Math.max(newest, shard);
  }
  const absorbed = new Set([NO_SHARD]);
  for (const [shard, size] of [...sizes].sort((a, b) => a[1].bytes - b[1].bytes)) {
    if (size.bytes > own.bytes * 2 || own.bytes + size.bytes > LIMITS.shardBytes) break;
    if (own.chunks + size.chunks > LIMITS.checkpointChunks) break;
    addTo(own, size.bytes, size.chunks);
    absorbed.add(shard);
  }
  let shard = newest + 1;
  let chunks = 0;
  for (const row of entries.rows()) {
    const entry = entries.entry(row);
    if (!isKept(entry) || !absorbed.has(entry.shard)) continue;
    const more = entry.chunkCount;
    if (chunks > 0 && chunks + more > LIMITS.checkpointChunks) {
      shard++;
      chunks = 0;
    }
    chunks += more;
    entries.setShard(row, shard);
  }
}

interface Size {
  bytes: number;
  chunks: number;
}

function addTo(size: Size, bytes: number, chunks: number): void {
  size.bytes += bytes;
  size.chunks += chunks;
}

/** Returns the bytes of the file's contents. */
function sizeOf({ contents }: FileEntry): number {
  return contents.end - contents.start;
}

/** Groups rows by shard, in path order. */
export function groupByShard(entries: EntryTable): Map<number, Uint32Array> {
  return groupRows(entries.sorted(), (row) => {
    const entry = entries.entry(row);
    return isKept(entry) ? entry.shard : NO_SHARD;
  });
}

/** A segment depends only on paths and leaves, so equal members mean equal bytes. */
export function hasSameMembers(entries: EntryTable, shard: number, members: Uint32Array): boolean {
  return entries.baseCounts.get(shard) === members.length && members.every((row) => entries.baseShard(row) === shard);
}
