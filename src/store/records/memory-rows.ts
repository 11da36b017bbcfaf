import type { Records } from '../contract.ts';
import type { Rows, StoredRow } from './rows.ts';

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
