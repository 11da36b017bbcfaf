import type { Kernel, ShardInputs } from '../../kernel/contract.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import type { Settings } from '../../model/settings.ts';
import type { Commit, Generation, StoredFile } from '../../store/contract.ts';
import type { EntryTable } from '../file-table/entry-table.ts';
import { loadLeaves } from './load-leaves.ts';
import { groupByShard, hasSameMembers } from './shard-plan.ts';

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
    const members = groups.get(number) as Uint32Array;
    files.push(...(await buildShard(build, number, members)));
    build.onShard?.(done + 1, changed.length);
  }
  return { files, rebuilt: changed.length };
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
