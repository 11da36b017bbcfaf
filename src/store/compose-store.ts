import { AppError, isAppError } from '../model/app-error.ts';
import type { Collection } from '../model/collection.ts';
import { FORMAT_VERSION } from '../model/settings.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { isNewer, refuseNewer, toStoredCollection } from './commit/next-row.ts';
import { listDeleted, purgeCollection, randomHex, sweepStore } from './commit/sweep.ts';
import type { Store, StoreChange, StoredFile, WriteLockOptions } from './contract.ts';
import { openGeneration, openStored } from './generation/open-generation.ts';
import { doingLockPrefix, type Locks, type Release, sessionLock, writeLock } from './locks.ts';
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

/** Takes two locks: one keeps others out, the name of the other says what they wait for. Both end with the thread. */
async function acquireWriteLock(locks: Locks, collectionId: string, options: WriteLockOptions): Promise<Release> {
  const release =
    (await locks.acquire(writeLock(collectionId), { ifAvailable: true })) ??
    (await waitForLock(locks, collectionId, options));
  const releaseName = await locks.acquire(doingLockPrefix(collectionId) + options.action, { shared: true });
  return () => {
    releaseName();
    release();
  };
}

async function waitForLock(locks: Locks, collectionId: string, options: WriteLockOptions): Promise<Release> {
  const { waitMs, signal } = options;
  const running = await findRunning(locks, collectionId);
  options.onWait?.(running);
  signal?.throwIfAborted();
  const waiting = new AbortController();
  const stop = (): void => waiting.abort(signal?.reason);
  const giveUp = (): void =>
    waiting.abort(new AppError('store/busy', 'the collection is being changed', { collection: collectionId, running }));
  const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
  signal?.addEventListener('abort', stop);
  try {
    return await locks.acquire(writeLock(collectionId), { signal: waiting.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Empty in the short time before the holder has its second lock. */
async function findRunning(locks: Locks, collectionId: string): Promise<string> {
  const prefix = doingLockPrefix(collectionId);
  return (await locks.listHeld(prefix))[0]?.slice(prefix.length) ?? '';
}
