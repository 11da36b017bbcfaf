import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod, chown, mkdir, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { waysInWords } from '../../../src/ui/words/ways-in.ts';
import { words } from '../../../src/ui/words/words.ts';
import {
  chooseFiles,
  chooseMore,
  dropOn,
  expect,
  expectIngested,
  goTo,
  longInFirefox,
  openFolder,
  results,
  save,
  search,
  takeAsNewCollection,
  test,
  toPayloads,
} from './story.ts';

longInFirefox();

const said = words.add;

test('what cannot be imported is named in one sentence, and leaves no collection', { tag: '@long' }, async ({
  page,
  folder,
}) => {
  const empty = join(folder.path, 'empty');
  await mkdir(empty);
  await page.goto('./');
  await dropOn(page, [empty]);
  await expect(page.getByText(said.isEmpty('empty'))).toHaveCount(1);
  await chooseFiles(page, { 'nothing.zip': '' });
  await expect(page.getByText(said.zeroBytes('nothing'))).toHaveCount(1);
  await chooseFiles(page, { 'setup.exe': 'MZ\0\x01\x02\0\x03'.repeat(500) });
  await expect(page.getByText(said.noText('setup.exe'))).toHaveCount(1);
  await dropByScript(page, 'text');
  await expect(page.getByText(said.nothing)).toHaveCount(1);
  await dropByScript(page, 'locked');
  await expectRefused(page);
});

test('a folder that the system does not let Chromium list is named in one sentence, and leaves no collection', {
  tag: '@long',
}, async ({ playwright, browserName, baseURL }) => {
  test.skip(
    browserName !== 'chromium' || (IS_ROOT && !existsSync(SETPRIV)),
    'needs Chromium as a user who is not root',
  );
  const root = mkdtempSync(join(tmpdir(), 'quire-locked-'));
  const locked = join(root, 'locked');
  const profile = join(root, 'profile');
  const executablePath = join(root, 'chromium');
  for (const folder of [locked, profile]) await mkdir(folder);
  await writeFile(executablePath, START_CHROMIUM, { mode: 0o755 });
  if (IS_ROOT) for (const path of [root, profile]) await chown(path, NOBODY, NOBODY);
  await chmod(locked, 0);
  const context = await playwright.chromium.launchPersistentContext(profile, { executablePath });
  const page = context.pages()[0] as Page;
  await page.goto(baseURL as string);
  await dropOn(page, [locked]);
  await expectRefused(page);
  await context.close();
  rmSync(root, { recursive: true });
});

/** Root may list any folder, so Chromium runs as another user. */
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
const SETPRIV = '/usr/bin/setpriv';
const START_CHROMIUM = `#!/bin/sh
export HOME="$(dirname "$0")"
exec ${IS_ROOT ? `${SETPRIV} --reuid=${NOBODY} --regid=${NOBODY} --clear-groups` : ''} ${findBrowser('chromium')?.path} --no-sandbox "$@"
`;

/** One sentence, and nothing left behind. */
async function expectRefused(page: Page): Promise<void> {
  await expect(page.getByText("Quire isn't allowed to read this folder.")).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await expect(page.getByText('Recently deleted')).toHaveCount(0);
}

/** Drops a selected text, or a folder that the system does not let the browser list. */
function dropByScript(page: Page, what: 'text' | 'locked'): Promise<void> {
  return page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'Some prose that someone selected.');
    const reader = {
      readEntries: (_: unknown, fail: (error: unknown) => void) => fail(new DOMException('no', 'NotReadableError')),
    };
    const entry = { isDirectory: true, isFile: false, name: 'locked', createReader: () => reader };
    const item = { kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null };
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    const locked = { items: [item], getData: () => '' };
    Object.defineProperty(event, 'dataTransfer', { value: dropped === 'text' ? dataTransfer : locked });
    document.body.dispatchEvent(event);
  }, what);
}

