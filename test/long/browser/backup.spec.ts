import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { fromUtf8 } from '../../../src/lib/bytes.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { EntryReader } from '../../../src/zip/entry-reader.ts';
import { readZipDirectory } from '../../../src/zip/read-zip-directory.ts';
import { expect, goTo, onlyChromium, results, search, test } from '../../browser/app/story.ts';
import { killTab } from '../../browser/sites/sites-test.ts';
import { makeLibrary } from '../../contract/engine/library-of-every-kind.ts';
import { makeDocx } from '../../support/make-document.ts';
import { ingestFiles } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';

onlyChromium('Chromium writes the backup, and Firefox is started by the test');

const DOCUMENTS = Math.round(Number(process.env.QUIRE_BACKUP_MB ?? 500) / 60);
const MEDIA_BYTES = 60_000_000;
const KILLS = Number(process.env.QUIRE_KILLS ?? 6);

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-backup-'));
});
// Firefox skips the test and what comes before it, but not this.
test.afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Collections of every kind, one of them with documents that deflate cannot shrink. */
async function writeBackup(): Promise<{ path: string; engine: Engine; names: ReadonlyMap<string, string> }> {
  const { disk, deps } = await makeLibrary();
  const engine = createEngine({ ...deps, store: createMemoryStore({ disk }) });
  const random = createRandom(51);
  const { id } = await engine.createCollection({ name: 'large' });
  const documents: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (let i = 0; i < DOCUMENTS; i++) {
    const words = new Uint32Array(MEDIA_BYTES / 4).map(() => random.below(2 ** 32));
    const body = `<w:p><w:r><w:t>The osprey of volume${i} eats fish.</w:t></w:r></w:p>`;
    documents[`${i}.docx`] = makeDocx(body, {}, { 'word/media/a.png': new Uint8Array(words.buffer) }).slice();
  }
  await ingestFiles(engine, id, documents);
  const collections = await engine.listCollections();
  const collectionIds = collections.map((one) => one.id);
  const { blob } = await engine.backUp({ jobId: 'b', collectionIds, settings: { 'quire.theme': 'dark' } });
  const path = join(folder, 'node.zip');
  await writeFile(path, (blob as Blob).stream());
  return { path, engine, names: new Map(collections.map((one) => [one.id, one.name])) };
}

async function startRestore(page: Page, path: string): Promise<void> {
  await page.goto('./#/library');
  const inLibrary = page.getByRole('region', { name: 'Backup' }).getByRole('button', { name: 'Restore' });
  const first = page.getByRole('button', { name: 'Restore a backup' });
  await inLibrary.or(first).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Backup file').setInputFiles(path);
  await expect(dialog.getByRole('status')).toContainText('collections');
  await dialog.getByLabel('Settings').selectOption('theirs');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
}

/** Waits until all collections are restored and the page has started again with the settings of the backup. */
async function expectRestored(page: Page, ids: readonly string[]): Promise<void> {
  const readTheme = () => page.evaluate(() => document.documentElement.dataset.theme).catch(() => undefined);
  await expect.poll(readTheme, { timeout: 300_000 }).toBe('dark');
  await page.goto('./#/library');
  await expect(page.getByRole('region', { name: 'Backup' })).toBeVisible();
  expect(await expectWhole(page)).toEqual(ids);
}

/** Rows and files in the page's storage: name and size of each file that a row names, and files that none does. */
function readStorage(page: Page) {
  return page.evaluate(async () => {
    const open = indexedDB.open('llmx-ingestor');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const getAll = open.result.transaction('indexes').objectStore('indexes').getAll();
    await new Promise((resolve) => {
      getAll.onsuccess = resolve;
    });
    const rows = getAll.result as { id: string; files: { name: string; length: number }[] }[];
    open.result.close();
    const root = await navigator.storage.getDirectory();
    const directories = async (at: FileSystemDirectoryHandle) => {
      const found = new Map<string, FileSystemHandle>();
      for await (const [name, handle] of at.entries()) found.set(name, handle);
      return found;
    };
    const stray: string[] = [];
    const whole: string[] = [];
    const top = await directories(root);
    for (const [name, home] of top.has('quire')
      ? await directories(top.get('quire') as FileSystemDirectoryHandle)
      : []) {
      const row = rows.find(({ id }) => `c-${id}` === name);
      const files = await directories(home as FileSystemDirectoryHandle);
      for (const file of files.keys()) if (!row?.files.some((one) => one.name === file)) stray.push(`${name}/${file}`);
      if (row?.files.every((one) => files.has(one.name))) whole.push(row.id);
    }
    return { ids: rows.map(({ id }) => id).sort(), whole: whole.sort(), stray, exports: top.has('quire-exports') };
  });
}

