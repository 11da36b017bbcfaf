import { type IDBPDatabase, unwrap } from 'idb';
import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { CollectionRow, IndexesRow } from '../../model/schema/store-row.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import type { Records, RecordTable, StoredFile } from '../contract.ts';
import { withStoreErrors } from '../to-store-error.ts';
import type { Database } from './open-database.ts';
import type { Rows, StoredRow } from './rows.ts';

/** A collection has two rows: the fields a user edits, and the pointer to its files. Both change in one transaction. */
export function createIdbRows(database: Database): Rows {
  async function find(collectionId: string): Promise<StoredRow | undefined> {
    const transaction = (await database.connect()).transaction(['collections', 'indexes']);
    const [collection, index] = await Promise.all([
      transaction.objectStore('collections').get(collectionId),
      transaction.objectStore('indexes').get(collectionId),
    ]);
    return parseStoredRow(collection, index);
  }

  async function list(): Promise<readonly StoredRow[]> {
    const transaction = (await database.connect()).transaction(['collections', 'indexes']);
    const [collections, indexes] = await Promise.all([
      transaction.objectStore('collections').getAll(),
      transaction.objectStore('indexes').getAll(),
    ]);
    const byId = new Map(indexes.map((index: { id: string }) => [index.id, index]));
    return collections.flatMap(
      (collection: { id: string }) => parseStoredRow(collection, byId.get(collection.id)) ?? [],
    );
  }

  async function listIds(): Promise<readonly string[]> {
    return (await (await database.connect()).getAllKeys('collections')) as string[];
  }

  return {
    newer: database.newer,
    records: createIdbRecords(database),
    find: (collectionId) => withStoreErrors(() => find(collectionId)),
    list: () => withStoreErrors(list),
    listIds: () => withStoreErrors(listIds),
    change: (collectionId, decide, options) =>
      withStoreErrors(async () => change(await database.connect(), collectionId, decide, options)),
    close: () => database.close(),
  };
}

async function change(
  db: IDBPDatabase,
  collectionId: string,
  decide: Parameters<Rows['change']>[1],
  options: Parameters<Rows['change']>[2] = {},
): Promise<StoredRow | undefined> {
  const durability = options.durable ? 'strict' : 'default';
  const transaction = db.transaction(['collections', 'indexes', 'files'], 'readwrite', { durability });
  // Awaited at the end; without this, an earlier abort would be reported as an unhandled rejection.
  transaction.done.catch(() => {});
  const collections = transaction.objectStore('collections');
  const indexes = transaction.objectStore('indexes');
  try {
    const [collection, index] = await Promise.all([collections.get(collectionId), indexes.get(collectionId)]);
    for (const file of options.newFiles ?? []) {
      if (file.where === 'idb') await expectKey(transaction.objectStore('files'), collectionId, file);
    }
    const next = decide(parseStoredRow(collection, index));
    const requests = next
      ? [collections.put(toCollectionRow(next)), next.indexMissing ? undefined : indexes.put(toIndexesRow(next))]
      : [collections.delete(collectionId), indexes.delete(collectionId)];
    await Promise.all([...requests, transaction.done]);
    return next;
  } catch (error) {
    abortIfOpen(transaction);
    // Requests of an aborted transaction fail with AbortError; the reason is in `transaction.error`.
    throw transaction.error ?? error;
  }
}

