import { AppError } from '../../model/app-error.ts';
import { type Collection, countIndexed } from '../../model/collection.ts';
import { PAGE_ADDRESS, readPageFiles } from '../../publish/format/single-page.ts';
import { createMemoryHost } from '../../publish/read/create-memory-host.ts';
import { readChoices, writeSiteAccess } from '../collection/choices.ts';
import { importCollection } from '../collection/import-collection.ts';
import type { Engine, PublishOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { createMemorySink } from '../output/export-sink.ts';
import { toIndexView } from '../output/index-view.ts';
import { runExport } from '../output/run-export.ts';
import { openPublishedCollection } from './open-published-collection.ts';

/** Actions for publishing collections and for copies of published ones. */
export function createPublishActions(context: EngineContext) {
  const { jobs, collections } = context;
  return {
    publish: (options) =>
      runExport(context, options, async ({ exported }, job) => {
        if (exported.isRemote)
          throw new AppError('publish/read-only', 'a published collection is published already', {});
        const { writeWebsite } = await import('./write-website.ts');
        const write = () => writeWebsite(context, exported, { ...options, job });
        return options.form === 'page' || options.preview ? write() : withSiteAccess(context, options, write);
      }),

    keepCopy: (collectionId, jobId) =>
      jobs.run({ jobId, collectionId, type: 'import' }, async (job) => {
        const { blob, name } = await collections.withWholeCollection(collectionId, async (open) => {
          await download(open, job);
          return exportPublished(context, open);
        });
        const value = await importCollection(context, { file: blob, name, job });
        return { value, summary: toSummary(job, { indexed: countIndexed(value.stats) }) };
      }),
  } satisfies Partial<Engine>;
}

/**
 * Records who can read the website: a locked one before it is written, an open one afterwards. Without the user's consent, a locked website stays
 * locked, and its search box is not published either.
 */
async function withSiteAccess<T>(
  { collectionRecords }: EngineContext,
  { collectionId, lock, allowOpen = false, form }: PublishOptions,
  write: () => Promise<T>,
): Promise<T> {
  const records = collectionRecords.of(collectionId);
  if (lock !== undefined) {
    await writeSiteAccess(records, 'key' in lock ? 'link' : 'passphrase');
    return write();
  }
  const { siteAccess = 'open' } = await readChoices(records);
  if (siteAccess !== 'open' && !allowOpen)
    throw new AppError('publish/was-locked', 'the website was locked when it was published last', { siteAccess });
  const written = await write();
  if (form !== 'search') await writeSiteAccess(records, 'open');
  return written;
}

const FILES_AT_ONCE = 64;

async function download(open: OpenCollection, job: Job): Promise<void> {
  const files = Array.from({ length: open.fileCount }, (_, i) => i);
  job.phase('fetch');
  job.expect(files.length, 0);
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    job.throwIfCancelled();
    const some = files.slice(at, at + FILES_AT_ONCE);
    await open.prepareChunks(some);
    job.step({ done: some.length });
  }
  // The import counts them from the start.
  job.step({ done: -files.length });
}

/** Exports a published collection for import as a copy: all of it is downloaded and verified first. */
async function exportPublished(
  { deps, collectionRecords }: EngineContext,
  open: OpenCollection,
): Promise<{ blob: Blob; name: string }> {
  await open.complete();
  const records = collectionRecords.of(open.collection.id);
  const sink = createMemorySink();
  const { exportZip } = await import('../../export/export-zip.ts');
  await exportZip({ view: await toIndexView(deps.kernel, open, { records }), form: 'full', sink });
  return { blob: (await sink.blob()) as Blob, name: open.collection.name };
}

/** Stores the collection of a single page as the user's own. Throws `import/damaged`. */
export async function importPage(
  context: EngineContext,
  { file, job }: { readonly file: Blob; readonly job: Job },
): Promise<Collection> {
  const readFile = readPageFiles(await file.text());
  if (readFile === undefined) throw new AppError('import/damaged', 'the page was cut off', {});
  try {
    const open = await openPublishedCollection(context.deps.kernel, PAGE_ADDRESS, createMemoryHost(readFile));
    const exported = await exportPublished(context, open).finally(() => open.release());
    return await importCollection(context, { file: exported.blob, name: exported.name, job });
  } catch (error) {
    job.throwIfCancelled();
    if (error instanceof AppError && error.code.startsWith('publish/'))
      throw new AppError('import/damaged', 'the page was changed', error.details);
    throw error;
  }
}
