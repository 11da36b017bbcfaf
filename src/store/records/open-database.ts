import { type IDBPDatabase, openDB } from 'idb';
import { AppError } from '../../model/app-error.ts';
import { toStoreError } from '../to-store-error.ts';
import { DATABASE_NAME, MIGRATIONS, type Migration } from './migrations.ts';

export interface DatabaseOptions {
  readonly name?: string;
  readonly migrations?: readonly Migration[];
}

export async function openDatabase(options: DatabaseOptions = {}) {
  const { name = DATABASE_NAME, migrations = MIGRATIONS } = options;
  let stale = false;
  let closed = false;
  let connection: Promise<IDBPDatabase> | undefined;

  async function open(version: number | undefined): Promise<IDBPDatabase> {
    const db = await openDB(name, version, {
      async upgrade(upgraded, from, to, transaction) {
        try {
          for (const migrate of migrations.slice(from, to ?? undefined)) await migrate(upgraded, transaction as never);
        } catch {
          // Nothing awaits this function: without the abort, a half-done migration would be committed.
          transaction.done.catch(() => {});
          transaction.abort();
        }
      },
      // A tab with a newer release waits until this one closes its connection.
      blocking: () => {
        stale = true;
        void connection?.then((old) => old.close());
      },
      terminated: () => {
        connection = undefined;
      },
    });
    return db;
  }

  async function openAny(): Promise<IDBPDatabase> {
    try {
      return await open(migrations.length);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
      return open(undefined);
    }
  }

  async function connect(): Promise<IDBPDatabase> {
    if (stale) throw new AppError('store/newer-format', 'a newer release is open in another tab', {});
    if (closed) throw new AppError('store/unavailable', 'the store is closed', {});
    connection ??= openAny();
    try {
      return await connection;
    } catch (error) {
      connection = undefined;
      throw toStoreError(error);
    }
  }

  const first = await connect();
  return {
    /** True if a newer release created it. */
    newer: first.version > migrations.length,
    /** The open connection. Throws `store/newer-format` once a newer release wants the database: this tab is stale. */
    connect,
    close(): void {
      closed = true;
      connection?.then((db) => db.close()).catch(() => {});
    },
  };
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;
