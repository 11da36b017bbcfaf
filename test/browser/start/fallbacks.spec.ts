import { chromium } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { expect, test } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';

test('with the worker script blocked the engine runs on the main thread and the page says so', async ({
  page,
  consoleGuard,
}) => {
  // The browser itself writes a line for a missing file.
  consoleGuard.allow(/Failed to load resource.*404/, /engine-worker/);
  const server = await serveDist({ blocked: (path) => path.includes('engine-worker') });
  await page.goto(server.url);
  const engine = page.getByRole('status', { name: 'Engine' });
  await expect(engine).toHaveText('main thread, wasm simd');
  await expect(engine).toHaveAttribute('title', /./);
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await server.stop();
});

test('without workers the engine runs on the main thread', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'Worker', { value: undefined });
  });
  await page.goto('./');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('main thread, wasm simd');
});

test('without WebAssembly in page and worker the JS build runs', async ({ page, context }) => {
  await injectEverywhere(context, 'delete globalThis.WebAssembly;');
  await page.goto('./');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, JS');
});

test('a jitless Chromium, which has no WebAssembly, runs the JS build', async ({ server, browserName }) => {
  test.skip(browserName !== 'chromium', 'a flag of V8');
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--jitless'],
  });
  const context = await browser.newContext();
  const guard = await guardConsole(context);
  const page = await context.newPage();
  await page.goto(server.url);
  expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, JS', { timeout: 30_000 });
  expect(guard.unexpected()).toEqual([]);
  await browser.close();
});

const lacks = {
  'without OPFS': 'if (globalThis.StorageManager) delete StorageManager.prototype.getDirectory;',
  'without IndexedDB': "Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });",
  'with storage refused': `
    if (globalThis.StorageManager) StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    if (globalThis.indexedDB) IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError'); };`,
  'without the Locks API': "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });",
};
for (const [name, code] of Object.entries(lacks)) {
  test(`${name} the app starts and Diagnostics says what is used instead`, async ({ page, context }) => {
    const inWorker = code.replaceAll('Navigator.prototype', '(globalThis.Navigator ?? WorkerNavigator).prototype');
    await injectEverywhere(context, inWorker);
    await page.goto('./');
    await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, wasm simd');
    await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  });
}
