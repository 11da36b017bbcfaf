import { exportZip, toZipName } from '../../export/export-zip.ts';
import { listMarks } from '../../export/text/page-marks.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { fromUtf8, toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { type Collection, countIndexed, toPublishedId } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { splitKey, toCollectionAddress, withKey } from '../../publish/collection-address.ts';
import { deriveKey, PASSPHRASE_ITERATIONS } from '../../publish/format/cipher.ts';
import type { SiteFacts } from '../../publish/format/manifest.ts';
import { findSealed } from '../../publish/format/sealed-manifest.ts';
import { PAGE_ADDRESS, readPageFiles } from '../../publish/format/single-page.ts';
import { createMemoryHost } from '../../publish/read/create-memory-host.ts';
import { type PlainInput, writePlainPages } from '../../publish/write/plain-pages.ts';
import { writeApp } from '../../publish/write/publish-app.ts';
import { createSealing, type Sealing } from '../../publish/write/seal-files.ts';
import { writePage } from '../../publish/write/write-page.ts';
import { writePublished } from '../../publish/write/write-published.ts';
import { readChoices, writeSiteAccess } from '../collection/choices.ts';
import { importCollection } from '../collection/import-collection.ts';
import type { Engine, ExportAnswer, PublishLock, PublishOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { ExportedCollection, OpenCollection } from '../open/faces.ts';
import { createExportSink, createMemorySink } from '../output/export-sink.ts';
import { toIndexView } from '../output/index-view.ts';
import { runExport } from '../output/run-export.ts';
import { getResolver } from '../search/list-links.ts';
import { listChunkFacts } from '../search/to-chunks.ts';
import { openPublishedCollection } from './open-published-collection.ts';
import { type CountingSink, createBlobSink, createFolderSink, writeZipFolder } from './publish-sink.ts';
import { toPublishInput } from './to-publish-input.ts';

/** Actions for publishing collections and for reading published ones. */
export function createPublishedActions(context: EngineContext) {
  const { jobs, collections } = context;
  return {
    publish: (options) =>
      runExport(context, options, async ({ exported }, job) => {
        if (exported.isRemote)
          throw new AppError('publish/read-only', 'a published collection is published already', {});
        const write = () => writeAll(context, exported, { ...options, job });
        return options.form === 'page' ? write() : withSiteAccess(context, options, write);
      }),

    async openPublished(address, secret) {
      const folder = toCollectionAddress(address);
      const collectionId = toPublishedId(secret === undefined ? folder : await unlock(context, folder, secret));
      return collections.withPartialCollection(collectionId, ({ collection }) => collection);
    },

    publishedTraffic: (collectionId) =>
      collections.withPartialCollection(collectionId, async ({ traffic }) => {
        const made = await traffic();
        if (made === undefined) throw new AppError('publish/not-published', 'the collection is in the store', {});
        return made;
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

/** Records who can read the website: a locked one before it is written, an open one afterwards. Without the user's consent, a locked website stays locked. */
async function withSiteAccess<T>(
  { collectionRecords }: EngineContext,
  { collectionId, lock, allowOpen = false }: PublishOptions,
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
  await writeSiteAccess(records, 'open');
  return written;
}

async function writeAll(
  { deps }: EngineContext,
  open: ExportedCollection,
  options: PublishOptions & { readonly job: Job },
): Promise<ExportAnswer> {
  const { app = [], target, lock, job } = options;
  const { collection } = open;
  job.phase('write');
  job.expect(open.fileCount, collection.stats.total_bytes);
  const site = toSiteFacts(open, options.site);
  const address = toSiteAddress(options.site?.address);
  const writeCollection = async (sink: CountingSink, sealing?: Sealing): Promise<unknown> =>
    writePublished(await toPublishInput(deps.kernel, open, site), {
      sha256: (bytes) => deps.kernel.sha256(bytes),
      sink,
      sealing,
      signal: job.signal,
      onFile: (done) => job.step({ done: 1, doneBytes: open.file(done - 1).bytes }),
    });
  if (options.form === 'page')
    return writeOnePage(deps.kernel, { ...collection, ...site }, { ...options, writeCollection });
  const sealing = lock && (await toSealing(deps.kernel, collection.id, lock));
  const write = async (sink: CountingSink): Promise<void> => {
    if (options.form === 'search') {
      await writeApp(
        app.filter(({ path }) => SEARCH_BOX.test(path)),
        sink,
      );
      await writeCollection(sink);
      return;
    }
    const plain = { ...toPlainInput(deps.kernel, open, site), address };
    const html = lock === undefined ? await writePlainPages(plain, sink) : undefined;
    await writeApp(app, sink, html === undefined ? undefined : { ...site, address, html });
    await writeCollection(sink, sealing);
  };
  const fileName = toZipName(collection, lock === undefined ? 'site' : 'site-locked');
  if (target?.kind === 'directory') {
    const sink = createFolderSink(target);
    await write(sink);
    return { fileName: target.name, bytes: sink.bytes, entries: sink.entries };
  }
  return writeZipFolder({ fileName, target, job }, write);
}

/** `<quire-search>` and what it loads: scripts/vite/site-search.ts. */
const SEARCH_BOX = /^(?:quire-search\.js$|assets\/later\/search\/)/;

/** A file target, or memory: the page is read as a whole anyway, by every browser that opens it. */
async function writeOnePage(
  kernel: Kernel,
  { name, description, stats }: Collection,
  options: PublishOptions & { readonly job: Job; writeCollection(sink: CountingSink): Promise<unknown> },
): Promise<ExportAnswer> {
  const { app = [], target, job } = options;
  const [actual, limit] = [stats.total_bytes, LIMITS.pageTextBytes];
  if (actual > limit) throw new AppError('publish/page-too-large', 'too much text for one page', { actual, limit });
  const { sink, files } = createBlobSink();
  await options.writeCollection(sink);
  const fileName = toZipName({ name }, 'page').replace(/zip$/, 'html');
  const out = await createExportSink(target?.kind === 'directory' ? undefined : target, fileName);
  try {
    let bytes = 0;
    for await (const text of writePage({ name, description, app, files }, (own) => kernel.sha256(own))) {
      job.throwIfCancelled();
      const part = toUtf8(text);
      bytes += part.length;
      await out.write(part);
    }
    await out.close();
    return { fileName, bytes, entries: 1, blob: await out.blob() };
  } catch (error) {
    await out.abort();
    job.throwIfCancelled();
    throw error;
  }
}

/** Readers refuse a manifest with longer ones. */
const MAX_FACT_CHARS = 1_000;

/** Throws `publish/bad-site-address`. */
function toSiteAddress(text = ''): string | undefined {
  if (text.trim() === '') return undefined;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('publish/bad-site-address', 'the address of the site is not a web address', {
      address: text.trim(),
    });
  return url.origin + url.pathname.replace(/[^/]*\.html?$/i, '').replace(/\/*$/, '/');
}

/** A start page that is not published, or has another name in a masked copy, is left out. */
function toSiteFacts(
  open: ExportedCollection,
  { name = '', description = '', start, pages }: PublishOptions['site'] = {},
): SiteFacts {
  const hasStart = start !== undefined && start.length <= MAX_FACT_CHARS && open.findFileIndex(start) !== undefined;
  const about = description.trim().slice(0, MAX_FACT_CHARS);
  return {
    name: name.trim().slice(0, MAX_FACT_CHARS) || open.collection.name,
    ...(about !== '' && { description: about }),
    ...(hasStart && { start }),
    ...(pages && { pages }),
  };
}

function toPlainInput(kernel: Kernel, open: ExportedCollection, site: SiteFacts): PlainInput {
  return {
    ...site,
    fileCount: open.fileCount,
    row: (i) => open.row(i),
    findLinked: getResolver(open),
    readText: async (i) => ({
      text: fromUtf8(await open.readContents(i)),
      places: listMarks(await listChunkFacts(kernel, open, i)),
    }),
  };
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
  await exportZip({ view: await toIndexView(deps.kernel, open, { records }), form: 'full', sink });
  return { blob: (await sink.blob()) as Blob, name: open.collection.name };
}

/** The salt of a collection never changes, so that one passphrase keeps its key when the collection is published again. */
async function toSealing(kernel: Kernel, collectionId: string, lock: PublishLock): Promise<Sealing> {
  if ('key' in lock) return createSealing(lock.key);
  const salt = toHex(kernel.sha256(toUtf8(`quire ${collectionId}`)).subarray(0, 16));
  const from = { salt, iterations: PASSPHRASE_ITERATIONS };
  return createSealing(await deriveKey(lock.passphrase, from), from);
}

/** Returns the address with its key, which is in a link or made from a passphrase. Throws `publish/wrong-key` if it can be neither. */
async function unlock({ deps }: EngineContext, address: string, secret: string): Promise<string> {
  const { folder } = splitKey(address);
  const linked = findKey(folder, secret.trim());
  if (linked !== undefined) return withKey(folder, linked);
  if (deps.openHost === undefined) return folder;
  const { salt, iterations } = findSealed(await deps.openHost(folder).readManifest()) ?? {};
  if (salt === undefined || iterations === undefined)
    throw new AppError('publish/wrong-key', 'the collection opens with its link only', {});
  return withKey(folder, await deriveKey(secret, { salt, iterations }));
}

function findKey(folder: string, secret: string): string | undefined {
  const link = /^[\w-]{43}$/.test(secret) ? withKey(folder, secret) : secret;
  return /^https?:/.test(link) ? splitKey(toCollectionAddress(link)).key : undefined;
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