/** Excludes a file of a source that cannot be read again without the user. */
async function exclude(page: Page, name: RegExp): Promise<void> {
  await goTo(page, 'Files');
  await page.getByRole('treeitem', { name }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Exclude' }).click();
  await expect(page.getByText('Choose the source again').last()).toBeVisible();
  await goTo(page, 'Library');
}

test('files excluded from a zip stay excluded when it is chosen again, and accept typed patterns @long', async ({
  page,
}) => {
  const zipped = { 'README.md': strToU8('# Zipped\n\nA pelican lives here.\n'), 'notes/a.txt': strToU8('pelicans\n') };
  const files = { 'archive.zip': zipSync(zipped) };
  await page.goto('./');
  await chooseFiles(page, files);
  await expectIngested(page, 2);
  await exclude(page, /^README\.md/);
  await chooseMore(page, 'source', 'Included files');
  await expect(page.getByRole('textbox', { name: 'Exclude' })).toHaveValue('/README.md');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Choose “archive” again').setInputFiles(toPayloads(files));
  await expect
    .poll(async () => page.getByRole('link', { name: '1 skipped' }).count(), { timeout: 20_000 })
    .toBeGreaterThan(0);
});

test('excluded files of a folder stay excluded at the next choice @long', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'chromium', 'the driver of Firefox cannot give a folder to an input');
  await page.goto('./');
  await page.locator('input[type=file][webkitdirectory]').first().setInputFiles(folder.path);
  await expectIngested(page, 6);
  await exclude(page, /^README\.md/);
  await page.getByLabel('Choose “acme-api” again').setInputFiles(folder.path);
  await expect(page.getByRole('article', { name: 'acme-api' })).toContainText('5 files', { timeout: 20_000 });
  await search(page, 'lighthouse');
  await expect(results(page).filter({ hasText: 'README.md' })).toHaveCount(0);

  const loose = { 'a.md': '# Heron of a.md\n', 'b.md': '# Heron of b.md\n' };
  await page.goto('./#/library');
  await chooseFiles(page, loose);
  await takeAsNewCollection(page, 2);
  await exclude(page, /^b\.md/);
  await page.getByLabel(/^Choose “(?!acme-api)/).setInputFiles(toPayloads(loose));
  const card = page.getByRole('article', { name: 'a.md + 1' });
  await expect(card.getByRole('link', { name: '1 skipped' })).toBeVisible({ timeout: 20_000 });
  await search(page, 'heron');
  await expect(results(page)).toHaveCount(1);
});

test('New collection makes one from text or files without a question; the open one does not change', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await goTo(page, 'Library');
  const addNew = async (way: string) => {
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('dialog', { name: 'New collection' }).getByRole('button', { name: way }).click();
  };
  await addNew('Paste text');
  await addText(page, '# Kingfisher\n\nblue and quick\n');
  await expectIngested(page, 1);
  await search(page, 'kingfisher');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText('pasted.md');
  await goTo(page, 'Library');
  const chooser = page.waitForEvent('filechooser');
  await addNew('Choose files');
  await (await chooser).setFiles(join(folder.path, 'README.md'));
  await expectIngested(page, 1);
  await goTo(page, 'Library');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article', { name: 'acme-api' })).toContainText('6 files');
});

test('text pasted while a collection is open, or under its Add source, joins it or a new one @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await pasteOn(page, '# Kingfisher\n\nblue and quick\n');
  await page.getByRole('button', { name: 'Add text' }).click();
  const question = page.getByRole('dialog', { name: 'Add to which collection?' });
  await expect(question.getByRole('button', { name: 'Add to acme-api' })).toBeVisible();
  await takeAsNewCollection(page, 1);
  await pasteOn(page, '# Wagtail\n\nnever still\n');
  await page.getByRole('button', { name: 'Add text' }).click();
  await question.getByRole('button', { name: 'Add to pasted.md' }).click();
  await search(page, 'wagtail');
  await expect(results(page)).toHaveCount(1);

  await goTo(page, 'Files');
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Paste text' }).click();
  await addText(page, '# Dipper\n\nunder water\n');
  await search(page, 'dipper');
  await expect(results(page)).toHaveCount(1);
  await goTo(page, 'Library');
  await expect(page.getByRole('article')).toHaveCount(2);
});

async function addText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await page.getByRole('button', { name: 'Add text' }).click();
}

/** With nothing to type in under the focus. */
function pasteOn(page: Page, text: string): Promise<void> {
  return page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { bubbles: true });
    // Firefox takes none from the constructor.
    Object.defineProperty(event, 'clipboardData', { value: clipboardData });
    document.body.dispatchEvent(event);
  }, text);
}

