import { toAppError } from '../../model/app-error.ts';
import type { Records, RecordTable } from '../contract.ts';

interface Table {
  readonly values: Map<string, unknown>;
  /** Keys in UTF-16 order, as in IndexedDB. Undefined after a deletion or a key out of order; the next use sorts them again. */
  keys: string[] | undefined;
}
export type MemoryTables = Map<RecordTable, Table>;

/** Clones values in and out, so that whatever works here works in IndexedDB too. */
export function createMemoryRecords(tables: MemoryTables): Records {
  const tableOf = (name: RecordTable): Table => {
    const table = tables.get(name) ?? { values: new Map(), keys: [] };
    tables.set(name, table);
    return table;
  };
  return {
    async get<T>(table: RecordTable, key: string) {
      return structuredClone(tableOf(table).values.get(key)) as T | undefined;
    },
    async put(table, key, value) {
      putOne(tableOf(table), key, clone(value));
    },
    async putMany(table, entries) {
      const clones = clone(entries);
      for (const [key, value] of clones) putOne(tableOf(table), key, value);
    },
    async delete(table, key) {
      deleteKeys(tableOf(table), [key]);
    },
    async deletePrefix(table, prefix) {
      deleteKeys(tableOf(table), listKeys(tableOf(table), { prefix }));
    },
    async list<T>(name: RecordTable, options: ListOptions) {
      const table = tableOf(name);
      return listKeys(table, options).map((key) => [key, structuredClone(table.values.get(key)) as T] as const);
    },
    listKeys: async (name, prefix) => listKeys(tableOf(name), { prefix }),
  };
}

function clone<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch (error) {
    throw toAppError(error);
  }
}

type ListOptions = Parameters<Records['list']>[1];

function putOne(table: Table, key: string, value: unknown): void {
  if (!table.values.has(key) && table.keys) {
    const last = table.keys.at(-1);
    if (last === undefined || last < key) table.keys.push(key);
    else table.keys = undefined;
  }
  table.values.set(key, value);
}

function deleteKeys(table: Table, keys: readonly string[]): void {
  for (const key of keys) table.values.delete(key);
  table.keys = undefined;
}

function listKeys(table: Table, { prefix, after, limit, reverse }: ListOptions): string[] {
  table.keys ??= [...table.values.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const keys = table.keys;
  let from = countBelow(keys, (key) => key < prefix);
  let to = countBelow(keys, (key) => key < prefix || key.startsWith(prefix));
  if (after !== undefined && reverse)
    to = Math.min(
      to,
      countBelow(keys, (key) => key < after),
    );
  if (after !== undefined && !reverse)
    from = Math.max(
      from,
      countBelow(keys, (key) => key <= after),
    );
  if (from >= to) return [];
  const most = limit ?? Number.POSITIVE_INFINITY;
  if (reverse) return keys.slice(Math.max(from, to - most), to).reverse();
  return keys.slice(from, Math.min(to, from + most));
}

/** Counts the leading keys that pass a test; no later key may pass it. */
function countBelow(keys: readonly string[], isBelow: (key: string) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(keys[middle] as string)) low = middle + 1;
    else high = middle;
  }
  return low;
}
