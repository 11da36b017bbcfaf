import { isAppError } from '../model/app-error.ts';
import type { FileBackend } from './backends/file-backend.ts';
import { createIdbBackend } from './backends/idb-backend.ts';
import { createOpfsBackend, openOpfsHome } from './backends/opfs-backend.ts';
import { createBroadcastFeed } from './change-feed.ts';
import { composeStore } from './compose-store.ts';
import type { Store, StoreBackend } from './contract.ts';
import { createWebLocks } from './locks.ts';
import { createMemoryStore } from './memory-store.ts';
import { createIdbRows } from './records/idb-rows.ts';
import { DATABASE_NAME } from './records/migrations.ts';
import { type Database, openDatabase } from './records/open-database.ts';
import type { OnStep } from './store-deps.ts';

export interface StoreOptions {
  /** Called and awaited at every named step of a commit. */
  readonly onStep?: OnStep;
  readonly databaseName?: string;
  /** Our directory in the origin's private file system. */
  readonly directoryName?: string;
}

/** Opens the best of OPFS, IndexedDB and memory that works here; `fallbackReason` says why OPFS does not. */
export async function createStore(options: StoreOptions = {}): Promise<Store> {
  const reasons: string[] = [];
  for (const create of [createOpfsStore, createIdbStore]) {
    try {
      return await create(options, reasons.join('; ') || undefined);
    } catch (error) {
      reasons.push(describeFailure(create === createOpfsStore ? 'opfs' : 'idb', error));
    }
  }
  const fallbackReason = reasons.join('; ');
  return createMemoryStore({ fallbackReason, ...(options.onStep && { onStep: options.onStep }) });
}

/** Rows in IndexedDB, bytes in OPFS; also reads files that an earlier start left in IndexedDB. */
export async function createOpfsStore(options: StoreOptions = {}): Promise<Store> {
  const home = await openOpfsHome(options.directoryName ?? 'quire');
  const database = await openDatabase({ name: options.databaseName ?? DATABASE_NAME });
  return compose(database, [createOpfsBackend(home), createIdbBackend(database)], options);
}

export async function createIdbStore(options: StoreOptions = {}, fallbackReason?: string): Promise<Store> {
  const database = await openDatabase({ name: options.databaseName ?? DATABASE_NAME });
  try {
    if (!database.newer) await probeBlobs(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return compose(database, [createIdbBackend(database)], options, fallbackReason);
}

function compose(
  database: Database,
  backends: readonly [FileBackend, ...FileBackend[]],
  options: StoreOptions,
  fallbackReason?: string,
): Store {
  const name = options.databaseName ?? DATABASE_NAME;
  return composeStore({
    rows: createIdbRows(database),
    backends,
    locks: createWebLocks(name),
    feed: createBroadcastFeed(name),
    ...(fallbackReason !== undefined && { fallbackReason }),
    ...(options.onStep && { onStep: options.onStep }),
  });
}

/** Some browsers accept a Blob and fail at commit, or never return it. */
async function probeBlobs(database: Database): Promise<void> {
  const db = await database.connect();
  const transaction = db.transaction('settings', 'readwrite');
  const key = 'store/probe';
  await Promise.all([transaction.store.put(new Blob(['probe']), key), transaction.done]);
  const blob = (await db.get('settings', key)) as Blob;
  if ((await blob.text()) !== 'probe') throw new Error('IndexedDB does not keep blobs');
  await db.delete('settings', key);
}

function describeFailure(backend: StoreBackend, error: unknown): string {
  const name = isAppError(error) ? (error.details.name ?? error.code) : error instanceof Error ? error.name : 'unknown';
  const message = error instanceof Error ? error.message : '';
  return `${backend}: ${name}${message ? ` (${message})` : ''}`;
}