async function expectWhole(page: Page): Promise<readonly string[]> {
  // The first idle moment after a start cleans up.
  await expect.poll(async () => (await readStorage(page)).stray, { timeout: 60_000 }).toEqual([]);
  const { ids, whole } = await readStorage(page);
  expect(whole).toEqual(ids);
  return ids;
}

/** Checksums of the stored files, and all lines of records. */
async function readBackup(path: string): Promise<{ readonly stored: unknown[]; readonly records: Set<string> }> {
  const file = await openAsBlob(path);
  const { entries } = await readZipDirectory(file);
  const reader = new EntryReader(file);
  const stored = entries
    .filter(({ name }) => name.includes('/stored/'))
    .map(({ name, size, crc }) => [name, size, crc]);
  const records = new Set<string>();
  for (const entry of entries.filter(({ name }) => name.endsWith('/records.jsonl')))
    for (const line of fromUtf8(await reader.read(entry)).split('\n')) records.add(`${entry.name} ${line}`);
  return { stored, records };
}

/** SHA-256 of the payload of every stored file. */
function digestStored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const digests: Record<string, string> = {};
    const home = await (await navigator.storage.getDirectory()).getDirectoryHandle('quire');
    for await (const [id, directory] of home.entries())
      for await (const [name, handle] of (directory as FileSystemDirectoryHandle).entries()) {
        const file = await (handle as FileSystemFileHandle).getFile();
        const header = new DataView(await file.slice(0, 64).arrayBuffer());
        const length = Number(header.getBigUint64(16, true));
        const digest = await crypto.subtle.digest('SHA-256', await file.slice(64, 64 + length).arrayBuffer());
        digests[`${id}/${name}`] = Array.from(new Uint8Array(digest), (byte) => byte.toString(16)).join(' ');
      }
    return digests;
  });
}

async function expectAnswers(page: Page): Promise<void> {
  await goTo(page, 'Library');
  await page.getByRole('link', { name: 'large', exact: true }).click();
  await search(page, `volume${DOCUMENTS - 1}`);
  await expect(results(page).first()).toContainText(`${DOCUMENTS - 1}.docx`);
  await goTo(page, 'Library');
  await page.getByRole('link', { name: 'site', exact: true }).click();
  await search(page, 'lantern');
  await expect(results(page).first()).toContainText('lantern');
}

test('500 MB in nine collections of every kind go to Chromium and on to Firefox byte for byte; kills leave nothing half made', async ({
  browser,
  server,
  playwright,
}) => {
  const { path, names } = await writeBackup();
  const ids = [...names.keys()].sort();
  const random = createRandom(7);
  const context = await browser.newContext({ baseURL: server.url });
  const reopen = async () => {
    const next = await context.newPage();
    await next.goto('./#/library');
    await expect(next.getByRole('banner')).toBeVisible();
    return next;
  };
  let page = await context.newPage();
  const stored: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await startRestore(page, path);
    await page.waitForTimeout(200 + random.next() * 6_000);
    await killTab(page, context, kill % 2 === 0 ? 'crash' : 'close');
    page = await reopen();
    stored.push((await expectWhole(page)).length);
  }
  console.log(`collections after each kill of a restore: ${stored.join(', ')}`);
  await startRestore(page, path);
  await expectRestored(page, ids);
  await expectAnswers(page);
  const digests = await digestStored(page);

  for (const how of ['crash', 'close'] as const) {
    await goTo(page, 'Library');
    await page.getByRole('region', { name: 'Backup' }).getByRole('button', { name: 'Back up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back up' }).click();
    await page.waitForTimeout(1_000);
    await killTab(page, context, how);
    page = await reopen();
    expect(await expectWhole(page)).toEqual(ids);
    await expect.poll(async () => (await readStorage(page)).exports, { timeout: 60_000 }).toBe(false);
  }
  await goTo(page, 'Library');
  await page.getByRole('region', { name: 'Backup' }).getByRole('button', { name: 'Back up' }).click();
  const waiting = page.waitForEvent('download', { timeout: 300_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Back up' }).click();
  const second = join(folder, 'chromium.zip');
  await (await waiting).saveAs(second);
  await context.close();
  const before = await readBackup(path);
  const after = await readBackup(second);
  expect(after.stored).toEqual(before.stored);
  // This browser added its own checks.
  expect([...before.records].filter((line) => !after.records.has(line))).toEqual([]);

  const installed = findBrowser('firefox');
  if (!installed) return;
  const firefox = await playwright.firefox.launch({
    executablePath: installed.path,
    ...(installed.from === 'installed' ? { channel: 'moz-firefox' } : {}),
  });
  try {
    const other = await firefox.newPage({ baseURL: server.url });
    await startRestore(other, second);
    await expectRestored(other, ids);
    await expectAnswers(other);
    expect(await digestStored(other)).toEqual(digests);
  } finally {
    await firefox.close();
  }
});
