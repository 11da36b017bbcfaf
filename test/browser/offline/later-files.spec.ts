import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { chooseFiles, expectFinished, search } from '../app/story.ts';
import { CODE } from './code-files.ts';

test.use({ offlineShell: true });

test('with everything kept, a new profile imports every kind of file offline', {
  tag: '@long',
}, async ({ page }) => {
  const server = await serveDist({});
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${server.url}#/settings`);
  const offline = page.getByRole('region', { name: 'Offline' });
  await expect(offline).toContainText('Python');
  await offline.getByRole('button', { name: /^Download everything for offline \(\d/ }).click();
  await expect(offline).toContainText('Everything works offline', { timeout: 60_000 });
  await page.reload();
  // A page that is left while its worker loads would say so in Firefox.
  await page.goto(`${server.url}#/`);
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await server.stop();

  await page.reload();
  const files = { ...CODE, 'a.css': '.quince { color: red }\n', 'a.md': '# Quince\n' };
  await chooseFiles(page, files);
  await expectFinished(page, Object.keys(files).length);
  await expect(page.getByText(/no outline yet/)).toHaveCount(0);
  await search(page, 'symbol:quince');
  // All but the page of prose define it.
  await expect(page.getByText(/^14 chunks/)).toBeVisible();
});

test('missing files are fetched when the page is idle @long', async ({ page }) => {
  const asked: string[] = [];
  const server = await serveDist({ onRequest: (path) => asked.push(path) });
  await page.clock.install();
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.clock.runFor(31_000);
  await expect.poll(() => asked.some((path) => path.includes('tree-sitter-ruby')), { timeout: 30_000 }).toBe(true);
  await server.stop();
});
