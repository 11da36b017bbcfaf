import { openDB } from 'idb';

/** A database as JSON: version, object stores, and their entries. Blobs are `{ $blob: base64 }`. */
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

function toValue(value: unknown): unknown {
  const coded = (value as { $blob?: string } | null)?.$blob;
  return coded === undefined ? value : new Blob([Buffer.from(coded, 'base64')]);
}

async function fromValue(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value;
  return { $blob: Buffer.from(await value.arrayBuffer()).toString('base64') };
}
