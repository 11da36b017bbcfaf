import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app-test.ts';
import { makeDocx } from '../../support/make-document.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { chooseFiles, expectFinished, goTo, results, search } from '../app/story.ts';
import { CODE } from './code-files.ts';

test.use({ offlineShell: true });

const PDF = makePdf({ pages: [[{ text: 'The quince is yellow and hard.', x: 50, y: 700 }]] });
const OTHER_PDF = makePdf({ pages: [[{ text: 'The plum is yellow and soft.', x: 50, y: 700 }]] });
const DOCX = makeDocx('<w:p><w:r><w:t>The lapwing is a bird of meadows.</w:t></w:r></w:p>');
const NOTE = { 'note.md': '# Curlew\n\nA bird with a long bill.\n' };

/** Part of the name of a built file, and a file that can't be read without it. */
const READERS: readonly (readonly [string, string])[] = [
  ['pdfjs-api', 'a.pdf'],
  ['pdfjs-worker', 'a.pdf'],
  ['later/tree-sitter-', 'a.go'],
  ...'python.py javascript.js typescript.ts tsx.tsx go.go rust.rs java.java c-.c cpp.cpp c-sharp.cs php.php ruby.rb bash.sh'
    .split(' ')
    .map((name) => [`tree-sitter-${name.replace(/\..*/, '')}`, name.replace(/.*\./, 'a.')] as const),
];

const waiting = (page: Page) => page.getByRole('status').filter({ hasText: /waiting for (its|their) reader/ });
const NO_SERVER = /ERR_CONNECTION_REFUSED|404|Failed to (load|fetch)|NetworkError|disallowed MIME|Loading failed/;

test('a first visit offline imports what it can; the rest waits @long', async ({ page, consoleGuard }) => {
  test.slow();
  consoleGuard.allow(NO_SERVER);
  let server = await serveDist({});
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('status', { name: 'Network requests' })).toContainText('Ready offline');
  await server.stop();
  await page.context().setOffline(true);
  await page.reload();
  const header = page.getByRole('status', { name: 'Network requests' });
  await expect(header).toContainText('Offline');
  await header.getByRole('button').click();
  const status = page.getByRole('dialog', { name: 'Status' });
  await expect(status).toContainText('Still missing');
  for (const name of ['PDF', 'Python']) await expect(status).toContainText(name);
  await expect(status.getByRole('button', { name: /^Download everything for offline/ })).toBeVisible();
  await page.keyboard.press('Escape');

  const code = Object.keys(CODE).length;
  await chooseFiles(page, { ...NOTE, 'fruit.pdf': PDF, 'more.pdf': OTHER_PDF, 'birds.docx': DOCX, ...CODE });
  await expectFinished(page, code + 2);
  await expect(waiting(page)).toContainText(`${code + 2} files`);
  for (const [word, path] of [
    ['curlew', 'note.md'],
    ['lapwing', 'birds.docx'],
    ['quince lang:python', 'a.py'],
  ] as const) {
    await search(page, word);
    await expect(results(page).first()).toContainText(path);
  }
  await goTo(page, 'Files');
  await expect(page.getByRole('treeitem', { name: /fruit\.pdf/ })).toContainText('waiting for its reader');

  server = await serveDist({ port: Number(new URL(server.url).port) });
  await page.context().setOffline(false);
  await goTo(page, 'Search');
  await waiting(page).getByRole('button', { name: 'Try again' }).click();
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 });
  await search(page, 'yellow');
  await expect(results(page)).toHaveCount(2);
  await search(page, 'symbol:quince');
  await expect(page.getByText(new RegExp(`^${code} chunks`))).toBeVisible();
  await server.stop();
});

test('a full disk keeps no reader, but files are imported with the readers that were fetched', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test set the quota');
  const server = await serveDist({});
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('status', { name: 'Network requests' })).toContainText('Ready offline');
  const usedBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const session = await page.context().newCDPSession(page);
  // Less than the worker of pdf.js.
  const quotaSize = usedBytes + 1_000_000;
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(server.url).origin, quotaSize });
  await chooseFiles(page, { ...NOTE, 'fruit.pdf': PDF });
  await expectFinished(page, 2);
  await expect(waiting(page)).toHaveCount(0);
  await search(page, 'quince');
  await expect(results(page).first()).toContainText('fruit.pdf');
  const isKept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('quire-later'));
    const urls = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return urls.flat().some((url) => url.includes('pdfjs-worker'));
  });
  expect(isKept).toBe(false);
  await server.stop();
});

test.describe('without the offline shell', () => {
  test.use({ offlineShell: false });

  test('a file waits for its missing reader, then is imported @long', async ({ page, consoleGuard }) => {
    test.setTimeout(180_000);
    consoleGuard.allow(NO_SERVER);
    let missing = '';
    const server = await serveDist({ blocked: (path) => missing !== '' && path.includes(missing) });
    for (const [at, [name, file]] of READERS.entries()) {
      missing = name;
      await page.goto(`${server.url}?${encodeURIComponent(name)}`);
      await expect(page.getByRole('banner')).toBeVisible();
      await chooseFiles(page, { [file]: CODE[file] ?? PDF, ...NOTE });
      if (at > 0) await page.getByRole('button', { name: 'New collection' }).click();
      await expectFinished(page, file === 'a.pdf' ? 1 : 2);
      await search(page, 'curlew');
      await expect(results(page).first(), name).toContainText('note.md');
      await expect(waiting(page), name).toContainText('One file');
      missing = '';
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(waiting(page), name).toHaveCount(0);
      await search(page, file === 'a.pdf' ? 'yellow' : 'symbol:quince');
      await expect(results(page).first(), name).toContainText(file);
    }
    await server.stop();
  });
});
