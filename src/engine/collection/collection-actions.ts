import { toHex } from '../../lib/bytes.ts';
import { type Collection, NO_STATS } from '../../model/collection.ts';
import type { Settings } from '../../model/settings.ts';
import { toSettings } from '../../model/to-settings.ts';
import type { Engine } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { EMPTY_TABLE } from '../file-table/file-entry.ts';
import { toSummary } from '../jobs.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import { resolveSelection, toFacts } from '../selection/resolve-selection.ts';
import { readChoices, writeChoices } from './choices.ts';
import { createCollectionWriter } from './collection-writer.ts';
import { copyCollection, openForCopy } from './copy-collection.ts';
import { verifyCollection } from './repair-collection.ts';
import { getSource, removeSourceEntries, renamePaths } from './sources.ts';
import type { Change } from './with-collection.ts';

type Actions = Pick<
  Engine,
  | 'listCollections'
  | 'createCollection'
  | 'renameCollection'
  | 'duplicateCollection'
  | 'deleteCollection'
  | 'undeleteCollection'
  | 'removeSource'
  | 'readChoices'
  | 'writeChoices'
  | 'describeSelection'
  | 'storage'
  | 'persist'
  | 'verify'
>;

/** Nobody watches a progress bar while a source is removed. */
const REMOVE_WAIT_MS = 5_000;

/** Collections as things: made, named, copied, removed, checked. */
export function createCollectionActions(context: EngineContext): Actions {
  const { deps, jobs, collections, belongings, withCollection, withNewCollection } = context;
  const { store } = deps;
  return {
    listCollections() {
      collections.recheckAll();
      return store.listCollections();
    },

    async createCollection({ name, settings, awaitsSource }) {
      // tree-sitter is WebAssembly: without it there are no outlines, and the settings (so the index_id) say so [E2].
      const outline = deps.kernel.build === 'js' ? ({ outline: 'none' } as const) : {};
      const made = toNewCollection(name, { ...toSettings(settings ?? {}), ...outline });
      const collection = awaitsSource ? { ...made, awaitsSource } : made;
      return withNewCollection(collection.id, async () => {
        const writer = createCollectionWriter(deps, { collection, table: EMPTY_TABLE, generation: undefined });
        try {
          return (await writer.publish('final', (base) => base)).row.collection;
        } finally {
          await writer.abort();
        }
      });
    },

    renameCollection: (collectionId, name) =>
      store.updateCollection(collectionId, (collection) => ({ ...collection, name })),

    async duplicateCollection(collectionId, name) {
      const settings = await collections.usePartial(
        collectionId,
        ({ generation }) => generation.row.collection.settings,
      );
      const copy = toNewCollection(name, settings);
      return withNewCollection(copy.id, async () => {
        const original = await openForCopy(deps.store, belongings, collectionId);
        try {
          // First: a copy that can be seen has all of it.
          await belongings.giveTo(copy.id, original.belongings);
          return await copyCollection(deps, original.generation, copy);
        } finally {
          original.generation.release();
        }
      });
    },

    deleteCollection: (collectionId) => store.deleteCollection(collectionId),
    undeleteCollection: (collectionId) => store.undeleteCollection(collectionId),

    async removeSource(collectionId, sourceId) {
      const wish = { action: 'remove-source', waitMs: REMOVE_WAIT_MS, forgets: true } as const;
      await withCollection(collectionId, wish, async (change) => {
        await removeSource(deps, change, sourceId);
        await belongings.removeOf({ collectionId, sourceId });
        await createReplacedTexts(deps.kernel, belongings.of(collectionId)).removeSource(sourceId);
      });
    },

    readChoices: (collectionId) => readChoices(belongings.of(collectionId)),
    writeChoices: (collectionId, choices) => writeChoices(belongings.of(collectionId), choices),

    describeSelection: (collectionId, scope) =>
      collections.use(collectionId, async (open) => toFacts(open, await resolveSelection(deps.kernel, open, scope))),

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
  };
}

async function removeSource(deps: EngineDeps, change: Change, sourceId: string): Promise<void> {
  const gone = getSource(change.collection, sourceId);
  const sources = change.collection.sources.filter((source) => source !== gone);
  removeSourceEntries(change.writer, sourceId);
  await renamePaths(deps, { ...change, sources });
  await change.writer.publish('final', (collection) => ({
    ...collection,
    sources: collection.sources.filter((source) => source.id !== sourceId),
    changedAt: new Date().toISOString(),
  }));
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
