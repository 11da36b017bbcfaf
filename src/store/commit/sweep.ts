import type { IndexRow } from '../contract.ts';
import { parseReadGeneration, readLockPrefix, sessionLock, writeLock } from '../locks/lock-names.ts';
import type { Hidden } from '../records/rows.ts';
import type { StoreParts } from '../store-deps.ts';
import { parseGeneration } from './file-name.ts';
import { isNewer } from './refuse-newer.ts';

/** Removes deleted collections of ended sessions, and every file no row points to and no reader may need. */
export async function sweepStore(parts: StoreParts): Promise<number> {
  if (parts.rows.newer) return 0;
  const ids = new Set(await parts.rows.listIds());
  for (const shelf of parts.shelves) for (const id of await shelf.listCollectionIds()) ids.add(id);
  let removed = 0;
  for (const id of ids) removed += await sweepOne(parts, id);
  return removed;
}

/** Sweeps one collection, unless a commit or another sweep is under way there. */
export async function sweepOne(parts: StoreParts, collectionId: string): Promise<number> {
  // Held by a commit: its files have no row yet.
  const release = await parts.locks.take(writeLock(collectionId), { ifAvailable: true });
  if (!release) return 0;
  try {
    let kept = await parts.rows.find(collectionId);
    if (!kept && (await parts.rows.listIds()).includes(collectionId)) return 0;
    if (isNewer(parts.rows, kept)) return 0;
    if (!kept || (kept.hidden && (await mayRemove(parts, kept.hidden, collectionId)))) {
      const session = kept?.hidden?.session;
      // Looked at again inside the transaction: undoing a deletion needs no lock and may have been faster.
      kept = await parts.rows.change(collectionId, (now) => (now?.hidden?.session === session ? undefined : now), {
        durable: true,
      });
    }
    return await sweepCollection(parts, collectionId, kept?.row);
  } finally {
    release();
  }
}

/** A living session, this one too, may still undo its deletion. */
async function mayRemove(parts: StoreParts, hidden: Hidden, collectionId: string): Promise<boolean> {
  if ((await parts.locks.listHeld(sessionLock(hidden.session))).length > 0) return false;
  return (await parts.locks.listHeld(readLockPrefix(collectionId))).length === 0;
}

/**
 * Needs the write lock. A reader of an older generation may use any file made up to then, so those stay while it holds its lock; a
 * reader that comes now reads the row after taking its lock and so never sees an older one.
 */
export async function sweepCollection(
  parts: StoreParts,
  collectionId: string,
  row: IndexRow | undefined,
): Promise<number> {
  const current = row?.generation ?? Number.POSITIVE_INFINITY;
  const kept = new Set(row?.files.map((file) => file.name));
  const held = (await parts.locks.listHeld(readLockPrefix(collectionId))).map(parseReadGeneration);
  const newestOldReader = Math.max(-1, ...held.filter((generation) => generation < current));
  let removed = 0;
  for (const shelf of parts.shelves) {
    for (const name of await shelf.listNames(collectionId)) {
      const made = parseGeneration(name);
      if (made === undefined || kept.has(name) || made <= newestOldReader) continue;
      await shelf.remove(collectionId, name);
      if (removed++ === 0) await parts.onStep?.('in-sweep');
    }
    if (!row) await shelf.forget(collectionId);
  }
  return removed;
}
