import { toHex } from '../../lib/bytes.ts';
import { type AppError, isAppError, toAppError } from '../../model/app-error.ts';
import type { SelectionScope } from '../../model/outputs/selection.ts';
import type { OcrLanguage, RecognisePage, Recognition } from '../../model/recognised.ts';
import { readOriginal } from '../collection/read-original.ts';
import { remakeLeaf } from '../collection/remake-leaf.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { createPathScope } from '../selection/path-scope.ts';
import { isRecognised, keepRecognised, listRecognised, listUnread, removeRecognised } from './recognised-pages.ts';

/** The recognition that was started last and has not ended; kept while it is paused or after its tab was closed. */
const UNFINISHED = 'ocr/unfinished';
/** Languages in which new files are read. */
const ALWAYS = 'ocr/always';

/** Files between two commits of a long recognition; each takes a second or more, a commit of a large collection too. */
const FILES_A_COMMIT = 50;

/** Actions that read the text in pictures of pages (OCR), on request only. */
export function createRecogniseActions(context: EngineContext) {
  const { deps, jobs, collections, collectionRecords, withCollection } = context;

  const findEntries = (collectionId: string, scope: SelectionScope) =>
    collections.withCollectionFiles(collectionId, (open) => listEntries(open, scope));

  /** Makes the leaves of these files again, with the text recognised by now. */
  async function applyText(collectionId: string, hashes: ReadonlySet<string>, job: Job | undefined): Promise<number> {
    if (hashes.size === 0) return 0;
    return withCollection(collectionId, { action: 'ocr', job }, async ({ writer, generation, collection }) => {
      let changed = 0;
      for (const row of writer.entries.rows()) {
        const entry = writer.entries.entry(row);
        if (!hashes.has(toHex(entry.sha256))) continue;
        await remakeLeaf(deps, { writer, generation, settings: collection.settings }, entry);
        changed++;
      }
      if (changed > 0) await writer.commit('final', (now) => ({ ...now, changedAt: new Date().toISOString() }));
      return changed;
    });
  }

  async function recognise(
    { collectionId, jobId: _, ...wish }: Parameters<Engine['recognise']>[0],
    job: Job,
    readPage: RecognisePage,
  ): Promise<{ changed: number; failed: number }> {
    const records = collectionRecords.of(collectionId);
    const { scope, languages } = wish;
    await records.put('settings', UNFINISHED, { scope, languages } satisfies Recognition);
    const known = await listRecognised(records);
    const files = toFiles(await findEntries(collectionId, scope), known);
    job.phase('recognise');
    job.expect(
      files.reduce((sum, { pages }) => sum + pages.length, 0),
      0,
    );
    // Read before a crash, or in another file with the same bytes.
    let ready = new Set(files.filter(({ hash }) => known.has(hash)).map(({ hash }) => hash));
    let changed = 0;
    let failed = 0;
    let failure: AppError | undefined;
    const commit = async (within?: Job): Promise<void> => {
      const hashes = ready;
      ready = new Set();
      try {
        changed += await applyText(collectionId, hashes, within);
      } catch (error) {
        // The last commit tries again.
        for (const hash of hashes) ready.add(hash);
        throw error;
      }
    };
    const pages = listPages(context, collectionId, files, () => job.signal.aborted || failure !== undefined);
    const work = async (): Promise<void> => {
      for await (const { file, blob, page } of pages) {
        try {
          const { path, hash } = file;
          // Another tab may have read it meanwhile.
          if (!(await isRecognised(records, hash, page)))
            await keepRecognised(records, hash, await readPage({ file: blob, path, hash, page, languages }));
          ready.add(hash);
        } catch (error) {
          if (!isAppError(error) || error.code !== 'ocr/page-failed') failure ??= toAppError(error);
          failed++;
        }
        job.step({ done: 1, path: file.path });
        if (ready.size > FILES_A_COMMIT) await commit(job).catch(() => undefined);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.max(1, wish.atOnce) }, work));
    } finally {
      job.phase('index');
      // A cancel keeps what is done, so it does not end this change.
      await commit();
    }
    if (failure !== undefined) throw failure;
    if (!job.signal.aborted) await records.delete('settings', UNFINISHED);
    return { changed, failed };
  }

  return {
    async listScanned(collectionId, scope) {
      const files = (await findEntries(collectionId, scope)).map((entry) => {
        const recognised = entry.document?.ocrPages?.length ?? 0;
        return { path: entry.path, unread: listUnread(entry).length, recognised };
      });
      return files.filter(({ unread, recognised }) => unread + recognised > 0);
    },
    async readRecognition(collectionId) {
      const records = collectionRecords.of(collectionId);
      const [unfinished, always] = await Promise.all([
        records.get<Recognition>('settings', UNFINISHED),
        records.get<readonly OcrLanguage[]>('settings', ALWAYS),
      ]);
      return { ...(unfinished && { unfinished }), ...(always && { always }) };
    },
    recognise: (options, readPage) =>
      jobs.run({ jobId: options.jobId, collectionId: options.collectionId, type: 'ocr' }, async (job) => {
        const { changed, failed } = await recognise(options, job, readPage);
        const summary = toSummary(job, { indexed: changed, failed });
        return { value: summary, summary };
      }),
    forgetRecognition: (collectionId) => collectionRecords.of(collectionId).delete('settings', UNFINISHED),
    async recogniseAlways(collectionId, languages) {
      const records = collectionRecords.of(collectionId);
      if (languages === undefined) await records.delete('settings', ALWAYS);
      else await records.put('settings', ALWAYS, languages);
    },
    removeRecognised: (collectionId, scope, jobId) =>
      jobs.run({ jobId, collectionId, type: 'ocr' }, async (job) => {
        const records = collectionRecords.of(collectionId);
        const entries = await findEntries(collectionId, scope);
        const hashes = new Set(entries.filter(({ document }) => document?.ocrPages).map(({ sha256 }) => toHex(sha256)));
        job.phase('index');
        for (const hash of hashes) await removeRecognised(records, hash);
        const summary = toSummary(job, { indexed: await applyText(collectionId, hashes, job) });
        return { value: summary, summary };
      }),
  } satisfies Partial<Engine>;
}

