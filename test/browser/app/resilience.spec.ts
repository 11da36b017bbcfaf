import type { Locator } from '@playwright/test';
import { readerWords } from '../../../src/ui/words/search.ts';
import { words } from '../../../src/ui/words/words.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';
import {
  chooseMore,
  dropOn,
  expect,
  expectIngested,
  goTo,
  longInFirefox,
  NEEDS_HANDLE,
  openFolder,
  openSample,
  recordClipboard,
  results,
  search,
  sync,
  test,
} from './story.ts';

longInFirefox();

test.describe('with the offline shell', () => {
  test.use({ offlineShell: true });

  test('a reload finds the collection again, offline too', async ({ page, folder }) => {
    const server = await serveDist({});
    await page.goto(server.url);
    await dropOn(page, [folder.path]);
    await expectIngested(page, 6);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await search(page, 'lighthouse');
    await expect(results(page)).toHaveCount(1);
    await server.stop();
    await page.reload();
    await search(page, 'lighthouse');
    await expect(results(page)).toHaveCount(1);
    await goTo(page, 'Files');
    await expect(page.getByRole('tree', { name: 'Files' })).toBeVisible();
    await goTo(page, 'Jobs');
    const past = page.getByRole('region', { name: 'Past' });
    await expect(past.getByRole('article', { name: 'Importing' })).toContainText('6 indexed');
    await expect(past.getByRole('link', { name: 'acme-api' })).toBeVisible();
  });
});

test('a screen that cannot load has a message; the rest keeps working @long', async ({
  page,
  folder,
  consoleGuard,
}) => {
  // The browser itself writes a line for a file that is not there; Firefox names its type, and the error without its text.
  consoleGuard.allow(
    /404|disallowed MIME type|^page error: Error \(|Failed to (load|fetch)|module script|part of the page|dynamically imported/,
  );
  const copied = await recordClipboard(page);
  const server = await serveDist({ blocked: (path) => /assets\/changes-[^/]*\.js$/.test(path) });
  await page.goto(server.url);
  await dropOn(page, [folder.path]);
  await expectIngested(page, 6);
  await goTo(page, 'Changes');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(words.failure.chunk);
  await alert.getByRole('button', { name: 'Copy report' }).click();
  expect(await copied()).not.toContain(folder.path);
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);
  await server.stop();
});

test('without storage everything works, and a warning says that data will be lost @long', async ({
  page,
  context,
  folder,
}) => {
  await injectEverywhere(
    context,
    `if (globalThis.StorageManager) StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
     if (globalThis.indexedDB) IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError'); };`,
  );
  await page.goto('./');
  await expect(page.getByText(words.status.lacks.storage.title).first()).toBeVisible();
  await dropOn(page, [folder.path]);
  await expectIngested(page, 6);
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);
});

test('Cancel keeps the files imported so far, and the page stays usable', async ({ page, folder }) => {
  test.setTimeout(120_000);
  const text = 'The albatross crosses the ocean without a rest.\n\n'.repeat(4_000);
  for (let i = 0; i < 60; i++) await folder.write(`big/part-${i}.md`, `# Part ${i}\n\n${text}`);
  await page.goto('./');
  await dropOn(page, [folder.path]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  // A drop that was cancelled before its first file leaves no collection.
  const start = page.getByRole('heading', { name: 'Drop a folder here' });
  const places = page.getByRole('navigation', { name: 'Places' });
  await expect(async () => {
    if (await start.isVisible()) return;
    await places.getByRole('link', { name: 'Jobs', exact: true }).click({ timeout: 1_000 });
    await expect(page.getByText(/stopped|done/).first()).toBeVisible();
  }).toPass();
});

test('a link to a chunk that has changed lands on its path and line @long', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'chromium', NEEDS_HANDLE);
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await search(page, 'lighthouse');
  await results(page).first().getByRole('link').click();
  await page.getByRole('region', { name: 'Chunk' }).getByRole('button', { name: 'Copy link' }).click();
  const link = await copied();
  await folder.write(
    'README.md',
    '# Acme\n\nA small service that sends letters.\n\n## Install\n\nRun the installer and wait for the beacon.\n',
  );
  await sync(page);
  await goTo(page, 'Search');
  await expect(page.getByRole('link', { name: '1 indexed' })).toBeVisible();
  await page.goto(link);
  const chunk = page.getByRole('region', { name: 'Chunk' });
  await expect(chunk).toContainText('wait for the beacon');
  await expect(chunk).toContainText(readerWords.gone);
});

