import { renameSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { exportWords } from '../../../src/ui/words/export.ts';
import { words } from '../../../src/ui/words/words.ts';
import { atEnd, expect, test } from '../../support/app-test.ts';
import { countKeptBlocks, makePages, type PublishedSite, publishSite } from '../../support/published-folder.ts';
import { expectNoViolations } from '../app/screen-list.ts';
import { goTo, results, search } from '../app/story.ts';

test.use({ offlineShell: true });

async function serve({ root, remove }: PublishedSite, onRequest?: (path: string, response: ServerResponse) => void) {
  const server = await startStaticServer({ root, ...(onRequest && { onRequest }) });
  atEnd(server.stop);
  atEnd(remove);
  return server;
}

test('[B1] a published folder can be searched and kept offline @long-in-firefox', async ({ page, consoleGuard }) => {
  test.slow();
  // The browser itself writes down that the host is gone.
  consoleGuard.allow(/Failed to load resource|ERR_CONNECTION_REFUSED|NetworkError/);
  const paths: string[] = [];
  const onRequest = (path: string, { req }: ServerResponse) => void paths.push(`${path} ${req.headers.range}`);
  const server = await serve(await publishSite(), onRequest);
  const blocks = () => paths.filter((path) => path.includes('/collection/') && path.includes('.bin'));
  await page.goto(`${server.url}docs/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('lantern 17');
  // Before the answer is there: hits of the question so far are not meant.
  await page.keyboard.press('ArrowDown');
  const first = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
  await expect(first).toContainText('pages/17.md');
  // The table of contents has read the list of files, once.
  expect(blocks().filter((path) => path.includes('/files-'))).toHaveLength(1);
  await expect(first.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('The lantern of page 17 is lit.');
  await expectNoViolations(page, 'published search');

  // Blocks that were read stay on the device.
  await expect.poll(async () => (await countKeptBlocks(page)) - blocks().length).toBeGreaterThanOrEqual(0);
  await page.reload();
  await expect(page.getByText('pages/17.md').first()).toBeVisible();
  expect(blocks()).toEqual([...new Set(blocks())]);

  await goTo(page, 'Export');
  await expectNoViolations(page, 'published export');
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await expect(page.getByText(exportWords.kept).first()).toBeVisible();
  await expect(page).toHaveURL(/#\/c\/site\/export$/);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases).not.toContain('llmx-ingestor');

  await page.evaluate(() => navigator.serviceWorker.ready);
  await server.stop();
  await page.reload();
  await expect(page.getByText(words.status.besideFailed)).toBeVisible();
  await search(page, 'lantern 23');
  await expect(page.getByText('pages/23.md').first()).toBeVisible();
});

test('a published site shows its name and contents, and its links work at another address @long', async ({ page }) => {
  const summary =
    '# Summary\n\n[Welcome](index.md)\n\n# Lamps\n\n- [The last lamp](pages/59.md)\n  - [Lamp 3](pages/3.md)\n';
  const pages = { 'index.md': '# Welcome\n\nRead this first.\n', 'SUMMARY.md': summary, ...makePages() };
  const site = await publishSite(pages, { name: 'The Lamps', description: 'Sixty lamps, lit.', start: 'index.md' });
  const server = await serve(site);
  await page.goto(`${server.url}docs/`);
  await expect(page).toHaveTitle('Welcome · The Lamps');
  for (const name of ['description', 'og:description'])
    await expect(page.locator(`meta[name="${name}"], meta[property="${name}"]`)).toHaveAttribute(
      'content',
      'Sixty lamps, lit.',
    );
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link').nth(6)).toBeVisible();
  const names = (await contents.getByRole('link').allTextContents()).slice(0, 6);
  expect(names).toEqual(['Welcome', 'The last lamp', 'Lamp 3', 'Page 0', 'Page 1', 'Page 2']);
  for (const words of ['Quire', 'Pack:', 'request', 'chunks'])
    await expect(page.locator('body')).not.toContainText(words);
  await expectNoViolations(page, 'published start');

  await search(page, 'lantern 17 ');
  await expect(page).toHaveURL(/#\/c\/site\/k\/.*pages%2F17/);
  const link = page.url();
  // Firefox reports no load after a change of the hash.
  await page.evaluate(() => history.back());
  await expect(contents).toBeVisible();
  await expect.poll(() => page.evaluate(() => location.href)).toBe(`${server.url}docs/`);
  await expect(page.getByRole('region', { name: 'File' })).toContainText('Read this first.');

  renameSync(`${site.root}/docs`, `${site.root}/moved`);
  const moved = await startStaticServer({ root: site.root });
  atEnd(moved.stop);
  await page.goto(link.replace(`${server.url}docs/`, `${moved.url}moved/`));
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('The lantern of page 17 is lit.');
});

const BOOK = {
  'README.md': '# Lamps\n\nAll of them.\n',
  '.editorconfig': 'root = true\n',
  'guide/light.md': '# Light a lamp\n\nTurn it.\n\n## Wick\n\nTrim it.\n\n## Oil\n\nFill it.\n',
  'guide/quench.md': '# Quench a lamp\n\nBlow.\n',
};

test('a published site is read as a book, its other places behind one menu @long-in-firefox', async ({ page }) => {
  const server = await serve(await publishSite(BOOK, { name: 'Lamps', start: 'guide/light.md' }));
  await page.goto(`${server.url}docs/`);
  const text = page.getByRole('region', { name: 'File' });
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  await expect(text).toContainText('Turn it.');
  await expect(contents).toHaveText(['Lamps', 'Light a lamp', 'Quench a lamp']);
  await expect(contents.nth(1)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('navigation', { name: 'In this file' }).getByRole('link')).toHaveText([
    'Light a lamp',
    'Wick',
    'Oil',
  ]);
  for (const name of ['Add to pack', 'Copy with source'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('link', { name: 'Quench a lamp' }).last().click();
  await expect(text).toContainText('Blow.');
  await expect(page).toHaveTitle('Quench a lamp · Lamps');
  await expectNoViolations(page, 'published page');

  // A search that is cleared, and Back, return to the page that was open.
  await search(page, 'wick');
  await expect(results(page).first()).toContainText('Light a lamp');
  await expect(page).toHaveURL(/q=wick/);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(text).toContainText('Blow.');
  await expect(page).toHaveTitle('Quench a lamp · Lamps');
  await search(page, 'wick');
  await expect(page).toHaveURL(/q=wick/);
  await page.goBack();
  await expect(text).toContainText('Blow.');

  const places = page.getByRole('navigation', { name: 'Places' });
  await expect(places).toBeHidden();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(places.getByRole('link')).toHaveText(['Search', 'Files', 'Pack', 'Export', 'Settings']);
  await places.getByRole('link', { name: 'Pack' }).click();
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeVisible();
  await expect(places).toBeHidden();

  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('link', { name: 'Lamps', exact: true }).click();
  await expect(text).toContainText('Turn it.');
  await expect(contents).toHaveCount(0);
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.first().click();
  await expect(text).toContainText('All of them.');
});

test('a site for reading only has no other places @long-in-firefox', async ({ page }) => {
  const server = await serve(await publishSite(BOOK, { name: 'Lamps', readingOnly: true }));
  await page.goto(`${server.url}docs/#/c/site/pack`);
  await expect(page.getByRole('region', { name: 'File' })).toContainText('All of them.');
  await search(page, 'wick');
  await expect(page.getByRole('button', { name: 'Copy with source' })).toBeVisible();
  for (const name of ['More', 'Add to pack', 'Add file to pack'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('[B1] without JavaScript the plain pages can be read and followed', async ({ browser, browserName }) => {
  test.skip(browserName !== 'chromium', 'an installed Firefox cannot be told to run without');
  const server = await serve(await publishSite());
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${server.url}docs/`);
  await page.getByRole('link', { name: 'Page 17' }).click();
  await expect(page.getByText('The lantern of page 17 is lit.')).toBeVisible();
  await page.close();
});