test('an export opens in a new profile as the same collection @long', async ({ page, folder, browser, baseURL }) => {
  await openFolder(page, folder);
  await goTo(page, 'Export');
  const download = await save(page, 'Download full archive');
  expect(download.suggestedFilename()).toBe('acme-api-full.zip');
  const path = join(folder.path, '..', download.suggestedFilename());
  await download.saveAs(path);

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(baseURL ?? '');
  await dropOn(other, [path]);
  await expect(other.getByRole('searchbox', { name: 'Search this collection' })).toBeVisible();
  await search(other, 'lighthouse');
  await expect(results(other).first()).toContainText('README.md');
  await fresh.close();
});

test('a dropped address opens the site dialog with it @long', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/uri-list', 'https://docs.example.org/guide');
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(page.getByRole('textbox', { name: 'Site address' })).toHaveValue('https://docs.example.org/guide');
});

test.describe('shared by another app', () => {
  test.use({ offlineShell: true });

  test('a share from another app is kept, shown, and imported only after a confirmation @long', async ({ page }) => {
    await openWithServiceWorker(page);
    const share = (form: SharedForm) => postFromElsewhere(page, { ...form, hidesReferrer: true });
    await share({ fields: { title: 'A page', url: 'https://docs.example.org/shared' } });
    await expect(page.getByRole('textbox', { name: 'Site address' })).toHaveValue('https://docs.example.org/shared');
    await share({ file: { name: 'shared.md', text: '# Shared\n\nturnstone\n' } });
    const dialog = page.getByRole('dialog', { name: 'Import this?' });
    await expect(dialog).toContainText(waysInWords.arrivalFrom.shared);
    await expect(dialog).toContainText(/shared\.md.*one file, 20 B/);
    expect(page.url()).not.toContain('?shared');
    await dialog.getByRole('button', { name: 'New collection' }).click();
    await expectIngested(page, 1);
    await search(page, 'turnstone');
    await expect(results(page).first()).toContainText('shared.md');
  });

  test('a form that another site posts as a share is neither kept nor shown @long', async ({ page }) => {
    await openWithServiceWorker(page);
    const file = { name: 'planted.md', text: '# Planted\n' };
    await postFromElsewhere(page, { file, hidesReferrer: false });
    await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await postFromElsewhere(page, { file, hidesReferrer: true });
    await page.getByRole('dialog', { name: 'Import this?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

interface SharedForm {
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly text: string };
}

async function openWithServiceWorker(page: Page): Promise<void> {
  await page.goto('./');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
}

/** A form on a page of another site. Without a referrer it looks to the service worker as the share sheet of the system does. */
async function postFromElsewhere(
  page: Page,
  { fields = {}, file, hidesReferrer }: SharedForm & { hidesReferrer: boolean },
) {
  const action = new URL('./share', page.url().replace(/[?#].*/, '')).href;
  const meta = hidesReferrer ? '<meta name="referrer" content="no-referrer">' : '';
  const body = `${meta}<link rel="icon" href="data:,"><title>Elsewhere</title>`;
  await page.unroute('http://elsewhere.example/');
  await page.route('http://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://elsewhere.example/');
  await page.evaluate(
    ({ action, fields, file }) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement('input'), { name, value }));
      }
      if (file) {
        const transfer = new DataTransfer();
        transfer.items.add(new File([file.text], file.name));
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
        input.files = transfer.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    { action, fields, ...(file ? { file } : {}) },
  );
  await page.waitForURL((url) => url.hostname !== 'elsewhere.example');
}

test('the manifest names what the system may open and share with the app', async ({ page }) => {
  const manifest = await (await page.request.get('./manifest.webmanifest')).json();
  expect(manifest.share_target).toMatchObject({ action: './share', method: 'POST' });
  expect(manifest.file_handlers[0].accept).toHaveProperty('text/markdown');
});

test('a folder of more than 200 MB needs a confirmation @long', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'chromium', 'a drop of 225 MB cannot be sent through the driver');
  for (let i = 0; i < 25; i++) {
    await folder.write(`big/part-${i}.md`, '');
    await truncate(join(folder.path, `big/part-${i}.md`), 9_000_000);
  }
  await page.goto('./');
  await dropOn(page, [folder.path]);
  const dialog = page.getByRole('dialog', { name: 'Large import' });
  await expect(dialog).toContainText(/225 MB\. .* 200 MB/);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
});
