import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { CODE, toFile } from './code-files.ts';

test.use({ offlineShell: true });

test('a grammar is fetched at its first file, kept, and there without the server @long', async ({ page }) => {
  const asked: string[] = [];
  const server = await serveDist({ onRequest: (path) => asked.push(path) });
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const engine = page.getByRole('status', { name: 'Engine' });
  await expect(engine).toHaveText('worker, wasm simd');
  expect(asked.filter((path) => path.includes('tree-sitter-python'))).toEqual([]);

  const input = page.locator('input[type=file][aria-label="Choose files"]').first();
  const results = page.getByRole('list', { name: 'Results' });
  const searchbox = page.getByRole('searchbox', { name: 'Search this collection' });
  await input.setInputFiles([toFile('first.py', 'def quince(a):\n    return a\n')]);
  await expect(page.getByText(/^Finished: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('symbol:quince');
  await expect(results.getByRole('listitem').first()).toContainText('first.py');
  expect(asked.some((path) => path.includes('tree-sitter-python'))).toBe(true);

  await server.stop();
  await page.reload();
  await expect(engine).toHaveText('worker, wasm simd');
  await input.setInputFiles([toFile('second.py', 'def medlar(b):\n    return b\n')]);
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByText(/^Finished: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('symbol:medlar');
  await expect(results.getByRole('listitem').first()).toContainText('second.py');
});

test('a code file without its grammar is searchable at once, and outlined later @long', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allow(/404|Failed to load|grammar|tree-sitter/i);
  let isBlocked = true;
  const server = await serveDist({ blocked: (path) => isBlocked && path.includes('tree-sitter-python') });
  await page.goto(server.url);
  const input = page.locator('input[type=file][aria-label="Choose files"]').first();
  const results = page.getByRole('list', { name: 'Results' });
  const searchbox = page.getByRole('searchbox', { name: 'Search this collection' });
  await input.setInputFiles([
    toFile('first.py', 'def quince(a):\n    return a\n'),
    toFile('a.md', '# Quinces\n\nYellow.\n'),
  ]);
  await expect(page.getByText(/^Finished: 2 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('quince');
  await expect(results.getByRole('listitem').filter({ hasText: 'first.py' })).toBeVisible();
  const notice = page.getByText(/One file is waiting for its reader/);
  await expect(notice).toBeVisible();
  const requests = page.getByRole('status', { name: 'Requests' });
  await expect(requests).toContainText('Python');

  isBlocked = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(notice).toBeHidden();
  await expect(requests).not.toContainText('Python');
  await searchbox.fill('symbol:quince');
  await expect(results.getByRole('listitem').first()).toContainText('first.py');
  await server.stop();
});

test('with everything kept, a new profile imports every kind of file offline', {
  tag: '@long',
}, async ({ page }) => {
  const server = await serveDist({});
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${server.url}#/settings`);
  const offline = page.getByRole('region', { name: 'Offline' });
  await expect(offline).toContainText('Python');
  await offline.getByRole('button', { name: /^Download everything \(\d/ }).click();
  await expect(offline).toContainText('Everything works offline', { timeout: 60_000 });
  await page.reload();
  // A page that is left while its worker loads would say so in Firefox.
  await page.goto(`${server.url}#/`);
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await server.stop();

  await page.reload();
  const files = Object.entries({ ...CODE, 'a.css': '.quince { color: red }\n', 'a.md': '# Quince\n' }).map(
    ([name, text]) => toFile(name, text),
  );
  await page.locator('input[type=file][aria-label="Choose files"]').first().setInputFiles(files);
  await expect(page.getByText(`Finished: ${files.length} indexed`, { exact: false }).first()).toBeAttached({
    timeout: 30_000,
  });
  await expect(page.getByText(/no outline yet/)).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search this collection' }).fill('symbol:quince');
  // All but the page of prose define it.
  await expect(page.getByText(/^14 chunks/)).toBeVisible();
});

test('missing files are fetched when the page is idle @long-in-firefox', async ({ page }) => {
  const asked: string[] = [];
  const server = await serveDist({ onRequest: (path) => asked.push(path) });
  await page.clock.install();
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.clock.runFor(31_000);
  await expect.poll(() => asked.some((path) => path.includes('tree-sitter-ruby')), { timeout: 30_000 }).toBe(true);
  await server.stop();
});
