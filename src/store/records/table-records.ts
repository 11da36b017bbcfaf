import type { Records, RecordTable } from '../contract.ts';

/** One table of records: values by key, which the caller may change afterwards. */
export interface KeyTable {
  keys(): Iterable<string>;
  get(key: string): unknown;
  /** Throws before it writes any, if one cannot be stored. */
  setAll(entries: readonly (readonly [string, unknown])[]): void;
  delete(key: string): void;
}

export function createTableRecords(tableOf: (name: RecordTable) => KeyTable): Records {
  return {
    get: async <T>(table: RecordTable, key: string) => tableOf(table).get(key) as T | undefined,
    put: async (table, key, value) => tableOf(table).setAll([[key, value]]),
    putMany: async (table, entries) => tableOf(table).setAll(entries),
    delete: async (table, key) => tableOf(table).delete(key),
    async deletePrefix(table, prefix) {
      for (const key of listTableKeys(tableOf(table).keys(), { prefix })) tableOf(table).delete(key);
    },
    list: async <T>(name: RecordTable, options: ListOptions) =>
      listTableKeys(tableOf(name).keys(), options).map((key) => [key, tableOf(name).get(key) as T] as const),
    listKeys: async (table, prefix) => listTableKeys(tableOf(table).keys(), { prefix }),
  };
}

type ListOptions = Parameters<Records['list']>[1];

/** In UTF-16 order, as in IndexedDB. */
function listTableKeys(all: Iterable<string>, { prefix, after, limit, reverse = false }: ListOptions): string[] {
  const isListed = (key: string): boolean =>
    key.startsWith(prefix) && (after === undefined || (reverse ? key < after : key > after));
  const keys = [...all].filter(isListed).sort((a, b) => (a < b !== reverse ? -1 : 1));
  return keys.slice(0, limit);
}
