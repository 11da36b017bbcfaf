import { openDB } from 'idb';

/** A database as JSON: version, object stores, and their entries. Blobs are `{ $blob: base64 }`, bytes `{ $bytes: base64 }`. */
export interface Dump {
  readonly version: number;
  readonly stores: Readonly<
    Record<string, { readonly keyPath: string | null; readonly entries: readonly (readonly [IDBValidKey, unknown])[] }>
  >;
}

export async function restoreDump(name: string, dump: Dump): Promise<void> {
  const db = await openDB(name, dump.version, {
    upgrade(upgraded) {
      for (const [store, { keyPath }] of Object.entries(dump.stores)) upgraded.createObjectStore(store, { keyPath });
    },
  });
  for (const [store, { keyPath, entries }] of Object.entries(dump.stores)) {
    for (const [key, value] of entries) await db.put(store, toValue(value), keyPath === null ? key : undefined);
  }
  db.close();
}

export async function dumpDatabase(name: string): Promise<Dump> {
  const db = await openDB(name);
  const stores: Record<string, { keyPath: string | null; entries: [IDBValidKey, unknown][] }> = {};
  for (const store of db.objectStoreNames) {
    const keyPath = db.transaction(store).store.keyPath as string | null;
    const [keys, values] = [await db.getAllKeys(store), await db.getAll(store)];
    const entries: [IDBValidKey, unknown][] = [];
    for (const [i, key] of keys.entries()) entries.push([key, await fromValue(values[i])]);
    stores[store] = { keyPath, entries };
  }
  const { version } = db;
  db.close();
  return { version, stores };
}

export function toValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toValue);
  const { $blob, $bytes } = value as { $blob?: string; $bytes?: string };
  if ($blob !== undefined) return new Blob([decode($blob)]);
  if ($bytes !== undefined) return decode($bytes);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toValue(inner)]));
}

async function fromValue(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob) return { $blob: Buffer.from(await value.arrayBuffer()).toString('base64') };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return Promise.all(value.map(fromValue));
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('a value that JSON cannot hold');
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await fromValue(inner)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Also runs in a page. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
