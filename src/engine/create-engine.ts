import { createListeners } from '../lib/listeners.ts';
import { createAnswerActions } from './citations/answer-actions.ts';
import { createCollectionActions } from './collection/collection-actions.ts';
import { createCollectionRecords } from './collection/collection-records.ts';
import { createSitePort } from './collection/create-site-port.ts';
import { createSourceRemoval } from './collection/removed-sources.ts';
import { createSnapshots } from './collection/snapshots.ts';
import { createWithCollection } from './collection/with-collection.ts';
import type { Engine, EngineEvent, SitePort } from './contract.ts';
import type { EngineDeps } from './deps.ts';
import { createIngestActions } from './ingest/ingest-actions.ts';
import { createJobHistory } from './job-history.ts';
import { createJobs } from './jobs.ts';
import { createLateCalls } from './late-calls.ts';
import { listRows, type OpenCollection } from './open/faces.ts';
import { createOpenCollections } from './open/open-collections.ts';
import { createMaskedCopies } from './output/masked-copies.ts';
import { createPublishedActions } from './published/published-actions.ts';
import { createQuestionActions } from './questions/question-actions.ts';
import { withRecognised } from './recognise/recognised-pages.ts';
import { findChunkAt, getChunk, listOutline, listSymbols, readFile, readOriginal } from './search/answers.ts';
import { listLinks } from './search/list-links.ts';
import { listSkips, listWarnings, listWithoutText } from './search/list-skips.ts';
import { createSearchActions } from './search/search-actions.ts';
import { readChunks } from './search/to-chunks.ts';
import { createTogetherActions } from './together/together-actions.ts';

export function createEngine(deps: EngineDeps): Engine {
  return createEngineAndSites(deps).engine;
}

