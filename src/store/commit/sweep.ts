import { AppError } from '../../model/app-error.ts';
import type { DeletedCollection } from '../../model/collection.ts';
import type { IndexRow, StoredFileRole } from '../contract.ts';
import { commitLock, parseReadGeneration, readLockPrefix, sessionLock } from '../locks.ts';
import type { Hidden } from '../records/rows.ts';
import { readUsage } from '../storage-use.ts';
import type { StoreDeps } from '../store-deps.ts';
import { isNewer, refuseNewer } from './next-row.ts';

/** Removes collections deleted in ended sessions and kept long enough, and every file that no row points to and no reader may need. */
export async function sweepStore(deps: StoreDeps): Promise<number> {
  if (deps.rows.newer) return 0;
  // Where space is short, the one that was deleted first goes first.
  const deleted = (await listDeleted(deps)).map(({ collection }) => collection.id).reverse();
  const ids = new Set([...deleted, ...(await deps.rows.listIds())]);
  for (const backend of deps.backends) for (const id of await backend.listCollectionIds()) ids.add(id);
  let removed = 0;
  for (const id of ids) removed += await sweepOne(deps, id);
  return removed;
}

/** Lists deleted collections with a `keptUntil`, newest first. */
export async function listDeleted({ rows }: StoreDeps): Promise<readonly DeletedCollection[]> {
  const found = (await rows.list()).flatMap(({ row, hidden }) =>
    hidden?.keptUntil === undefined ? [] : [{ collection: row.collection, keptUntil: hidden.keptUntil }],
  );
  return found.sort((a, b) => (a.keptUntil < b.keptUntil ? 1 : -1));
}

/** Removes a deleted collection, which cannot be undone. */
export async function purgeCollection(deps: StoreDeps, collectionId: string): Promise<void> {
  await deps.rows.change(collectionId, (kept) => {
    refuseNewer(deps.rows, kept);
    if (!kept?.hidden)
      throw new AppError('store/not-found', 'the collection is not deleted', { collection: collectionId });
    // A session that has ended: no one can undo this.
    return { ...kept, hidden: { session: randomHex() } };
  });
  deps.feed.emit({ collectionId, what: 'delete' });
  await sweepOne(deps, collectionId);
}

/** Makes room on a full disk: removes the collection that was deleted first. Returns false if none is left. */
export async function purgeOldest(deps: StoreDeps): Promise<boolean> {
  const oldest = (await listDeleted(deps)).at(-1);
  if (oldest !== undefined) await purgeCollection(deps, oldest.collection.id);
  return oldest !== undefined;
}

/** Sweeps one collection, unless a commit or another sweep of it is running. */
export async function sweepOne(deps: StoreDeps, collectionId: string): Promise<number> {
  // A commit holds this lock while its files have no row yet.
  const release = await deps.locks.acquire(commitLock(collectionId), { ifAvailable: true });
  if (!release) return 0;
  try {
    let kept = await deps.rows.find(collectionId);
    if (!kept && (await deps.rows.listIds()).includes(collectionId)) return 0;
    if (isNewer(deps.rows, kept)) return 0;
    if (!kept || (kept.hidden && (await mayRemove(deps, kept.hidden, collectionId)))) {
      const session = kept?.hidden?.session;
      // Checked again inside the transaction: undoing a deletion takes no lock and may have happened in between.
      kept = await deps.rows.change(collectionId, (now) => (now?.hidden?.session === session ? undefined : now), {
        durable: true,
      });
    }
    return await sweepCollection(deps, collectionId, kept?.row);
  } finally {
    release();
  }
}

/** Returns false while the session that deleted it is open, since it may undo that, while it is kept, or while a reader holds a generation. */
async function mayRemove(deps: StoreDeps, hidden: Hidden, collectionId: string): Promise<boolean> {
  if ((await deps.locks.listHeld(sessionLock(hidden.session))).length > 0) return false;
  if (hidden.keptUntil !== undefined && new Date(hidden.keptUntil) > new Date() && !(await needsSpace(deps)))
    return false;
  return (await deps.locks.listHeld(readLockPrefix(collectionId))).length === 0;
}

/** Share of the quota from which deleted collections are no longer kept: an import needs room for its new files next to the old ones. */
const FULL_SHARE = 0.8;

async function needsSpace(deps: StoreDeps): Promise<boolean> {
  const { usedBytes, quotaBytes } = await readUsage(deps);
  return quotaBytes > 0 && usedBytes > FULL_SHARE * quotaBytes;
}

/**
 * Needs the commit lock. A reader of an older generation may use any file made up to that generation, so those files stay while it holds its
 * lock. A new reader reads the row after it has its lock, so it never sees an older generation.
 */
export async function sweepCollection(
  deps: StoreDeps,
  collectionId: string,
  row: IndexRow | undefined,
): Promise<number> {
  const current = row?.generation ?? Number.POSITIVE_INFINITY;
  const kept = new Set(row?.files.map((file) => file.name));
  const held = (await deps.locks.listHeld(readLockPrefix(collectionId))).map(parseReadGeneration);
  const newestOldReader = Math.max(-1, ...held.filter((generation) => generation < current));
  let removed = 0;
  for (const backend of deps.backends) {
    for (const name of await backend.listNames(collectionId)) {
      const made = parseGeneration(name);
      if (made === undefined || kept.has(name) || made <= newestOldReader) continue;
      await backend.remove(collectionId, name);
      if (removed++ === 0) await deps.onStep?.('in-sweep');
    }
    if (!row) await backend.removeLeftovers(collectionId);
  }
  return removed;
}

const PATTERN = /^g(\d+)-([a-z]+)-([0-9a-f]{16})\.quire$/;

/** The random part keeps names unique after a crashed commit of the same generation. */
export function makeFileName(generation: number, role: StoredFileRole): string {
  return `g${generation}-${role}-${randomHex()}.quire`;
}

/** Returns undefined for names that the store did not make; it never touches such files. */
export function parseGeneration(name: string): number | undefined {
  const match = PATTERN.exec(name);
  return match ? Number(match[1]) : undefined;
}

export function randomHex(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
