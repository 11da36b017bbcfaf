import type { Kernel } from '../kernel/contract.ts';
import { remindCollector } from '../lib/remind-collector.ts';
import type { Settings } from '../model/settings.ts';
import type { Commit, Generation, StoredFile } from '../store/contract.ts';
import type { EntryTable } from './entry-table.ts';
import { loadLeaves } from './load-leaves.ts';
import { groupByShard, hasSameMembers } from './shard-plan.ts';

export interface BuildShards {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly commit: Commit;
  /** Each with its shard. */
  readonly entries: EntryTable;
  /** As they were at the table's `markBase`. */
  readonly baseFiles: readonly StoredFile[];
  readonly generation: Generation | undefined;
  /** Leaves of the commit under way, by row. */
  readonly pending: ReadonlyMap<number, Uint8Array>;
  readonly onShard?: (done: number, total: number) => void;
}

/** Leaves of a shard with more files are worth being let go of before the next one's are read. */
const MANY = 4_096;

/** Writes the shards whose members changed and names the files of all of them. No text is read. */
export async function buildShards(build: BuildShards): Promise<{ files: StoredFile[]; rebuilt: number }> {
  const groups = groupByShard(build.entries);
  const files: StoredFile[] = [];
  const changed: number[] = [];
  for (const [number, members] of groups) {
    const known = build.baseFiles.filter((file) => file.shard === number);
    if (known.length === 2 && hasSameMembers(build.entries, number, members)) files.push(...known);
    else changed.push(number);
  }
  for (const [done, number] of changed.entries()) {
    const members = groups.get(number) as number[];
    if (members.length > MANY) remindCollector();
    files.push(...(await buildShard(build, number, members)));
    build.onShard?.(done + 1, changed.length);
  }
  return { files, rebuilt: changed.length };
}

async function buildShard(build: BuildShards, number: number, members: readonly number[]): Promise<StoredFile[]> {
  const leaves = await loadLeaves(members, build);
  const inputs = members.map((row, i) => ({ path: build.entries.path(row), leaf: leaves[i] as Uint8Array }));
  const bytes = build.kernel.mergeShard(inputs, build.settings);
  const segment = await build.commit.createFile('segment', number);
  await segment.write(bytes.segment);
  const table = await build.commit.createFile('table', number);
  await table.write(bytes.table);
  return [await segment.finish(), await table.finish()];
}
