import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import type { IndexRow } from '../contract.ts';
import type { KeptRow } from '../records/rows.ts';

/** What the pointer shall say, given what it says now. Throws when it must not move. */
export function toNextRow(
  base: IndexRow | undefined,
  wanted: Omit<IndexRow, 'generation'>,
  kept: KeptRow | undefined,
): IndexRow {
  const id = wanted.collection.id;
  const current = kept?.halfDeleted ? undefined : kept?.row;
  if (kept?.hidden) throw new AppError('store/not-found', 'the collection was deleted', { collection: id });
  if (base && !current) throw new AppError('store/not-found', 'the collection is gone', { collection: id });
  // Cannot happen where the browser has locks; where it has none, the later writer of two tabs loses here.
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

/** A rename during a long commit must not be undone by it: what the commit did not change stays as it is now. */
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