interface ScannedFile {
  readonly path: string;
  readonly hash: string;
  /** Not recognised yet. */
  readonly pages: readonly number[];
  readonly entry: FileEntry;
}

async function listEntries(open: OpenCollection, scope: SelectionScope): Promise<readonly FileEntry[]> {
  const { matches } = createPathScope(scope);
  return [...(await open.readTable()).entries].filter((entry) => isStored(entry) && matches(entry.path));
}

/** Whether the picture itself is stored; an import and a collection that keeps only texts lack it. */
function isStored({ original, document, kind }: FileEntry): boolean {
  return original !== undefined && (kind === 'image' || document !== undefined);
}

/** Files with the same bytes are read once. */
function toFiles(
  entries: readonly FileEntry[],
  known: ReadonlyMap<string, ReadonlySet<number>>,
): readonly ScannedFile[] {
  const files = new Map<string, ScannedFile>();
  for (const entry of entries) {
    const hash = toHex(entry.sha256);
    const unread = listUnread(entry);
    if (unread.length === 0 || files.has(hash)) continue;
    files.set(hash, { path: entry.path, hash, entry, pages: unread.filter((page) => !known.get(hash)?.has(page)) });
  }
  return [...files.values()];
}

/** Lists the pages to recognise, shared by all who take from it. Holds the bytes of one file. */
async function* listPages(
  { deps }: Pick<EngineContext, 'deps'>,
  collectionId: string,
  files: readonly ScannedFile[],
  isOver: () => boolean,
) {
  for (const file of files) {
    if (isOver()) return;
    if (file.pages.length === 0) continue;
    const generation = await deps.store.openGeneration(collectionId);
    let blob: Blob;
    try {
      blob = new Blob([(await readOriginal(generation, file.entry)) as Uint8Array<ArrayBuffer>]);
    } finally {
      generation.release();
    }
    for (const page of file.pages) {
      if (isOver()) return;
      yield { file, blob, page };
    }
  }
}
