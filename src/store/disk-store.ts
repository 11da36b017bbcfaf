import { join } from 'node:path';
import { createDiskBackend } from './backends/disk-backend.ts';
import { createLocalFeed, type Listeners } from './change-feed.ts';
import { composeStore } from './compose-store.ts';
import type { Store } from './contract.ts';
import { createLocalLocks, type Locks } from './locks.ts';
import { createDiskRecords, openDiskTable } from './records/disk-records.ts';
import { parseStoredRow, toCollectionRow, toIndexesRow } from './records/idb-rows.ts';
import type { Rows, StoredRow } from './records/rows.ts';
import type { KeyTable } from './records/table-records.ts';
import type { OnStep } from './store-deps.ts';

export interface DiskStoreOptions {
  readonly onStep?: OnStep;
  /** Shared by stores over the same folder. */
  readonly locks?: Locks;
  readonly listeners?: Listeners;
}

/** A store in a folder of the system, for Node. Only one process may use the folder at a time. */
export function createDiskStore(folder: string, options: DiskStoreOptions = {}): Store {
  return composeStore({
    rows: createDiskRows(openDiskTable(join(folder, 'rows')), join(folder, 'records')),
    backends: [createDiskBackend(join(folder, 'files'))],
    locks: options.locks ?? createLocalLocks(),
    feed: createLocalFeed(options.listeners ?? new Set()),
    ...(options.onStep && { onStep: options.onStep }),
  });
}

interface DiskRow {
  readonly collection: unknown;
  readonly index: unknown;
}

function createDiskRows(table: KeyTable, recordsFolder: string): Rows {
  const find = (collectionId: string): StoredRow | undefined => {
    const { collection, index } = (table.get(collectionId) ?? {}) as Partial<DiskRow>;
    return parseStoredRow(collection, index);
  };
  return {
    newer: false,
    records: createDiskRecords(recordsFolder),
    find: async (collectionId) => find(collectionId),
    list: async () => [...table.keys()].flatMap((collectionId) => find(collectionId) ?? []),
    listIds: async () => [...table.keys()],
    async change(collectionId, decide) {
      const next = decide(find(collectionId));
      if (next === undefined) table.delete(collectionId);
      else {
        const index = next.indexMissing ? undefined : toIndexesRow(next);
        table.setAll([[collectionId, { collection: toCollectionRow(next), index } satisfies DiskRow]]);
      }
      return next;
    },
    close: () => {},
  };
}
