import type { Kernel } from '../kernel/contract.ts';
import type { Settings } from '../model/settings.ts';
import type { Commit, Generation, StoredFile } from '../store/contract.ts';
import type { FileEntry, PackSpan } from './file-entry.ts';
import { loadLeaves } from './load-leaves.ts';
import { groupByShard, hasSameMembers } from './shard-plan.ts';

export interface BuildShards {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly commit: Commit;
  /** In path order, each with its shard. */
  readonly entries: readonly FileEntry[];
  readonly base: { readonly entries: readonly FileEntry[]; readonly files: readonly StoredFile[] };
  readonly generation: Generation | undefined;
  readonly pending: ReadonlyMap<PackSpan, Uint8Array>;
  readonly onShard?: (done: number, total: number) => void;
  readonly rebuildAll?: boolean;
}

/** Writes the shards whose members changed and names the files of all of them. No text is read. */
export async function buildShards(build: BuildShards): Promise<{ files: StoredFile[]; rebuilt: number }> {
  const groups = groupByShard(build.entries);
  const before = build.rebuildAll === true ? new Map<number, FileEntry[]>() : groupByShard(build.base.entries);
  const files: StoredFile[] = [];
  const changed: number[] = [];
  for (const [number, members] of groups) {
    const known = build.base.files.filter((file) => file.shard === number);
    if (known.length === 2 && hasSameMembers(before.get(number), members)) files.push(...known);
    else changed.push(number);
  }
  for (const [done, number] of changed.entries()) {
    files.push(...(await buildShard(build, number, groups.get(number) as FileEntry[])));
    build.onShard?.(done + 1, changed.length);
  }
  return { files, rebuilt: changed.length };
}

async function buildShard(build: BuildShards, number: number, members: readonly FileEntry[]): Promise<StoredFile[]> {
  const leaves = await loadLeaves(members, build);
  const inputs = members.map((entry, i) => ({ path: entry.path, leaf: leaves[i] as Uint8Array }));
  const bytes = build.kernel.mergeShard(inputs, build.settings);
  const segment = await build.commit.createFile('segment', number);
  await segment.write(bytes.segment);
  const table = await build.commit.createFile('table', number);
  await table.write(bytes.table);
  return [await segment.finish(), await table.finish()];
}
