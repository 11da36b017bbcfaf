import { compareBytes, fromUtf8, toHex } from '../../lib/bytes.ts';
import { isAppError } from '../../model/app-error.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { SitePage, SitePort, SiteSource } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { makeOne } from '../ingest/file-outcome.ts';
import { setSource } from '../ingest/ingest-run.ts';
import { createTreeActions } from '../ingest/read-tree.ts';
import { isOlder } from './remake-leaf.ts';
import { getSource, renamePaths, toNewSource, toPathOf } from './sources.ts';
import type { Change } from './with-collection.ts';

const MAX_TRIES = 5;

interface OwnPage {
  readonly sourceId: string;
  readonly page: SitePage;
}

/** Stores pages of sites as raw files. Every `keepPages` is a commit: pages it returned for are never lost. */
export function createSitePort(context: EngineContext): SitePort {
  const { deps, collections, collectionRecords, withCollection } = context;
  const { store } = deps;

  /** Waits for the collection's write lock: other crawls or an import may write the same collection. */
  async function change<T>(collectionId: string, work: (change: Change) => Promise<T>, tries = 1): Promise<T> {
    try {
      return await withCollection(collectionId, { action: 'site' }, work);
    } catch (error) {
      // In a browser without locks another tab can come first; nothing of this change is stored yet.
      if (!isAppError(error) || error.code !== 'store/busy' || tries >= MAX_TRIES) throw error;
    }
    return change(collectionId, work, tries + 1);
  }

  return {
    async listSites(collectionId) {
      const all = await store.listCollections();
      return all.filter(({ id }) => collectionId === undefined || id === collectionId).flatMap(listSites);
    },

    addSite: (collectionId, site) =>
      change(collectionId, async (opened) => {
        const { url, repo } = site;
        const address = { url, ...(repo ? { repo } : {}) };
        if (site.sourceId !== undefined) {
          const known = getSource(opened.collection, site.sourceId);
          // Re-indexed on the way here: the crawl reads what is stored before it writes.
          if (repo || isOlder(opened.generation.row))
            await opened.writer.commit('final', (now) => setSource(now, { ...known, ...address }));
          return known.id;
        }
        const type = repo ? 'repository' : 'site';
        const made = toNewSource(opened.collection, site.name, type);
        const source: Source = { ...made, ...address, state: 'CRAWLING' };
        await collectionRecords.removeSource({ collectionId, sourceId: source.id });
        const { sources } = setSource(opened.collection, source);
        await renamePaths(deps, { ...opened, sources });
        await opened.writer.commit('final', (collection) => setWaitingSource(collection, source));
        return source.id;
      }),

    async setSiteState(collectionId, sourceId, state, reason) {
      await store.updateCollection(collectionId, (collection) => {
        const source = collection.sources.find((other) => other.id === sourceId);
        return source === undefined ? collection : setWaitingSource(collection, { ...source, state, reason });
      });
    },

    keepPages: (collectionId, sourceId, pages) =>
      change(collectionId, async (opened) => {
        const source = getSource(opened.collection, sourceId);
        for (const page of pages) await keepPage(deps, opened, { sourceId, page });
        if (opened.writer.uncommittedBytes === 0) return;
        await opened.writer.commit('checkpoint', (collection) => setSource(collection, source));
      }),

    removePages: (collectionId, sourceId, paths) =>
      change(collectionId, async (opened) => {
        getSource(opened.collection, sourceId);
        for (const path of paths) {
          const row = opened.writer.entries.find(sourceId, path);
          if (row !== undefined) opened.writer.remove(row);
        }
        if (paths.length > 0) await opened.writer.commit('checkpoint', (collection) => collection);
      }),

    knownPages: (collectionId, sourceId) =>
      collections.withCollectionFiles(collectionId, async (open) =>
        [...(await open.readTable()).entries]
          .filter((entry) => entry.sourceId === sourceId)
          .map((entry) => ({ path: entry.relPath, sha256: toHex(entry.sha256), meta: entry.meta ?? {} })),
      ),

    readPage: (collectionId, sourceId, path) =>
      collections.withCollectionFiles(collectionId, async (open) => {
        const fileIndex = open.findFileIndex(toPathOf(open.collection.sources, sourceId, path));
        return fileIndex === undefined ? undefined : fromUtf8(await open.readOriginal(fileIndex));
      }),

    finishSite: (collectionId, sourceId, { isComplete, syncedAt }) =>
      change(collectionId, async (opened) => {
        const source = getSource(opened.collection, sourceId);
        const reason = isComplete ? undefined : 'engine/stopped-early';
        const ended: Source = { ...source, state: 'INDEXED', reason, lastSyncAt: syncedAt ?? source.lastSyncAt };
        await opened.writer.commit('final', (collection) => setSource(collection, ended));
      }),

    async dropAwaiting(collectionId) {
      const isAwaiting = (await store.listCollections()).some(
        ({ id, awaitsSource }) => id === collectionId && awaitsSource,
      );
      if (isAwaiting) await store.deleteCollection(collectionId);
      return isAwaiting;
    },

    ...createTreeActions(context),

    records: store.records,
  };
}

function listSites({ id: collectionId, sources }: Collection): SiteSource[] {
  return sources.flatMap(({ id: sourceId, type, url, repo }) => {
    if ((type !== 'site' && type !== 'repository') || url === undefined) return [];
    return [{ collectionId, sourceId, url, ...(repo ? { repo } : {}) }];
  });
}

/** Sets a source without stored pages; a collection created for it keeps waiting. */
function setWaitingSource(collection: Collection, source: Source): Collection {
  const { awaitsSource } = collection;
  return { ...setSource(collection, source), ...(awaitsSource ? { awaitsSource } : {}) };
}

/** Skips a page whose bytes and metadata are unchanged. */
async function keepPage(deps: EngineDeps, opened: Change, { sourceId, page }: OwnPage): Promise<void> {
  const { writer, collection } = opened;
  const row = writer.entries.find(sourceId, page.path);
  const known = row === undefined ? undefined : writer.entries.entry(row);
  const sameMeta = JSON.stringify(known?.meta) === JSON.stringify(page.meta);
  if (known !== undefined && sameMeta && compareBytes(deps.kernel.sha256(page.bytes), known.sha256) === 0) return;
  const path = toPathOf(collection.sources, sourceId, page.path);
  const { settings } = collection;
  const leaf = await makeOne(deps.leafMaker, { path, bytes: page.bytes, meta: page.meta, settings });
  await writer.put({ sourceId, relPath: page.path, path, mtimeMs: page.modifiedMs ?? -1, meta: page.meta }, leaf);
}
