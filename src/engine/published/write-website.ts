import { toZipName } from '../../export/export-zip.ts';
import { listMarks } from '../../export/text/page-marks.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { fromUtf8, toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { withKey } from '../../publish/collection-address.ts';
import { deriveKey, PASSPHRASE_ITERATIONS, type PassphraseLock } from '../../publish/format/cipher.ts';
import type { SiteFacts } from '../../publish/format/manifest.ts';
import { PAGE_ADDRESS } from '../../publish/format/single-page.ts';
import { type PlainInput, writePlainPages } from '../../publish/write/plain-pages.ts';
import { writeApp } from '../../publish/write/publish-app.ts';
import { createSealing, type Sealing } from '../../publish/write/seal-files.ts';
import { writePage } from '../../publish/write/write-page.ts';
import { writePublished } from '../../publish/write/write-published.ts';
import type { ExportAnswer, PublishLock, PublishOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import type { ExportedCollection } from '../open/faces.ts';
import { createExportSink } from '../output/export-sink.ts';
import { getResolver } from '../search/list-links.ts';
import { listChunkFacts } from '../search/to-chunks.ts';
import { measureFirstAnswer } from './first-answer.ts';
import { type CountingSink, createBlobSink, createFolderSink, writeZipFolder } from './publish-sink.ts';
import { toPublishInput } from './to-publish-input.ts';

/** Writes the website of a collection, its search box alone, or one page. Loaded with the first. */
export async function writeWebsite(
  { deps }: EngineContext,
  open: ExportedCollection,
  options: PublishOptions & { readonly job: Job },
): Promise<ExportAnswer> {
  const { app = [], target, lock, job } = options;
  const { collection } = open;
  job.phase('write');
  job.expect(open.fileCount, collection.stats.total_bytes);
  const site = toSiteFacts(open, options);
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
  const locked = lock && (await toLocked(deps.kernel, collection.id, lock));
  const sealing = locked && (await createSealing(locked.key, locked.from));
  const write = async (sink: CountingSink): Promise<void> => {
    if (isSearch) {
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
  const isSearch = options.form === 'search';
  const fileName = toZipName(collection, isSearch ? 'search' : lock === undefined ? 'site' : 'site-locked');
  if (options.preview) {
    const { sink, files } = createBlobSink();
    await write(sink);
    const address = locked === undefined ? PAGE_ADDRESS : withKey(PAGE_ADDRESS, locked.key);
    const query = open.row(0).title || open.row(0).path;
    const firstAnswerBytes = await measureFirstAnswer(deps.kernel, files, { address, query });
    return { fileName, bytes: sink.bytes, entries: sink.entries, preview: { files, firstAnswerBytes } };
  }
  if (target?.kind === 'directory') {
    const sink = createFolderSink(target);
    await write(sink);
    return { fileName: target.name, bytes: sink.bytes, entries: sink.entries };
  }
  return writeZipFolder({ fileName, target, job, folder: isSearch ? 'quire/' : '' }, write);
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
  {
    site: { name = '', description = '', start, readingOnly, pages } = {},
    form,
  }: Pick<PublishOptions, 'site' | 'form'>,
): SiteFacts {
  const hasStart = start !== undefined && start.length <= MAX_FACT_CHARS && open.findFileIndex(start) !== undefined;
  const about = description.trim().slice(0, MAX_FACT_CHARS);
  return {
    name: name.trim().slice(0, MAX_FACT_CHARS) || open.collection.name,
    ...(about !== '' && { description: about }),
    ...(hasStart && { start }),
    ...(readingOnly && { readingOnly }),
    ...(form === 'search' && pages && { pages }),
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

/** The salt of a collection never changes, so that one passphrase keeps its key when the collection is published again. */
async function toLocked(
  kernel: Kernel,
  collectionId: string,
  lock: PublishLock,
): Promise<{ readonly key: string; readonly from?: PassphraseLock }> {
  if ('key' in lock) return lock;
  const salt = toHex(kernel.sha256(toUtf8(`quire ${collectionId}`)).subarray(0, 16));
  const from = { salt, iterations: PASSPHRASE_ITERATIONS };
  return { key: await deriveKey(lock.passphrase, from), from };
}
