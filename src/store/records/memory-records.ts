import { toAppError } from '../../model/app-error.ts';
import type { Records, RecordTable } from '../contract.ts';
import type { Rows, StoredRow } from './rows.ts';

export type MemoryTables = Map<RecordTable, Table>;
type Table = Map<string, unknown>;

/** Clones values in and out, so that whatever works here works in IndexedDB too. */
export function createMemoryRecords(tables: MemoryTables): Records {
  const tableOf = (name: RecordTable): Table => {
    const table = tables.get(name) ?? new Map();
    tables.set(name, table);
    return table;
  };
  return {
    async get<T>(table: RecordTable, key: string) {
      return structuredClone(tableOf(table).get(key)) as T | undefined;
    },
    async put(table, key, value) {
      tableOf(table).set(key, clone(value));
    },
    async putMany(table, entries) {
      for (const [key, value] of clone(entries)) tableOf(table).set(key, value);
    },
    async delete(table, key) {
      tableOf(table).delete(key);
    },
    async deletePrefix(table, prefix) {
      for (const key of listTableKeys(tableOf(table).keys(), { prefix })) tableOf(table).delete(key);
    },
    async list<T>(name: RecordTable, options: ListOptions) {
      const table = tableOf(name);
      return listTableKeys(table.keys(), options).map((key) => [key, structuredClone(table.get(key)) as T] as const);
    },
    listKeys: async (name, prefix) => listTableKeys(tableOf(name).keys(), { prefix }),
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

/** In UTF-16 order, as in IndexedDB. */
export function listTableKeys(all: Iterable<string>, { prefix, after, limit, reverse = false }: ListOptions): string[] {
  const isListed = (key: string): boolean =>
    key.startsWith(prefix) && (after === undefined || (reverse ? key < after : key > after));
  const keys = [...all].filter(isListed).sort((a, b) => (a < b !== reverse ? -1 : 1));
  return keys.slice(0, limit);
}

export function createMemoryRows(kept: Map<string, StoredRow>, records: Records): Rows {
  return {
    newer: false,
    records,
    find: async (collectionId) => kept.get(collectionId),
    list: async () => [...kept.values()],
    listIds: async () => [...kept.keys()],
    async change(collectionId, decide) {
      const next = decide(kept.get(collectionId));
      if (next) kept.set(collectionId, next);
      else kept.delete(collectionId);
      return next;
    },
    close: () => {},
  };
}
