import { toHex } from '../lib/bytes.ts';
import { type Collection, NO_STATS } from '../model/collection.ts';
import type { Settings } from '../model/settings.ts';
import { toSettings } from '../model/to-settings.ts';
import { getSource, openForChange, removeSourceEntries, renamePaths } from './change-collection.ts';
import { createCollectionWriter } from './collection-writer.ts';
import type { EngineContext } from './context.ts';
import type { Engine } from './contract.ts';
import { copyCollection } from './copy-collection.ts';
import { EMPTY_TABLE } from './file-table.ts';
import { toSummary } from './jobs.ts';
import { repairCollection } from './repair-collection.ts';

type Actions = Pick<
  Engine,
  | 'listCollections'
  | 'createCollection'
  | 'renameCollection'
  | 'duplicateCollection'
  | 'deleteCollection'
  | 'undeleteCollection'
  | 'removeSource'
  | 'storage'
  | 'persist'
  | 'verify'
>;

/** Collections as things: made, named, copied, removed, checked. */
export function createCollectionActions({ parts, jobs, collections }: EngineContext): Actions {
  const { store } = parts;
  return {
    listCollections: () => store.listCollections(),

    async createCollection({ name, settings }) {
      // tree-sitter is WebAssembly: without it there are no outlines, and the settings (so the index_id) say so [E2].
      const outline = parts.kernel.build === 'js' ? ({ outline: 'none' } as const) : {};
      const collection = toNewCollection(name, { ...toSettings(settings ?? {}), ...outline });
      const writer = createCollectionWriter(parts, { collection, table: EMPTY_TABLE, generation: undefined });
      try {
        return (await writer.publish('final', (base) => base)).row.collection;
      } finally {
        await writer.abort();
      }
    },

    renameCollection: (collectionId, name) =>
      store.updateCollection(collectionId, (collection) => ({ ...collection, name })),

    async duplicateCollection(collectionId, name) {
      const settings = await collections.use(collectionId, (open) => open.generation.row.collection.settings);
      return copyCollection(parts, collectionId, toNewCollection(name, settings));
    },

    deleteCollection: (collectionId) => store.deleteCollection(collectionId),
    undeleteCollection: (collectionId) => store.undeleteCollection(collectionId),

    async removeSource(collectionId, sourceId) {
      const change = await openForChange(parts, collectionId);
      try {
        const gone = getSource(change.collection, sourceId);
        const sources = change.collection.sources.filter((source) => source !== gone);
        removeSourceEntries(change.writer, sourceId);
        await renamePaths(parts, { ...change, sources });
        await change.writer.publish('final', (collection) => ({
          ...collection,
          sources,
          changedAt: new Date().toISOString(),
        }));
      } finally {
        await change.done();
      }
    },

    async storage() {
      const use = await store.usage();
      return { ...use, ...(store.fallbackReason === undefined ? {} : { fallbackReason: store.fallbackReason }) };
    },
    persist: () => store.persist(),

    verify: (collectionId, jobId) =>
      jobs.run({ jobId, collectionId, type: 'verify' }, async (job) => {
        const value = await repairCollection(parts, collectionId);
        collections.forget(collectionId);
        const summary = toSummary(job, { indexed: value.repaired.length, failed: value.damaged.length });
        return { value, summary };
      }),
  };
}

export function toNewCollection(name: string, settings: Settings): Collection {
  const now = new Date().toISOString();
  return {
    id: toHex(crypto.getRandomValues(new Uint8Array(8))),
    name,
    index_id: '',
    generation: 0,
    settings,
    sources: [],
    stats: NO_STATS,
    storedBytes: 0,
    createdAt: now,
    changedAt: now,
  };
}
