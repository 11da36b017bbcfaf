import { AppError } from '../model/app-error.ts';
import type { Collection } from '../model/collection.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { randomHex } from './commit/file-name.ts';
import { toStoredCollection } from './commit/next-row.ts';
import { isNewer, refuseNewer } from './commit/refuse-newer.ts';
import { sweepStore } from './commit/sweep.ts';
import type { IndexRow, Store, StoreChange, StoredFile } from './contract.ts';
import { openGeneration, openOptimistic } from './generation/open-generation.ts';
import { acquireTurn } from './locks/acquire-turn.ts';
import { sessionLock } from './locks/lock-names.ts';
import type { Release } from './locks/locks.ts';
import type { KeptRow } from './records/rows.ts';
import { askToPersist, readUsage } from './storage-use.ts';
import type { StoreDeps } from './store-deps.ts';
import { verifyCollection } from './verify/verify-collection.ts';

/** The one commit protocol over any rows, backends and locks. */
export function composeStore(deps: StoreDeps): Store {
  const session = randomHex();
  let releaseSession: Release | undefined;
  /** Rows as `listCollections` last saw them: opening a collection starts from its row here. */
  const lastRows = new Map<string, IndexRow>();

  function popLastRow(collectionId: string): IndexRow | undefined {
    const row = lastRows.get(collectionId);
    lastRows.delete(collectionId);
    return row;
  }

  async function change(
    collectionId: string,
    what: StoreChange['what'],
    decide: (kept: KeptRow) => KeptRow,
  ): Promise<Collection> {
    const kept = await deps.rows.change(collectionId, (current) => {
      if (!current) throw new AppError('store/not-found', 'there is no such collection', { collection: collectionId });
      refuseNewer(deps.rows, current);
      return decide(current);
    });
    deps.feed.emit({ collectionId, what });
    return (kept as KeptRow).row.collection;
  }

  return {
    backend: deps.backends[0].where,
    ...(deps.fallbackReason !== undefined && { fallbackReason: deps.fallbackReason }),
    records: deps.rows.records,

    async listCollections() {
      const rows = (await deps.rows.list()).filter((kept) => !kept.hidden);
      for (const { row, indexMissing } of rows) if (!indexMissing) lastRows.set(row.collection.id, row);
      return Promise.all(rows.map((kept) => describeCollection(deps, kept)));
    },
    listIds: () => deps.rows.listIds(),
    acquireTurn: (collectionId, options) => acquireTurn(deps.locks, collectionId, options),
    openGeneration: (collectionId) => openGeneration(deps, collectionId, popLastRow(collectionId)),
    openOptimistic: (collectionId, read) => openOptimistic(deps, collectionId, read, popLastRow(collectionId)),
    async beginCommit(collectionId) {
      const commit = await beginCommit(deps, collectionId);
      return {
        ...commit,
        async publish(wanted) {
          const row = await commit.publish(wanted);
          lastRows.set(collectionId, row);
          return row;
        },
      };
    },
    updateCollection: (collectionId, update) =>
      change(collectionId, 'update', (kept) => {
        if (kept.hidden)
          throw new AppError('store/not-found', 'the collection was deleted', { collection: collectionId });
        const collection = toStoredCollection(update(kept.row.collection));
        return { ...kept, row: { ...kept.row, collection } };
      }),
    async deleteCollection(collectionId) {
      releaseSession ??= await deps.locks.acquire(sessionLock(session), { shared: true });
      await change(collectionId, 'delete', (kept) => ({ ...kept, hidden: { session } }));
    },
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

async function describeCollection(deps: StoreDeps, kept: KeptRow): Promise<Collection> {
  const { collection, files } = kept.row;
  const evicted = kept.indexMissing || (files.length > 0 && !(await hasAnyFile(deps, collection.id, files)));
  return {
    ...collection,
    ...(evicted && { evicted: true }),
    ...(isNewer(deps.rows, kept) && { readOnly: true }),
  };
}

async function hasAnyFile(deps: StoreDeps, collectionId: string, files: readonly StoredFile[]): Promise<boolean> {
  const names = new Set<string>();
  for (const backend of deps.backends) for (const name of await backend.listNames(collectionId)) names.add(name);
  return files.some((file) => names.has(file.name));
}
