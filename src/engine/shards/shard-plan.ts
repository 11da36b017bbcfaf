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

/** Returns the shards of files, by the hashes of their paths. */
function toShardNumbers(kernel: Kernel, paths: readonly string[], count: number): number[] {
  if (count === 1) return paths.map(() => 0);
  return kernel.sha256All(paths.map(toUtf8)).map(([a = 0, b = 0, c = 0]) => ((a << 16) | (b << 8) | c) & (count - 1));
}

/** Gives every kept file its final shard. */
export function assignShards(kernel: Kernel, entries: EntryTable): void {
  let textBytes = 0;
  for (const row of entries.rows()) textBytes += sizeOf(entries.entry(row));
  const count = toShardCount(textBytes, entries.totals.chunks);
  const kept: number[] = [];
  for (const row of entries.rows()) {
    if (isKept(entries.entry(row))) kept.push(row);
    else entries.setShard(row, NO_SHARD);
  }
  const paths = kept.map((row) => entries.entry(row).path);
  for (const [i, shard] of toShardNumbers(kernel, paths, count).entries()) entries.setShard(kept[i] as number, shard);
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
