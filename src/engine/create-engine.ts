import { findChunkAt, getChunk, listOutline, listSymbols } from './answers.ts';
import { createBelongings } from './collection/belongings.ts';
import { createWithCollection } from './collection/with-collection.ts';
import { createCollectionActions } from './collection-actions.ts';
import type { Engine, EngineEvent, SitePort } from './contract.ts';
import { createSitePort } from './create-site-port.ts';
import { createExportActions } from './export-actions.ts';
import { createIngestActions } from './ingest-actions.ts';
import { createJobHistory } from './job-history.ts';
import { createJobs } from './jobs.ts';
import { listSkips, listWarnings, listWithoutText } from './list-left-out.ts';
import { createOpenCollections } from './open-collections.ts';
import type { EngineParts } from './parts.ts';
import { createSearchActions } from './search-actions.ts';
import { createSnapshots } from './snapshots.ts';

export function createEngine(parts: EngineParts): Engine {
  return createEngineAndSites(parts).engine;
}

/** The engine behind its contract, each group of actions one file beside this one; and what the crawler may ask of it. */
export function createEngineAndSites(parts: EngineParts): { engine: Engine; sites: SitePort } {
  const { kernel, store } = parts;
  const listeners = new Set<(event: EngineEvent) => void>();
  const belongings = createBelongings(store);
  const history = createJobHistory(store, belongings);
  const tell = (event: EngineEvent): void => {
    if (event.type === 'progress') void history.keep(event.progress);
    for (const listener of listeners) listener(event);
  };
  const jobs = createJobs(tell);
  const collections = createOpenCollections(parts);
  const snapshots = createSnapshots(parts, belongings);
  const doors = createWithCollection({ parts, collections, snapshots });
  const context = { parts, jobs, collections, belongings, snapshots, tell, ...doors };

  store.subscribe((change) => {
    if (change.what === 'delete') {
      jobs.cancelReading(change.collectionId);
      collections.forget(change.collectionId);
    } else if (change.what !== 'undelete') void collections.refresh(change.collectionId);
    tell({ type: 'collection', collectionId: change.collectionId, what: change.what });
  });

  const engine: Engine = {
    ...createCollectionActions(context),
    ...createIngestActions(context),
    ...createSearchActions(context),
    ...createExportActions(context),

    async diagnostics() {
      const memory = kernel.memory();
      return {
        where: parts.where,
        ...(parts.whereReason === undefined ? {} : { whereReason: parts.whereReason }),
        kernel: kernel.build,
        store: store.backend,
        ...(store.fallbackReason === undefined ? {} : { storeReason: store.fallbackReason }),
        ingestWorkers: parts.leafMaker.workers,
        memory: { wasm: memory.bytes, highWater: memory.highWaterBytes },
      };
    },
    async subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async cancel(jobId) {
      jobs.cancel(jobId);
    },

    listJobs: history.list,
    getChunk: (collectionId, idOrRef) => collections.use(collectionId, (open) => getChunk(kernel, open, idOrRef)),
    findChunkAt: (collectionId, path, line) =>
      collections.use(collectionId, (open) => findChunkAt(kernel, open, path, line)),
    listOutline: (collectionId, path) => collections.use(collectionId, (open) => listOutline(kernel, open, path)),
    listSymbols: (collectionId, path) => collections.use(collectionId, (open) => listSymbols(kernel, open, path)),
    listSkips: (collectionId) => collections.use(collectionId, listSkips),
    listWarnings: (collectionId) => collections.use(collectionId, listWarnings),
    listWithoutText: (collectionId) => collections.use(collectionId, listWithoutText),
  };
  return { engine, sites: createSitePort(context) };
}