function abortIfOpen(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** Throws if the file is missing: without browser locks, a sweep in another tab may have removed a file that had no row yet. */
async function expectKey(
  files: { getKey(key: IDBValidKey): Promise<IDBValidKey | undefined> },
  collectionId: string,
  file: StoredFile,
): Promise<void> {
  if ((await files.getKey([collectionId, file.name])) !== undefined) return;
  throw new AppError('store/busy', 'another tab removed a file of this commit', { file: file.name });
}

export function toCollectionRow({ row, hidden }: StoredRow): unknown {
  return { ...row.collection, ...(hidden && { hidden }) };
}

export function toIndexesRow({ row }: StoredRow): unknown {
  const { id, index_id, settings, stats } = row.collection;
  return {
    id,
    index_id,
    settings,
    stats,
    generation: row.generation,
    formatVersion: row.formatVersion,
    files: row.files,
  };
}

/** Returns undefined without a row, or if no release of this app could have written it. */
export function parseStoredRow(collectionRow: unknown, indexesRow: unknown): StoredRow | undefined {
  const parsed = CollectionRow.safeParse(collectionRow);
  if (!parsed.success) return undefined;
  const { hidden, ...rest } = parsed.data;
  const collection = rest as unknown as Collection;
  if (indexesRow === undefined) {
    const row = { collection, generation: 0, formatVersion: FORMAT_VERSION, files: [] };
    return { row, indexMissing: true, ...(hidden && { hidden }) };
  }
  const index = IndexesRow.safeParse(indexesRow);
  if (!index.success) return undefined;
  const { generation, formatVersion, files } = index.data;
  const row = { collection, generation, formatVersion, files: files as unknown as readonly StoredFile[] };
  return { row, ...(hidden && { hidden }) };
}

type ListOptions = Parameters<Records['list']>[1];

function createIdbRecords(database: Database): Records {
  async function write(table: RecordTable, put: (store: IDBObjectStore) => void): Promise<void> {
    if (database.newer) throw new AppError('store/newer-format', 'a newer release wrote this', {});
    const transaction = (await database.connect()).transaction(table, 'readwrite');
    try {
      put(unwrap(transaction.store));
    } catch (error) {
      transaction.done.catch(() => {});
      transaction.abort();
      throw error;
    }
    await transaction.done;
  }

  async function list<T>(table: RecordTable, options: ListOptions): Promise<(readonly [string, T])[]> {
    const range = toKeyRange(options);
    if (range === 'none' || options.limit === 0) return [];
    const { store } = (await database.connect()).transaction(table);
    if (options.reverse) return listBackwards<T>(unwrap(store), range, options.limit);
    const [keys, values] = await Promise.all([
      store.getAllKeys(range, options.limit),
      store.getAll(range, options.limit),
    ]);
    return keys.map((key, i) => [key as string, values[i] as T] as const);
  }

  return {
    get: <T>(table: RecordTable, key: string) =>
      withStoreErrors(async () => (await (await database.connect()).get(table, key)) as T | undefined),
    put: (table, key, value) => withStoreErrors(() => write(table, (store) => void store.put(value, key))),
    putMany: (table, entries) =>
      withStoreErrors(() =>
        write(table, (store) => {
          for (const [key, value] of entries) store.put(value, key);
        }),
      ),
    delete: (table, key) => withStoreErrors(() => write(table, (store) => void store.delete(key))),
    async deletePrefix(table, prefix) {
      const range = toKeyRange({ prefix });
      if (range === 'none') return;
      await withStoreErrors(() => write(table, (store) => void (range ? store.delete(range) : store.clear())));
    },
    list: (table, options) => withStoreErrors(() => list(table, options)),
    async listKeys(table, prefix) {
      const range = toKeyRange({ prefix });
      if (range === 'none') return [];
      return withStoreErrors(async () => (await (await database.connect()).getAllKeys(table, range)) as string[]);
    },
  };
}

/** Uses a cursor, because `getAll` only goes forward. */
function listBackwards<T>(
  store: IDBObjectStore,
  range: IDBKeyRange | undefined,
  limit = Number.POSITIVE_INFINITY,
): Promise<(readonly [string, T])[]> {
  return new Promise((resolve, reject) => {
    const entries: (readonly [string, T])[] = [];
    const request = store.openCursor(range, 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) entries.push([cursor.key as string, cursor.value as T]);
      if (cursor && entries.length < limit) cursor.continue();
      else resolve(entries);
    };
  });
}

/** Undefined: every key. `none`: no key can match. */
function toKeyRange(options: { prefix: string; after?: string; reverse?: boolean }): IDBKeyRange | undefined | 'none' {
  const { prefix, after, reverse } = options;
  let lower = { key: prefix, open: false };
  let upper = findSuccessor(prefix);
  if (after !== undefined && reverse && (upper === undefined || after < upper)) upper = after;
  if (after !== undefined && !reverse && after >= lower.key) lower = { key: after, open: true };
  if (upper === undefined)
    return lower.key === '' && !lower.open ? undefined : IDBKeyRange.lowerBound(lower.key, lower.open);
  if (lower.key >= upper) return 'none';
  return IDBKeyRange.bound(lower.key, upper, lower.open, true);
}

/** Returns the smallest string greater than every string with the prefix, in UTF-16 order; undefined if the prefix has no such successor. */
function findSuccessor(prefix: string): string | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const unit = prefix.charCodeAt(last);
    if (unit < 0xffff) return prefix.slice(0, last) + String.fromCharCode(unit + 1);
  }
  return undefined;
}
