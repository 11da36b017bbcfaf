import { compareBytes, fromUtf8, toHex } from '../lib/bytes.ts';
import { createQueue, type Queue } from '../lib/queue.ts';
import { waitForLock } from '../lib/with-lock.ts';
import { toAppError } from '../model/app-error.ts';
import type { Source } from '../model/collection.ts';
import { getSource, openForChange, renamePaths, toNewSource, toPathOf, toWriteLock } from './change-collection.ts';
import type { EngineContext } from './context.ts';
import type { SitePage, SitePort } from './contract.ts';
import { setSource } from './ingest-run.ts';

const MAX_TRIES = 5;

type Change = Awaited<ReturnType<typeof openForChange>>;

/** Pages of sites as raw files. Every `keepPages` is a commit: what it answered for is never lost. */
export function createSitePort({ parts, collections, snapshots }: EngineContext): SitePort {
  const { store } = parts;

  const queue = createQueues();

  /** Several crawls may write one collection, and a folder may be read meanwhile: each commit waits for its turn. */
  function change<T>(collectionId: string, work: (change: Change) => Promise<T>): Promise<T> {
    return queue(collectionId, () => waitForLock(toWriteLock(collectionId), () => tryChange(collectionId, work)));
  }

  async function tryChange<T>(collectionId: string, work: (change: Change) => Promise<T>, tries = 1): Promise<T> {
    const opened = await openForChange(parts, collectionId);
    try {
      return await work(opened);
    } catch (error) {
      // Where the browser has no locks another writer can come first; nothing of this change is in yet.
      if (toAppError(error).code !== 'store/busy' || tries >= MAX_TRIES) throw error;
    } finally {
      await opened.done();
      await collections.refresh(collectionId);
    }
    return tryChange(collectionId, work, tries + 1);
  }

  async function keepPage(opened: Change, sourceId: string, page: SitePage): Promise<void> {
    const { writer, collection } = opened;
    const row = writer.entries.find(sourceId, page.path);
    const known = row === undefined ? undefined : writer.entries.entry(row);
    const sameMeta = JSON.stringify(known?.meta) === JSON.stringify(page.meta);
    if (known !== undefined && sameMeta && compareBytes(parts.kernel.sha256(page.bytes), known.sha256) === 0) return;
    const path = toPathOf(collection.sources, sourceId, page.path);
    const bytes = page.bytes.length;
    const result = await parts.leafMaker.make({
      path,
      bytes: page.bytes,
      meta: page.meta,
      settings: collection.settings,
    });
    await writer.put({ sourceId, relPath: page.path, path, bytes, mtimeMs: -1, meta: page.meta }, result);
  }

  return {
    addSite: (collectionId, site) =>
      change(collectionId, async (opened) => {
        const known = opened.collection.sources.find((source) => source.id === site.sourceId);
        if (known !== undefined) return known.id;
        const source: Source = {
          ...toNewSource(opened.collection, site.name, 'site'),
          url: site.url,
          state: 'CRAWLING',
        };
        const { sources } = setSource(opened.collection, source);
        await renamePaths(parts, { ...opened, sources });
        await opened.writer.publish('final', (collection) => setSource(collection, source));
        return source.id;
      }),

    setSiteState: (collectionId, sourceId, state, reason) =>
      queue(collectionId, async () => {
        await store.updateCollection(collectionId, (collection) => {
          const source = collection.sources.find((other) => other.id === sourceId);
          if (source === undefined) return collection;
          const { reason: _, ...rest } = source;
          return setSource(collection, { ...rest, state, ...(reason === undefined ? {} : { reason }) });
        });
      }),

    keepPages: (collectionId, sourceId, pages) =>
      change(collectionId, async (opened) => {
        const source = getSource(opened.collection, sourceId);
        for (const page of pages) await keepPage(opened, sourceId, page);
        if (opened.writer.unpublishedBytes === 0) return;
        await opened.writer.publish('checkpoint', (collection) => setSource(collection, source));
      }),

    removePages: (collectionId, sourceId, paths) =>
      change(collectionId, async (opened) => {
        getSource(opened.collection, sourceId);
        for (const path of paths) {
          const row = opened.writer.entries.find(sourceId, path);
          if (row !== undefined) opened.writer.remove(row);
        }
        if (paths.length > 0) await opened.writer.publish('final', (collection) => collection);
      }),

    knownPages: (collectionId, sourceId) =>
      collections.use(collectionId, (open) =>
        open.table.entries
          .filter((entry) => entry.sourceId === sourceId)
          .map((entry) => ({ path: entry.relPath, sha256: toHex(entry.sha256), meta: entry.meta ?? {} })),
      ),

    readPage: (collectionId, sourceId, path) =>
      collections.use(collectionId, async (open) => {
        const entry = open.table.entries.find((other) => other.sourceId === sourceId && other.relPath === path);
        return entry === undefined ? undefined : fromUtf8(await open.readSpan(entry.original ?? entry.contents));
      }),

    async finishSite(collectionId, sourceId) {
      await change(collectionId, async (opened) => {
        const source = getSource(opened.collection, sourceId);
        const ended: Source = { ...source, state: 'INDEXED', lastSyncAt: new Date().toISOString() };
        await opened.writer.publish('final', (collection) => setSource(collection, ended));
      });
      await snapshots.take(collectionId);
      await collections.catchUp(collectionId);
    },

    records: store.records,
  };
}

/** One after the other for each collection. */
function createQueues(): <T>(collectionId: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Queue>();
  return (collectionId, work) => {
    const queue = queues.get(collectionId) ?? createQueue();
    queues.set(collectionId, queue);
    return queue(work);
  };
}
