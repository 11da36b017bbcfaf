import type { Kernel, ShardInputs } from '../../kernel/contract.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { groupRows } from '../../lib/rows/group-rows.ts';
import type { Span } from '../../lib/span.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Settings } from '../../model/settings.ts';
import type { Commit, Generation, StoredFile } from '../../store/contract.ts';
import type { EntryTable } from '../file-table/entry-table.ts';
import { type BundleSpan, FIRST_CHECKPOINT_SHARD, type FileEntry, isKept, NO_SHARD } from '../file-table/file-entry.ts';

export interface BuildShards {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly commit: Commit;
  /** Entries with their assigned shards. */
  readonly entries: EntryTable;
  /** Files at the table's `markBase`. */
  readonly baseFiles: readonly StoredFile[];
  readonly generation: Generation | undefined;
  /** Leaves of the current commit, by row. */
  readonly pending: ReadonlyMap<number, Uint8Array>;
  readonly onShard?: (done: number, total: number) => void;
}

/** Writes the shards whose members changed and returns the files of all shards. Reads no text. */
export async function buildShards(build: BuildShards): Promise<StoredFile[]> {
  const groups = groupByShard(build.entries);
  const files: StoredFile[] = [];
  const changed: number[] = [];
  for (const [number, members] of groups) {
    const known = build.baseFiles.filter((file) => file.shard === number);
    if (known.length === 2 && hasSameMembers(build.entries, number, members)) files.push(...known);
    else changed.push(number);
  }
  for (const [done, number] of changed.entries()) {
    const members = groups.get(number) as Uint32Array;
    files.push(...(await buildShard(build, number, members)));
    build.onShard?.(done + 1, changed.length);
  }
  return files;
}

async function buildShard(build: BuildShards, number: number, members: Uint32Array): Promise<StoredFile[]> {
  const leaves = await loadLeaves(members, build);
  const inputs: ShardInputs = { ...leaves, path: (i) => toUtf8(build.entries.entry(members[i] as number).path) };
  const bytes = build.kernel.mergeShard(inputs, build.settings);
  const segment = await build.commit.createFile('segment', number);
  await segment.write(bytes.segment);
  const table = await build.commit.createFile('table', number);
  await table.write(bytes.table);
  return [await segment.finish(), await table.finish()];
}

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
function hasSameMembers(entries: EntryTable, shard: number, members: Uint32Array): boolean {
  return entries.baseCounts.get(shard) === members.length && members.every((row) => entries.baseShard(row) === shard);
}

interface LeafPlaces {
  readonly entries: EntryTable;
  readonly pending: ReadonlyMap<number, Uint8Array>;
  readonly generation: Generation | undefined;
}

/** Loads the leaves of the rows, concatenated. */
async function loadLeaves(
  rows: Uint32Array,
  { entries, pending, generation }: LeafPlaces,
): Promise<Pick<ShardInputs, 'leaves' | 'ends'>> {
  const ends = new Uint32Array(rows.length);
  let length = 0;
  const stored = new Map<string, PlacedLeaf[]>();
  for (const [i, row] of rows.entries()) {
    const { bundle, start, end } = entries.entry(row).leaf;
    if (!pending.has(row)) {
      const own = stored.get(bundle) ?? [];
      stored.set(bundle, own);
      own.push({ start, end, at: length });
    }
    length += end - start;
    ends[i] = length;
  }
  const leaves = new Uint8Array(length);
  for (const [i, row] of rows.entries()) {
    const leaf = pending.get(row);
    if (leaf !== undefined) leaves.set(leaf, (ends[i] as number) - leaf.length);
  }
  for (const [bundle, own] of stored) {
    const from = generation as Generation;
    const spans = own.map(({ start, end }): Span => [start, end]);
    await from.readSpans(findFile(from, bundle), spans, (bytes, startByte, i) => {
      const { start, at } = own[i] as PlacedLeaf;
      leaves.set(bytes, at + startByte - start);
    });
  }
  return { leaves, ends };
}

interface PlacedLeaf extends Pick<BundleSpan, 'start' | 'end'> {
  /** Its place in the result. */
  readonly at: number;
}

export function readSpan(generation: Generation, { bundle, start, end }: BundleSpan): Promise<Uint8Array> {
  return generation.read(findFile(generation, bundle), start, end);
}

export function findFile(generation: Generation, name: string): StoredFile {
  const file = generation.row.files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Error('a span names a bundle that the row does not have');
  return file;
}
