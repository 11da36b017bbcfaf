import { openStorePage, run } from './call-page.ts';
import { expect, test } from './store-test.ts';

test('the store takes the best storage that the browser has', async ({ page, bundled }) => {
  await openStorePage(page, bundled.url);
  for (const where of ['page', 'worker'] as const) {
    expect(await run(page, where, 'describeStore')).toEqual({ backend: 'opfs' });
  }
});

test('without OPFS the bytes go to IndexedDB, and the store says why', async ({ page, bundled }) => {
  await page.addInitScript(() => {
    Object.defineProperty(StorageManager.prototype, 'getDirectory', { value: undefined });
  });
  await openStorePage(page, bundled.url);
  const { backend, fallbackReason } = await run(page, 'page', 'describeStore');
  expect(backend).toBe('idb');
  expect(fallbackReason).toContain('opfs: store/unavailable');
  await run(page, 'page', 'appendMany', 'a', 2);
  expect(await run(page, 'page', 'readState', 'a')).toMatchObject({ files: 2, damaged: 0 });
  // The worker has OPFS: it reads on where the page wrote.
  await run(page, 'worker', 'appendMany', 'a', 1);
  expect(await run(page, 'worker', 'readState', 'a')).toMatchObject({ files: 3, generation: 3, damaged: 0 });
});

test('the store falls back, with a reason, if OPFS refuses', async ({ page, bundled }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));
  });
  await openStorePage(page, bundled.url);
  const { backend, fallbackReason } = await run(page, 'page', 'describeStore');
  expect(backend).toBe('idb');
  expect(fallbackReason).toContain('SecurityError');
});

test('without any storage everything works in memory, and the store says why', async ({ page, bundled }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await openStorePage(page, bundled.url);
  const { backend, fallbackReason } = await run(page, 'page', 'describeStore');
  expect(backend).toBe('memory');
  expect(fallbackReason).toMatch(/opfs: .*; idb: /);
  await run(page, 'page', 'appendMany', 'a', 2);
  expect(await run(page, 'page', 'readState', 'a')).toMatchObject({ files: 2, damaged: 0 });
});
