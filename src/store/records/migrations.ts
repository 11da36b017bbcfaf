import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { RECORD_TABLES } from '../contract.ts';

export const DATABASE_NAME = 'llmx-ingestor';

type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;
/** Runs inside the upgrade transaction and awaits nothing but that transaction's own requests. */
export type Migration = (db: IDBPDatabase, transaction: Upgrade) => void | Promise<void>;

/** Number n migrates from version n - 1 to n. Never change one that has shipped. */
export const MIGRATIONS: readonly Migration[] = [createFirstVersion];

function createFirstVersion(db: IDBPDatabase): void {
  db.createObjectStore('collections', { keyPath: 'id' });
  db.createObjectStore('indexes', { keyPath: 'id' });
  // Key [collection, file name], value Blob: file bytes in browsers without OPFS.
  db.createObjectStore('files');
  for (const table of RECORD_TABLES) db.createObjectStore(table);
}
