import { createMemoryBackend, type MemoryFiles } from './backends/memory-backend.ts';
import { createLocalFeed, type Listeners } from './change-feed.ts';
import { composeStore } from './compose-store.ts';
import type { Store } from './contract.ts';
import { createLocalLocks } from './locks.ts';
import { createMemoryRecords, createMemoryRows, type MemoryTables } from './records/memory-records.ts';
import type { StoredRow } from './records/rows.ts';
import type { OnStep } from './store-deps.ts';

/** Contents of a memory store. Several stores that share one act like several tabs. */
export type MemoryDisk = ReturnType<typeof createMemoryDisk>;

export function createMemoryDisk() {
  return {
    rows: new Map<string, StoredRow>(),
    files: new Map() as MemoryFiles,
    tables: new Map() as MemoryTables,
    locks: createLocalLocks(),
    listeners: new Set() as Listeners,
  };
}

/** Loses everything when the process ends. Returns views of its bytes. */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const disk = options.disk ?? createMemoryDisk();
  return composeStore({
    rows: createMemoryRows(disk.rows, createMemoryRecords(disk.tables)),
    backends: [createMemoryBackend(disk.files)],
    locks: disk.locks,
    feed: createLocalFeed(disk.listeners),
    ...(options.fallbackReason !== undefined && { fallbackReason: options.fallbackReason }),
    ...(options.onStep && { onStep: options.onStep }),
  });
}

export interface MemoryStoreOptions {
  readonly disk?: MemoryDisk;
  readonly fallbackReason?: string;
  readonly onStep?: OnStep;
}
