import { renameSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { exportWords } from '../../../src/ui/words/export.ts';
import { words } from '../../../src/ui/words/words.ts';
import { atEnd, expect, test } from '../../support/app-test.ts';
import { countKeptBlocks, makePages, type PublishedSite, publishSite } from '../../support/published-folder.ts';
import { expectNoViolations } from '../app/screen-list.ts';
import { goTo, search } from '../app/story.ts';

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
  await expect(page).toHaveTitle('The Lamps');
  for (const name of ['description', 'og:description'])
    await expect(page.locator(`meta[name="${name}"], meta[property="${name}"]`)).toHaveAttribute(
      'content',
      'Sixty lamps, lit.',
    );
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link').nth(6)).toBeVisible();
  const names = (await contents.getByRole('link').allTextContents()).slice(0, 6);
  expect(names).toEqual(['Welcome', 'The last lamp', 'Lamp 3', 'Page 0', 'Page 1', 'Page 2']);
  const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
  await expect(places).toHaveText(['Search', 'Files', 'Pack', 'Export', 'Settings']);
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
  await page.getByRole('link', { name: 'Start reading' }).click();
  await expect(page.getByRole('region', { name: 'File' })).toContainText('Read this first.');
  await expect(page).toHaveTitle('Welcome · The Lamps');
  await page.evaluate(() => history.back());
  await expect(page).toHaveTitle('The Lamps');

  renameSync(`${site.root}/docs`, `${site.root}/moved`);
  const moved = await startStaticServer({ root: site.root });
  atEnd(moved.stop);
  await page.goto(link.replace(`${server.url}docs/`, `${moved.url}moved/`));
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('The lantern of page 17 is lit.');
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
