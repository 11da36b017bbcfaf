import { toHex } from '../../lib/bytes.ts';
import { type Collection, NO_STATS } from '../../model/collection.ts';
import type { Settings } from '../../model/settings.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { EMPTY_TABLE } from '../file-table/file-entry.ts';
import { toSummary } from '../jobs.ts';
import { resolveSelection, toFacts } from '../selection/resolve-selection.ts';
import { toSettings } from '../to-settings.ts';
import { readChoices, writeChoices } from './choices.ts';
import { createCollectionWriter } from './collection-writer.ts';
import { copyCollection, openForCopy } from './copy-collection.ts';
import { verifyCollection } from './repair-collection.ts';

/** Actions that create, rename, copy, delete and check collections. */
export function createCollectionActions(context: EngineContext) {
  const { deps, jobs, collections, collectionRecords, withNewCollection } = context;
  const { store } = deps;
  return {
    listCollections() {
      collections.recheckAll();
      return store.listCollections();
    },

    async createCollection({ name, settings, awaitsSource }) {
      // tree-sitter is WebAssembly: without it outlines are missing, and the settings (so the index_id) record that [E2].
      const outline = deps.kernel.build === 'js' ? ({ outline: 'none' } as const) : {};
      const made = toNewCollection(name, { ...toSettings(settings ?? {}), ...outline });
      const collection = awaitsSource ? { ...made, awaitsSource } : made;
      return withNewCollection(collection.id, async () => {
        const writer = createCollectionWriter(deps, { collection, table: EMPTY_TABLE, generation: undefined });
        try {
          return (await writer.commit('final', (base) => base)).collection;
        } finally {
          await writer.abort();
        }
      });
    },

    renameCollection: (collectionId, name) =>
      store.updateCollection(collectionId, (collection) => ({ ...collection, name })),

    async duplicateCollection(collectionId, name) {
      const settings = await collections.withPartialCollection(collectionId, ({ collection }) => collection.settings);
      const copy = toNewCollection(name, settings);
      return withNewCollection(copy.id, async () => {
        const original = await openForCopy(deps.store, collectionRecords, collectionId);
        try {
          // Records first: a copy that is visible must be complete.
          await collectionRecords.write(copy.id, original.records);
          return await copyCollection(deps, original.generation, copy);
        } finally {
          original.generation.release();
        }
      });
    },

    deleteCollection: (collectionId, options) => store.deleteCollection(collectionId, options),
    listDeleted: () => store.listDeleted(),
    purgeCollection: (collectionId) => store.purgeCollection(collectionId),
    undeleteCollection: (collectionId) => store.undeleteCollection(collectionId),

    readChoices: (collectionId) => readChoices(collectionRecords.of(collectionId)),
    writeChoices: (collectionId, choices) => writeChoices(collectionRecords.of(collectionId), choices),

    describeSelection: (collectionId, scope) =>
      collections.withWholeCollection(collectionId, async (open) =>
        toFacts(open, await resolveSelection(deps.kernel, open, scope)),
      ),

    async storage() {
      const use = await store.usage();
      return { ...use, ...(store.fallbackReason === undefined ? {} : { fallbackReason: store.fallbackReason }) };
    },
    persist: () => store.persist(),

    verify: (collectionId, jobId) =>
      jobs.run({ jobId, collectionId, type: 'verify' }, async (job) => {
        const value = await verifyCollection(deps, collectionId, job);
        collections.evict(collectionId);
        const summary = toSummary(job, { indexed: value.repaired.length, failed: value.damaged.length });
        return { value, summary };
      }),
  } satisfies Partial<Engine>;
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
