import type { Store } from '../store/contract.ts';
import type { FileEntry } from './file-entry.ts';

const KEY = 'damaged/';

/** Files that were found damaged and cannot be made again here. A sync reads what lay in them once more, though its source did not change. */
export async function noteDamage(store: Store, collectionId: string, names: readonly string[]): Promise<void> {
  const known = await readDamage(store, collectionId);
  if (names.every((name) => known.has(name))) return;
  await store.records.put('settings', KEY + collectionId, [...new Set([...known, ...names])]);
}

export async function readDamage(store: Store, collectionId: string): Promise<ReadonlySet<string>> {
  return new Set(await store.records.get<string[]>('settings', KEY + collectionId));
}

/** What no generation has any more is forgotten. */
export async function forgetDamage(store: Store, collectionId: string): Promise<void> {
  const known = await readDamage(store, collectionId);
  if (known.size === 0) return;
  const generation = await store.openGeneration(collectionId);
  generation.release();
  const left = generation.row.files.filter(({ name }) => known.has(name)).map(({ name }) => name);
  if (left.length === 0) await store.records.delete('settings', KEY + collectionId);
  else await store.records.put('settings', KEY + collectionId, left);
}

export function liesIn(entry: FileEntry, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return [entry.leaf, entry.contents, entry.original].some((span) => span !== undefined && names.has(span.pack));
}
