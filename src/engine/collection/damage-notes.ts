import { type AppError, isAppError } from '../../model/app-error.ts';
import type { Store } from '../../store/contract.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { createCollectionRecords, type OwnRecords } from './collection-records.ts';

const KEY = 'damaged';

const recordsOf = (store: Store, collectionId: string): OwnRecords => createCollectionRecords(store).of(collectionId);

export function isDamage(error: unknown): error is AppError {
  return isAppError(error) && error.code === 'store/damaged';
}

/** Records damaged files that cannot be rebuilt here. A sync reads their contents again, even if the source has not changed. */
export async function noteDamage(store: Store, collectionId: string, names: readonly string[]): Promise<void> {
  const known = await readDamage(store, collectionId);
  if (names.every((name) => known.has(name))) return;
  await recordsOf(store, collectionId).put('settings', KEY, [...new Set([...known, ...names])]);
}

export async function readDamage(store: Store, collectionId: string): Promise<ReadonlySet<string>> {
  return new Set(await recordsOf(store, collectionId).get<string[]>('settings', KEY));
}

/** Drops notes about files that no generation contains. */
export async function forgetDamage(store: Store, collectionId: string): Promise<void> {
  const known = await readDamage(store, collectionId);
  if (known.size === 0) return;
  const generation = await store.openGeneration(collectionId);
  generation.release();
  const left = generation.row.files.filter(({ name }) => known.has(name)).map(({ name }) => name);
  if (left.length === 0) await recordsOf(store, collectionId).delete('settings', KEY);
  else await recordsOf(store, collectionId).put('settings', KEY, left);
}

export function isInBundles(entry: FileEntry, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return [entry.leaf, entry.contents, entry.original].some((span) => span !== undefined && names.has(span.bundle));
}
