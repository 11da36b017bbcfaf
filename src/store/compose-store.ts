import { AppError } from '../model/app-error.ts';
import type { Collection } from '../model/collection.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { randomHex } from './commit/file-name.ts';
import { toStoredCollection } from './commit/next-row.ts';
import { isNewer, refuseNewer } from './commit/refuse-newer.ts';
import { sweepStore } from './commit/sweep.ts';
import type { IndexRow, Store, StoreChange, StoredFile } from './contract.ts';
import { openEarly, openGeneration } from './generation/open-generation.ts';
import { acquireTurn } from './locks/acquire-turn.ts';
import { sessionLock } from './locks/lock-names.ts';
import type { Release } from './locks/locks.ts';
import type { KeptRow } from './records/rows.ts';
import { askToPersist, readUsage } from './storage-use.ts';
import type { StoreParts } from './store-deps.ts';
import { verifyCollection } from './verify/verify-collection.ts';

/** The one commit protocol over any rows, shelves and locks. */
export function composeStore(parts: StoreParts): Store {
  const session = randomHex();
  let releaseSession: Release | undefined;
  /** Rows as `listCollections` saw them last: opening one of them begins with it. */
  const lastRows = new Map<string, IndexRow>();

  function takeLastRow(collectionId: string): IndexRow | undefined {
    const row = lastRows.get(collectionId);
    lastRows.delete(collectionId);
    return row;
  }

  async function change(
    collectionId: string,
    what: StoreChange['what'],
    decide: (kept: KeptRow) => KeptRow,
  ): Promise<Collection> {
    const kept = await parts.rows.change(collectionId, (current) => {
      if (!current) throw new AppError('store/not-found', 'there is no such collection', { collection: collectionId });
      refuseNewer(parts.rows, current);
      return decide(current);
    });
    parts.feed.tell({ collectionId, what });
    return (kept as KeptRow).row.collection;
  }

  return {
    backend: parts.shelves[0].where,
    ...(parts.fallbackReason !== undefined && { fallbackReason: parts.fallbackReason }),
    records: parts.rows.records,

    async listCollections() {
      const rows = (await parts.rows.list()).filter((kept) => !kept.hidden);
      for (const { row, halfDeleted } of rows) if (!halfDeleted) lastRows.set(row.collection.id, row);
      return Promise.all(rows.map((kept) => describeCollection(parts, kept)));
    },
    listIds: () => parts.rows.listIds(),
    acquireTurn: (collectionId, options) => acquireTurn(parts.locks, collectionId, options),
    openGeneration: (collectionId) => openGeneration(parts, collectionId, takeLastRow(collectionId)),
    openEarly: (collectionId, read) => openEarly(parts, collectionId, read, takeLastRow(collectionId)),
    async beginCommit(collectionId) {
      const commit = await beginCommit(parts, collectionId);
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
      releaseSession ??= await parts.locks.take(sessionLock(session), { shared: true });
      await change(collectionId, 'delete', (kept) => ({ ...kept, hidden: { session } }));
    },
    async undeleteCollection(collectionId) {
      await change(collectionId, 'undelete', ({ hidden: _hidden, ...kept }) => kept);
    },
    sweep: async () => ({ removedFiles: await sweepStore(parts) }),
    subscribe: (listener) => parts.feed.subscribe(listener),

    usage: () => readUsage(parts),
    persist: () => askToPersist(parts),
    verify: (collectionId) => verifyCollection(parts, collectionId),
    async close() {
      releaseSession?.();
      parts.feed.close();
      parts.rows.close();
    },
  };
}

async function describeCollection(parts: StoreParts, kept: KeptRow): Promise<Collection> {
  const { collection, files } = kept.row;
  const evicted = kept.halfDeleted || (files.length > 0 && !(await hasAnyFile(parts, collection.id, files)));
  return {
    ...collection,
    ...(evicted && { evicted: true }),
    ...(isNewer(parts.rows, kept) && { readOnly: true }),
  };
}

async function hasAnyFile(parts: StoreParts, collectionId: string, files: readonly StoredFile[]): Promise<boolean> {
  const names = new Set<string>();
  for (const shelf of parts.shelves) for (const name of await shelf.listNames(collectionId)) names.add(name);
  return files.some((file) => names.has(file.name));
}
