import { unwrap } from 'idb';
import { AppError } from '../../model/app-error.ts';
import type { Records, RecordTable } from '../contract.ts';
import { withStoreErrors } from '../to-store-error.ts';
import type { Database } from './open-database.ts';

type ListOptions = Parameters<Records['list']>[1];

export function createIdbRecords(database: Database): Records {
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