/** No file system holds such a name; a paste does, and it becomes the name of path and collection alike. */
const HOSTILE_NAME = `\u202E<img src=x onerror=alert(1)>\u001b[31m👩‍👩‍👧${'x'.repeat(10_000)}.md`;

test('a hostile name is text in title, results, reader, tree, jobs, library and toasts @long', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Paste text' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE_NAME);
  await page.getByRole('textbox', { name: 'Text' }).fill('# <b>Bold</b>\n\nhostile \u202Ewords\n');
  await page.getByRole('button', { name: 'Add text' }).click();
  await expectIngested(page, 1);
  const expectText = async (place: Locator) => {
    // Long names are cut in the middle, so that only their beginning is everywhere.
    await expect(place).toContainText('\\u{202e}<img src=x onerror');
    expect(await page.locator('img, script:not([src]), b').count()).toBe(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  };
  await expectText(page.getByRole('heading', { level: 1 }));
  expect(await page.title()).toContain('<img src=x');
  expect(await page.title()).not.toContain('\u202E');
  expect((await page.title()).length).toBeLessThan(200);
  await search(page, 'hostile');
  await expectText(results(page).first());
  await results(page).first().getByRole('link').click();
  await expectText(page.getByRole('region', { name: 'Chunk' }));
  await goTo(page, 'Files');
  await expectText(page.getByRole('tree', { name: 'Files' }));
  await goTo(page, 'Jobs');
  await expectText(page.getByRole('region', { name: 'Past' }));
  await goTo(page, 'Library');
  await expectText(page.getByRole('article').first());
  await chooseMore(page, 'collection', 'Delete');
  await expectText(page.locator('[aria-live] > [data-tone]').first());
});

test('hostile names and contents are text everywhere', async ({ page, folder }) => {
  await folder.write(
    'src/<img src=x onerror=alert(1)>.md',
    '# <script>alert(1)</script>\n\nbad-\u202Egnp.exe \u001b[31mred\u001b[0m 👩‍👩‍👧 hostile words\n',
  );
  await folder.write(`${'long-'.repeat(40)}end.md`, '# Long\n\nhostile words again\n');
  await openFolder(page, folder, 8);
  await search(page, 'hostile');
  await expect(results(page)).toHaveCount(2);
  await expect(results(page).filter({ hasText: '<img src=x onerror=alert(1)>' })).toHaveCount(1);
  await results(page).filter({ hasText: '<img' }).getByRole('link').click();
  const chunk = page.getByRole('region', { name: 'Chunk' });
  await expect(chunk.getByRole('heading', { name: 'alert(1)' }).first()).toBeVisible();
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await expect(chunk).toContainText('<script>alert(1)</script>');
  await expect(chunk).toContainText('\\u{202e}');
  await expect(chunk).toContainText('👩‍👩‍👧');
  await goTo(page, 'Files');
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('img');
  await expect(page.getByRole('treeitem', { name: /<img src=x onerror/ })).toBeVisible();
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
});

test('a part that cannot be fetched at first is fetched a second later @long', async ({
  page,
  consoleGuard,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'Firefox keeps the failure of a module until the page is loaded again');
  consoleGuard.allow(/Failed to load resource/);
  let isAway = true;
  await page.route('**/assets/reader-*.js', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('./');
  await openSample(page);
  const refused = page.waitForEvent('requestfailed', { predicate: (request) => request.url().includes('/reader-') });
  await search(page, 'service worker');
  await refused;
  isAway = false;
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('service worker');
});
