import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import type { IndexRow } from '../contract.ts';
import type { KeptRow } from '../records/rows.ts';

/** The row after the commit, given the row that is there now. Throws when the commit must not be published. */
export function toNextRow(
  base: IndexRow | undefined,
  wanted: Omit<IndexRow, 'generation'>,
  kept: KeptRow | undefined,
): IndexRow {
  const id = wanted.collection.id;
  const current = kept?.indexMissing ? undefined : kept?.row;
  if (kept?.hidden) throw new AppError('store/not-found', 'the collection was deleted', { collection: id });
  if (base && !current) throw new AppError('store/not-found', 'the collection is gone', { collection: id });
  // Cannot happen where the browser has locks. Where it has none, the second of two tabs that write fails here.
  if (current?.generation !== base?.generation) {
    throw new AppError('store/busy', 'another tab changed the collection', { collection: id });
  }
  const generation = (base?.generation ?? 0) + 1;
  const storedBytes = wanted.files.reduce((sum, file) => sum + file.length, 0);
  const merged = mergeCollection(base?.collection, wanted.collection, current?.collection);
  return { ...wanted, generation, collection: { ...toStoredCollection(merged), generation, storedBytes } };
}

/** `evicted` and `readOnly` are found when a collection is read; they are never stored. */
export function toStoredCollection(collection: Collection): Collection {
  const { evicted: _evicted, readOnly: _readOnly, ...stored } = collection;
  return stored;
}

/** A commit must not undo a rename made while it ran: fields it did not change keep their current value. */
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
