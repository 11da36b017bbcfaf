import { toAppError } from '../../model/app-error.ts';
import type { Records, RecordTable } from '../contract.ts';
import type { Rows, StoredRow } from './rows.ts';
import { createTableRecords } from './table-records.ts';

export type MemoryTables = Map<RecordTable, Table>;
type Table = Map<string, unknown>;

/** Clones values in and out, so that whatever works here works in IndexedDB too. */
export function createMemoryRecords(tables: MemoryTables): Records {
  return createTableRecords((name) => {
    const table: Table = tables.get(name) ?? new Map();
    tables.set(name, table);
    return {
      keys: () => table.keys(),
      get: (key) => structuredClone(table.get(key)),
      setAll(entries) {
        for (const [key, value] of clone(entries)) table.set(key, value);
      },
      delete: (key) => table.delete(key),
    };
  });
}

function clone<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch (error) {
    throw toAppError(error);
  }
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
