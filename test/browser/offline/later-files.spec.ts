import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';

const toFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a grammar is fetched when first met, kept, and there without the server', async ({ page }) => {
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
  await expect(page.getByText(/^Done: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('symbol:quince');
  await expect(results.getByRole('listitem').first()).toContainText('first.py');
  expect(asked.some((path) => path.includes('tree-sitter-python'))).toBe(true);

  await server.stop();
  await page.reload();
  await expect(engine).toHaveText('worker, wasm simd');
  await input.setInputFiles([toFile('second.py', 'def medlar(b):\n    return b\n')]);
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByText(/^Done: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('symbol:medlar');
  await expect(results.getByRole('listitem').first()).toContainText('second.py');
});

test('a code file whose grammar cannot be had is searchable at once, and outlined when it is there', async ({
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
  await expect(page.getByText(/^Done: 2 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('quince');
  await expect(results.getByRole('listitem').filter({ hasText: 'first.py' })).toBeVisible();
  const notice = page.getByText(/One file is not fully read yet/);
  await expect(notice).toBeVisible();

  isBlocked = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(notice).toBeHidden();
  await searchbox.fill('symbol:quince');
  await expect(results.getByRole('listitem').first()).toContainText('first.py');
  await server.stop();
});
