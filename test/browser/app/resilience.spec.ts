import { serveDist } from '../../support/serve-dist.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';
import {
  dropOn,
  expect,
  expectIngested,
  goTo,
  onlyChromium,
  openFolder,
  recordClipboard,
  results,
  search,
  test,
} from './story.ts';

onlyChromium();

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
});

test('with storage refused everything works and the page says that it will not last', async ({
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
  await expect(page.getByText('Storage was refused').first()).toBeVisible();
  await dropOn(page, [folder.path]);
  await expectIngested(page, 6);
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);
});

test('cancel keeps what is done, and the page stays usable', async ({ page, folder }) => {
  test.setTimeout(120_000);
  const text = 'The albatross crosses the ocean without a rest.\n\n'.repeat(4_000);
  for (let i = 0; i < 120; i++) await folder.write(`big/part-${i}.md`, `# Part ${i}\n\n${text}`);
  await page.goto('./');
  await dropOn(page, [folder.path]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await goTo(page, 'Jobs');
  await expect(page.getByText(/stopped|done/).first()).toBeVisible();
});

test('a link to a chunk that has changed lands on its path and line', async ({ page, folder }) => {
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
  await goTo(page, 'Library');
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await goTo(page, 'Search');
  await expect(page.getByRole('link', { name: '1 indexed' })).toBeVisible();
  await page.goto(link);
  const chunk = page.getByRole('region', { name: 'Chunk' });
  await expect(chunk).toContainText('wait for the beacon');
  await expect(chunk).toContainText('has changed since the link was made');
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
  await expect(chunk).toContainText('<script>alert(1)</script>');
  await expect(chunk).toContainText('\\u{202e}');
  await expect(chunk).toContainText('👩‍👩‍👧');
  await goTo(page, 'Files');
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('img');
  await expect(page.getByRole('treeitem', { name: /<img src=x onerror/ })).toBeVisible();
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
});
