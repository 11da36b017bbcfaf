import type { Page } from '@playwright/test';
import { words } from '../../../src/ui/words/words.ts';
import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';
import { openSample, results } from '../app/story.ts';

test('with the worker script blocked the engine runs on the main thread and the page says so', {
  tag: '@long-in-firefox',
}, async ({ page, consoleGuard }) => {
  // The browser itself writes a line for a missing file.
  consoleGuard.allow(/Failed to load resource.*404/, /engine-worker/);
  const server = await serveDist({ blocked: (path) => path.includes('engine-worker') });
  await page.goto(server.url);
  const engine = page.getByRole('status', { name: 'Engine' });
  await expect(engine).toHaveText('main thread, wasm simd');
  await expect(engine).toHaveAttribute('title', /./);
  await expect(page.getByText(words.status.lacks.worker.text)).toBeVisible();
  await searchSample(page);
  await server.stop();
});

test('without workers the engine runs on the main thread @long', { tag: '@long-in-firefox' }, async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'Worker', { value: undefined });
  });
  await page.goto('./');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('main thread, wasm simd');
  await searchSample(page);
});

test('without WebAssembly the JS build runs', { tag: '@long-in-firefox' }, async ({ page, context }) => {
  await injectEverywhere(context, 'delete globalThis.WebAssembly;');
  await page.goto('./');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, JS');
  await expect(page.getByText(words.status.lacks.wasm.text)).toBeVisible();
  await searchSample(page);
});

const lacks = [
  {
    name: 'without OPFS',
    tag: ['@long-in-firefox'],
    code: 'if (globalThis.StorageManager) delete StorageManager.prototype.getDirectory;',
    backend: 'idb',
    sentence: 'collections are stored in IndexedDB',
  },
  {
    name: 'without IndexedDB',
    tag: ['@long'],
    code: "Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });",
    backend: 'memory',
    sentence: 'Everything is lost when you close this page',
  },
];
for (const { name, tag, code, backend, sentence } of lacks) {
  test(`${name} the app works, and a sentence and Diagnostics say what is used instead`, { tag }, async ({
    page,
    context,
  }) => {
    await injectEverywhere(context, code);
    await page.goto('./');
    await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, wasm simd');
    await expect(page.getByText(sentence)).toBeVisible();
    await searchSample(page);
    await page.evaluate(() => {
      location.hash = '#/diagnostics';
    });
    await expect(page.getByRole('row', { name: /^backend/ })).toContainText(backend);
    await expect(page.getByRole('row', { name: /^reason/ })).toContainText(/reason\s*\S/);
  });
}

test('without the Locks API the app works @long', { tag: '@long-in-firefox' }, async ({ page, context }) => {
  await injectEverywhere(
    context,
    "Object.defineProperty((globalThis.WorkerNavigator ?? Navigator).prototype, 'locks', { value: undefined });",
  );
  await page.goto('./');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, wasm simd');
  await searchSample(page);
});

async function searchSample(page: Page): Promise<void> {
  await openSample(page);
  await page.getByRole('searchbox', { name: 'Search this collection' }).pressSequentially('worker');
  await expect(results(page).first()).toBeVisible();
}
