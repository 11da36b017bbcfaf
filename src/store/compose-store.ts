import { AppError, isAppError } from '../model/app-error.ts';
import type { Collection } from '../model/collection.ts';
import { FORMAT_VERSION } from '../model/settings.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { randomHex } from './commit/file-name.ts';
import { toStoredCollection } from './commit/next-row.ts';
import { isNewer, refuseNewer } from './commit/refuse-newer.ts';
import { listDeleted, purgeCollection, sweepStore } from './commit/sweep.ts';
import type { Store, StoreChange, StoredFile } from './contract.ts';
import { openGeneration, openStored } from './generation/open-generation.ts';
import { acquireWriteLock } from './locks/acquire-write-lock.ts';
import { sessionLock } from './locks/lock-names.ts';
import type { Release } from './locks/locks.ts';
import type { StoredRow } from './records/rows.ts';
import { askToPersist, readUsage } from './storage-use.ts';
import type { StoreDeps } from './store-deps.ts';

/** The one commit protocol over any rows, backends and locks. */
export function composeStore(deps: StoreDeps): Store {
  const session = randomHex();
  let releaseSession: Release | undefined;

  async function change(
    collectionId: string,
    what: StoreChange['what'],
    decide: (kept: StoredRow) => StoredRow,
  ): Promise<Collection> {
    const kept = await deps.rows.change(collectionId, (current) => {
      if (!current) throw new AppError('store/not-found', 'there is no such collection', { collection: collectionId });
      refuseNewer(deps.rows, current);
      return decide(current);
    });
    deps.feed.emit({ collectionId, what });
    return (kept as StoredRow).row.collection;
  }

  return {
    backend: deps.backends[0].where,
    ...(deps.fallbackReason !== undefined && { fallbackReason: deps.fallbackReason }),
    records: deps.rows.records,

    async listCollections() {
      const rows = (await deps.rows.list()).filter((kept) => !kept.hidden);
      return Promise.all(rows.map((kept) => describeCollection(deps, kept)));
    },
    listIds: () => deps.rows.listIds(),
    acquireWriteLock: (collectionId, options) => acquireWriteLock(deps.locks, collectionId, options),
    openGeneration: (collectionId) => openGeneration(deps, collectionId),
    beginCommit: (collectionId, firstGeneration) => beginCommit(deps, collectionId, firstGeneration),
    updateCollection: (collectionId, update) =>
      change(collectionId, 'update', (kept) => {
        if (kept.hidden)
          throw new AppError('store/not-found', 'the collection was deleted', { collection: collectionId });
        const collection = toStoredCollection(update(kept.row.collection));
        return { ...kept, row: { ...kept.row, collection } };
      }),
    async deleteCollection(collectionId, options = {}) {
      releaseSession ??= await deps.locks.acquire(sessionLock(session), { shared: true });
      await change(collectionId, 'delete', (kept) => ({ ...kept, hidden: { session, ...options } }));
    },
    listDeleted: () => listDeleted(deps),
    purgeCollection: (collectionId) => purgeCollection(deps, collectionId),
    async undeleteCollection(collectionId) {
      await change(collectionId, 'undelete', ({ hidden: _hidden, ...kept }) => kept);
    },
    sweep: async () => ({ removedFiles: await sweepStore(deps) }),
    subscribe: (listener) => deps.feed.subscribe(listener),

    usage: () => readUsage(deps),
    persist: () => askToPersist(deps),
    verify: (collectionId) => verifyCollection(deps, collectionId),
    async close() {
      releaseSession?.();
      deps.feed.close();
      deps.rows.close();
    },
  };
}

async function describeCollection(deps: StoreDeps, kept: StoredRow): Promise<Collection> {
  const { collection, files } = kept.row;
  const evicted = kept.indexMissing || (files.length > 0 && !(await hasAnyFile(deps, collection.id, files)));
  return {
    ...collection,
    ...(evicted && { evicted: true }),
    ...(isNewer(deps.rows, kept) && { readOnly: true }),
    ...(kept.row.formatVersion < FORMAT_VERSION && files.length > 0 && { isOlder: true }),
  };
}

async function hasAnyFile(deps: StoreDeps, collectionId: string, files: readonly StoredFile[]): Promise<boolean> {
  const names = new Set<string>();
  for (const backend of deps.backends) for (const name of await backend.listNames(collectionId)) names.add(name);
  return files.some((file) => names.has(file.name));
}

async function verifyCollection(deps: StoreDeps, collectionId: string): Promise<readonly StoredFile[]> {
  const generation = await openGeneration(deps, collectionId);
  const damaged: StoredFile[] = [];
  try {
    for (const file of generation.row.files) {
      try {
        await (await openStored(deps, collectionId, file)).readAll();
      } catch (error) {
        if (!isAppError(error) || (error.code !== 'store/damaged' && error.code !== 'store/not-found')) throw error;
        damaged.push(file);
      }
    }
  } finally {
    generation.release();
  }
  return damaged;
}
