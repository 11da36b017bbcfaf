import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { exportWords } from '../../../src/ui/words/export.ts';
import { words } from '../../../src/ui/words/words.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';
import { chooseFiles, expect, expectFinished, goTo, onlyChromium, save, test } from '../app/story.ts';

onlyChromium('an installed Firefox reports no downloads');

const SENTENCE = 'The kingfisher nests below the old mill.';
const PASSPHRASE = 'two herons at dawn';

/** Makes storage refuse the choices of a collection, in every thread, until a message ends it. */
const REFUSING = `
globalThis.refusesChoices ??= false;
new BroadcastChannel('refuse-choices').addEventListener('message', ({ data }) => { globalThis.refusesChoices = data; });
const readRecord = IDBObjectStore.prototype.get;
IDBObjectStore.prototype.get = function (key) {
  if (globalThis.refusesChoices && String(key).includes('choices/')) throw new DOMException('refused', 'UnknownError');
  return readRecord.call(this, key);
};`;

const refuse = (page: Page, isRefused: boolean) =>
  page.evaluate((data) => new BroadcastChannel('refuse-choices').postMessage(data), isRefused);

const getDialog = (page: Page) => page.getByRole('dialog', { name: exportWords.publishTitle });

/** Makes the zip without changing the form; types the passphrase where the form wants one. Returns its files. */
async function makeZip(page: Page): Promise<Readonly<Record<string, Uint8Array>>> {
  const dialog = getDialog(page);
  const access = await dialog.getByRole('combobox', { name: exportWords.access }).inputValue();
  const passphrase = dialog.getByRole('textbox', { name: exportWords.passphrase });
  if (access === 'passphrase') {
    await expect(passphrase).toHaveValue('');
    await expect(dialog.getByRole('button', { name: exportWords.makeZip })).toBeDisabled();
    await passphrase.fill(PASSPHRASE);
  }
  const files = unzipSync(readFileSync(await (await save(page, exportWords.makeZip)).path()));
  if (access === 'link') await page.getByRole('button', { name: exportWords.keySaved }).click();
  return files;
}

/** Lists the files that contain the text, plain or inside a compressed block. */
function findReadable(files: Readonly<Record<string, Uint8Array>>, text: string): string[] {
  const hasText = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(text);
  const hasBlock = (bytes: Uint8Array): boolean =>
    bytes.some((_, at) => {
      try {
        return hasText(inflateRawSync(bytes.subarray(at)));
      } catch {
        return false;
      }
    });
  return Object.entries(files)
    .filter(([name, bytes]) => hasText(bytes) || (name.startsWith('collection/') && hasBlock(bytes)))
    .map(([name]) => name.replace(/-[0-9a-f]{16}\.bin$/, '.bin'))
    .sort();
}

/** Names of everything but the app: what belongs to this collection. */
async function listOwn(page: Page, files: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
  const app = (await page.evaluate(async () => (await fetch('app-files.json')).json())) as { files: string[] };
  const rest = Object.keys(files).filter((name) => !app.files.includes(name) && name !== '_headers');
  return [...new Set(rest.map((name) => name.replace(/[\w-]+\.bin$/, '*.bin')))].sort();
}

async function openCollection(page: Page): Promise<void> {
  await injectEverywhere(page.context(), REFUSING);
  await page.goto('./');
  await chooseFiles(page, { 'wagtails.md': `# Birds\n\n${SENTENCE}\n`, 'reeds.md': '# Reeds\n\nTall.\n' });
  await expectFinished(page, 2);
  await goTo(page, 'Export');
}

const press = (page: Page) => page.getByRole('button', { name: exportWords.publish, exact: true }).click();

const PAGES = ['reeds-md', 'wagtails-md'].flatMap((name) => [`pages/${name}.html`, `pages/${name}.md`]);
const OPEN_FILES = ['llms-full.txt', 'llms.txt', 'pages/index.html', ...PAGES];

for (const access of ['open', 'link', 'passphrase'] as const)
  test(`a website for ${exportWords.accesses[access].toLowerCase()} stays so when it is published again, after a reload and after a failed load @long`, async ({
    page,
  }) => {
    test.slow();
    const check = async (files: Readonly<Record<string, Uint8Array>>) => {
      const isOpen = access === 'open';
      const own = ['collection/*.bin', 'collection/manifest.json'];
      expect(await listOwn(page, files)).toEqual(isOpen ? ['404.html', ...own, ...OPEN_FILES] : own);
      const readable = ['collection/text.bin', 'llms-full.txt', 'pages/wagtails-md.html', 'pages/wagtails-md.md'];
      expect(findReadable(files, SENTENCE)).toEqual(isOpen ? readable : []);
      expect(findReadable(files, 'wagtails')).toEqual(isOpen ? expect.arrayContaining(['llms.txt']) : []);
      const llms = files['llms.txt'];
      if (isOpen) expect(Buffer.from(llms as Uint8Array).toString()).toContain('(pages/wagtails-md.md)');
    };
    await openCollection(page);
    await press(page);
    await getDialog(page).getByRole('combobox', { name: exportWords.access }).selectOption(access);
    await check(await makeZip(page));

    await press(page);
    await check(await makeZip(page));

    await page.reload();
    await press(page);
    await check(await makeZip(page));

    await refuse(page, true);
    await press(page);
    const dialog = getDialog(page);
    await expect(dialog.getByRole('alert')).toContainText(words.common.notLoaded);
    await expect(dialog.getByRole('button', { name: exportWords.makeZip })).toBeDisabled();
    await refuse(page, false);
    await dialog.getByRole('button', { name: words.common.retry }).click();
    await check(await makeZip(page));
  });

test('a locked website is locked after a reload, and becomes open only after a second question', async ({ page }) => {
  test.slow();
  await openCollection(page);
  await press(page);
  await getDialog(page).getByRole('combobox', { name: exportWords.access }).selectOption('link');
  expect(findReadable(await makeZip(page), SENTENCE)).toEqual([]);

  // The selection could not be loaded either: nothing at all is exported.
  await injectEverywhere(page.context(), 'globalThis.refusesChoices = true;');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(words.common.notLoaded);
  await expect(page.getByRole('button', { name: exportWords.publish, exact: true })).toBeHidden();
  await refuse(page, false);
  await page.getByRole('button', { name: words.common.retry }).click();

  await press(page);
  const dialog = getDialog(page);
  const access = dialog.getByRole('combobox', { name: exportWords.access });
  await expect(access).toHaveValue('link');
  await access.selectOption('open');
  await dialog.getByRole('button', { name: exportWords.makeZip }).click();
  const question = page.getByRole('dialog', { name: exportWords.openTitle });
  await expect(question).toContainText('Until now, only people with the link could read this website.');
  await question.getByRole('button', { name: exportWords.keepLocked }).click();
  await expect(access).toHaveValue('link');
  await access.selectOption('open');
  await dialog.getByRole('button', { name: exportWords.makeZip }).click();
  const download = await save(page, exportWords.publishOpen);
  expect(download.suggestedFilename()).toMatch(/-site\.zip$/);
  expect(findReadable(unzipSync(readFileSync(await download.path())), SENTENCE)).toContain('llms-full.txt');
  await expect(page.getByText(exportWords.lastAccess('open'))).toBeVisible();
});
