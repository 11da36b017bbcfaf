import type { StoredFile } from '../store/contract.ts';
import { buildShards } from './build-shards.ts';
import { withTurn } from './collection/turns.ts';
import { noteDamage } from './damage-notes.ts';
import { readFileTable } from './decode-file-table.ts';
import { createEntryTable } from './entry-table.ts';
import type { Job } from './jobs.ts';
import type { EngineParts } from './parts.ts';
import { createPendingLeaves } from './pending-leaves.ts';

export interface RepairResult {
  readonly damaged: readonly string[];
  readonly repaired: readonly string[];
}

/** Reads without keeping anybody from writing; only what needs repair waits for its turn. */
export async function verifyCollection(parts: EngineParts, collectionId: string, job: Job): Promise<RepairResult> {
  const bad = await parts.store.verify(collectionId);
  if (bad.length === 0) return { damaged: [], repaired: [] };
  return withTurn(parts.store, collectionId, { action: 'repair', job }, () => repairCollection(parts, collectionId));
}

/** For a question that cannot wait: refused with `engine/busy` while something else changes the collection. */
export function repairNow(parts: EngineParts, collectionId: string): Promise<RepairResult> {
  return withTurn(parts.store, collectionId, { action: 'repair', waitMs: 0 }, () =>
    repairCollection(parts, collectionId),
  );
}

/**
 * Checks every stored byte. Shards are a function of leaves, so damaged ones are made again; packs and the file table cannot be, and are
 * named. Nothing else is touched. Whoever calls it has the turn.
 */
export async function repairCollection(parts: EngineParts, collectionId: string): Promise<RepairResult> {
  const bad = await parts.store.verify(collectionId);
  const isShard = (file: StoredFile): boolean => file.role === 'segment' || file.role === 'table';
  const lost = bad.filter((file) => !isShard(file));
  const broken = bad.filter(isShard);
  if (lost.length > 0)
    await noteDamage(
      parts.store,
      collectionId,
      lost.map((file) => file.name),
    );
  if (broken.length === 0 || lost.length > 0) return { damaged: bad.map((file) => file.name), repaired: [] };

  const generation = await parts.store.openGeneration(collectionId);
  const commit = await parts.store.beginCommit(collectionId);
  try {
    const { row } = generation;
    const entries = createEntryTable((await readFileTable(generation)).walk());
    const brokenShards = new Set(broken.map((file) => file.shard));
    const whole = row.files.filter((file) => !brokenShards.has(file.shard) || !isShard(file));
    const shards = await buildShards({
      kernel: parts.kernel,
      settings: row.collection.settings,
      commit,
      entries,
      baseFiles: whole,
      generation,
      pending: createPendingLeaves(),
    });
    const files = [...row.files.filter((file) => !isShard(file)), ...shards.files];
    await commit.publish({ collection: row.collection, formatVersion: row.formatVersion, files });
    return { damaged: [], repaired: broken.map((file) => file.name) };
  } finally {
    await commit.abort();
    generation.release();
  }
}
