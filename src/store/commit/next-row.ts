import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import type { IndexRow } from '../contract.ts';
import type { Rows, StoredRow } from '../records/rows.ts';

/** Returns the row after the commit, based on the row stored now. Throws if the commit must not happen. */
export function toNextRow(base: IndexRow | undefined, wanted: IndexRow, kept: StoredRow | undefined): IndexRow {
  const id = wanted.collection.id;
  const current = kept?.indexMissing ? undefined : kept?.row;
  if (kept?.hidden) throw new AppError('store/not-found', 'the collection was deleted', { collection: id });
  if (base && !current) throw new AppError('store/not-found', 'the collection is gone', { collection: id });
  // Cannot happen with browser locks. Without them, the second of two tabs that write fails here.
  if (current?.generation !== base?.generation) {
    throw new AppError('store/busy', 'another tab changed the collection', { collection: id });
  }
  const { generation } = wanted;
  const storedBytes = wanted.files.reduce((sum, file) => sum + file.length, 0);
  const merged = mergeCollection(base?.collection, wanted.collection, current?.collection);
  return { ...wanted, collection: { ...toStoredCollection(merged), generation, storedBytes } };
}

/** Strips `evicted`, `readOnly` and `isOlder`, which are found when a collection is read and never stored. */
export function toStoredCollection(collection: Collection): Collection {
  const { evicted: _evicted, readOnly: _readOnly, isOlder: _isOlder, ...stored } = collection;
  return stored;
}

/** Keeps the current value of every field that the commit did not change, so that it does not undo a rename made while it ran. */
function mergeCollection(
  base: Collection | undefined,
  wanted: Collection,
  current: Collection | undefined,
): Collection {
  if (!base || !current) return wanted;
  const sources = wanted.sources.map((source) => {
    const [before, now] = [base, current].map((other) => other.sources.find(({ id }) => id === source.id));
    return before && now ? merge(before, source, now) : source;
  });
  return { ...merge(base, wanted, current), sources };
}

function merge<T extends object>(base: T, wanted: T, current: T): T {
  const isChanged = (key: keyof T): boolean => JSON.stringify(wanted[key]) !== JSON.stringify(base[key]);
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(current)])] as (keyof T)[];
  const entries = keys.map((key) => [key, isChanged(key) ? wanted[key] : current[key]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}

/** An old tab or older release may read newer data but must not change it. */
export function isNewer(rows: Rows, kept: StoredRow | undefined): boolean {
  return rows.newer || (kept !== undefined && kept.row.formatVersion > FORMAT_VERSION);
}

export function refuseNewer(rows: Rows, kept: StoredRow | undefined): void {
  if (!isNewer(rows, kept)) return;
  const theirs = kept?.row.formatVersion ?? 0;
  throw new AppError('store/newer-format', 'a newer release wrote this', { theirs, ours: FORMAT_VERSION });
}