/** Creates the engine, with one file per group of actions, and the crawler's port to it. */
export function createEngineAndSites(given: EngineDeps): { engine: Engine; sites: SitePort } {
  const { kernel, store } = given;
  const listeners = createListeners<EngineEvent>();
  const collectionRecords = createCollectionRecords(store);
  const deps = { ...given, leafMaker: withRecognised(given.leafMaker, collectionRecords) };
  const history = createJobHistory(store, collectionRecords);
  const emit = (event: EngineEvent): void => {
    if (event.type === 'progress') void history.keep(event.progress);
    listeners.emit(event);
  };
  const jobs = createJobs(emit);
  const collections = createOpenCollections(deps);
  const masked = createMaskedCopies(deps);
  const snapshots = createSnapshots(deps, collectionRecords);
  const changes = createWithCollection({ deps, collections, snapshots, collectionRecords });
  const context = { deps, jobs, collections, masked, collectionRecords, snapshots, emit, ...changes };

  store.subscribe((change) => {
    if (change.what === 'delete') {
      jobs.cancelReading(change.collectionId);
      collections.evict(change.collectionId);
    } else if (change.what !== 'undelete') void collections.refresh(change.collectionId);
    emit({ type: 'collection', collectionId: change.collectionId, what: change.what });
  });

  /** Asks the collection or its masked copy, which is made from the whole collection. */
  const ask = <T>(
    collectionId: string,
    isMasked: boolean | undefined,
    work: (open: OpenCollection) => T | Promise<T>,
  ) =>
    isMasked
      ? collections.withWholeCollection(collectionId, (open) => masked.withSearchable(open, async (copy) => work(copy)))
      : collections.withPartialCollection(collectionId, work);

  const searching = createSearchActions(context);
  const late = createLateCalls(jobs);
  const engine: Engine = {
    ...createCollectionActions(context),
    ...createSourceRemoval(context),
    ...createIngestActions(context),
    ...searching,
    ...createQuestionActions(context, searching.search),
    ...createAnswerActions(context),
    ...createTogetherActions(context),
    ...createPublishedActions(context),
    ...late.of(
      ['listScanned', 'readRecognition', 'recognise', 'forgetRecognition', 'recogniseAlways', 'removeRecognised'],
      async () => (await import('./recognise/recognise-actions.ts')).createRecogniseActions(context),
    ),
    ...late.of(['listNotes', 'keepNote', 'deleteNote', 'exportNotes'], async () =>
      (await import('./notes/note-actions.ts')).createNoteActions(context),
    ),
    ...late.of(['exportReferences', 'listPapers', 'writeDetails'], async () =>
      (await import('./references/paper-actions.ts')).createPaperActions(context),
    ),
    ...late.of(
      [
        'exportZip',
        'exportArtifact',
        'maskTexts',
        'scanSecrets',
        'makePack',
        'listSnapshots',
        'diffSnapshots',
        'importCollection',
        'backUp',
        'readBackup',
        'restoreBackup',
      ],
      async () => (await import('./output/export-actions.ts')).createExportActions(context),
    ),
    ...late.of(['publish', 'keepCopy'], async () =>
      (await import('./published/publish-actions.ts')).createPublishActions(context),
    ),
    ...late.of(['exportText', 'measureText'], async () =>
      (await import('./output/text-export.ts')).createTextActions(context),
    ),
    ...late.of(['checkCitations', 'readReplaced'], async () =>
      (await import('./citations/citation-actions.ts')).createCitationActions(context),
    ),
    ...late.of(['exportAgent'], async () => (await import('./published/agent-actions.ts')).createAgentActions(context)),

    async diagnostics() {
      const memory = kernel.memory();
      return {
        where: deps.where,
        whereReason: deps.whereReason,
        kernel: kernel.build,
        store: store.backend,
        storeReason: store.fallbackReason,
        ingestWorkers: deps.leafMaker.workers,
        memory: { wasm: memory.bytes, highWater: memory.highWaterBytes },
      };
    },
    subscribe: async (listener) => listeners.subscribe(listener),
    async cancel(jobId) {
      late.cancel(jobId);
    },

    listJobs: history.list,
    getChunk: (collectionId, idOrRef, { mask } = {}) =>
      ask(collectionId, mask, (open) => getChunk(kernel, open, idOrRef)),
    findChunkAt: (collectionId, path, line) =>
      collections.withPartialCollection(collectionId, (open) => findChunkAt(kernel, open, path, line)),
    readFile: (collectionId, path) =>
      collections.withPartialCollection(collectionId, (open) => readFile(kernel, open, path)),
    readOriginal: (collectionId, path) =>
      collections.withPartialCollection(collectionId, (open) => readOriginal(open, path)),
    listLinks: (collectionId, path, { mask } = {}) => ask(collectionId, mask, (open) => listLinks(deps, open, path)),
    listOutline: (collectionId, path, { mask } = {}) =>
      ask(collectionId, mask, (open) => listOutline(kernel, open, path)),
    listSymbols: (collectionId, path, { mask } = {}) =>
      ask(collectionId, mask, (open) => listSymbols(kernel, open, path)),
    listReferences: (collectionId, name, { mask } = {}) =>
      ask(collectionId, mask, async (open) => {
        const { listReferences } = await import('./search/find-references.ts');
        return listReferences(kernel, open, name);
      }),
    overview: (collectionId) =>
      collections.withPartialCollection(collectionId, async (open) => {
        const { readOverview } = await import('./search/read-overview.ts');
        return readOverview(kernel, open);
      }),
    summarise: (collectionId, maxChars) =>
      collections.withPartialCollection(collectionId, async (open) => {
        await open.completeFiles();
        const { summarise } = await import('../export/artifacts/overview.ts');
        return summarise({ files: listRows(open), chunks: (index) => readChunks(kernel, open, index) }, maxChars);
      }),
    listSkips: (collectionId) => collections.withCollectionFiles(collectionId, listSkips),
    listWarnings: (collectionId) => collections.withCollectionFiles(collectionId, listWarnings),
    listWithoutText: (collectionId) => collections.withCollectionFiles(collectionId, listWithoutText),
  };
  return { engine, sites: createSitePort(context) };
}
