import type { StoredFile } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import { readFileTable } from '../file-table/decode-file-table.ts';
import { createEntryTable } from '../file-table/entry-table.ts';
import type { Job } from '../jobs.ts';
import { buildShards } from '../shards/build-shards.ts';
import { noteDamage } from './damage-notes.ts';
import { withWriteLock } from './with-write-lock.ts';

export interface RepairResult {
  readonly damaged: readonly string[];
  readonly repaired: readonly string[];
}

/** Checks without the write lock; only a repair acquires it. */
export async function verifyCollection(deps: EngineDeps, collectionId: string, job: Job): Promise<RepairResult> {
  const bad = await deps.store.verify(collectionId);
  if (bad.length === 0) return { damaged: [], repaired: [] };
  return withWriteLock(deps.store, collectionId, { action: 'repair', job }, () => repairCollection(deps, collectionId));
}

/** Browsers take a moment to hand over a released lock. */
const REPAIR_WAIT_MS = 100;

/** Repairs for a request that cannot wait. Throws `engine/busy` while something else changes the collection. */
export function repairNow(deps: EngineDeps, collectionId: string): Promise<RepairResult> {
  return withWriteLock(deps.store, collectionId, { action: 'repair', waitMs: REPAIR_WAIT_MS }, () =>
    repairCollection(deps, collectionId),
  );
}

/**
 * Checks every stored byte. Shards are a function of leaves, so damaged ones are rebuilt; damaged bundles and file tables cannot be, and are
 * reported. Nothing else changes. The caller holds the write lock.
 */
export async function repairCollection(deps: EngineDeps, collectionId: string): Promise<RepairResult> {
  const bad = await deps.store.verify(collectionId);
  const isShard = (file: StoredFile): boolean => file.role === 'segment' || file.role === 'table';
  const lost = bad.filter((file) => !isShard(file));
  const broken = bad.filter(isShard);
  if (lost.length > 0)
    await noteDamage(
      deps.store,
      collectionId,
      lost.map((file) => file.name),
    );
  if (broken.length === 0 || lost.length > 0) return { damaged: bad.map((file) => file.name), repaired: [] };

  const generation = await deps.store.openGeneration(collectionId);
  const commit = await deps.store.beginCommit(collectionId);
  try {
    const { row } = generation;
    const entries = createEntryTable((await readFileTable(generation)).entries);
    const brokenShards = new Set(broken.map((file) => file.shard));
    const whole = row.files.filter((file) => !brokenShards.has(file.shard) || !isShard(file));
    const shards = await buildShards({
      kernel: deps.kernel,
      settings: row.collection.settings,
      commit,
      entries,
      baseFiles: whole,
      generation,
      pending: new Map(),
    });
    const files = [...row.files.filter((file) => !isShard(file)), ...shards];
    await commit.commit({ collection: row.collection, formatVersion: row.formatVersion, files });
    return { damaged: [], repaired: broken.map((file) => file.name) };
  } finally {
    await commit.abort();
    generation.release();
  }
}
