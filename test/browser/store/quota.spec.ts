import { openStorePage, run } from './call-page.ts';
import { expect, test } from './store-test.ts';

const MB = 1_000_000;

for (const where of ['worker', 'page'] as const) {
  test(`a full disk stops a commit on OPFS cleanly in a ${where}`, async ({ page, bundled, browserName }) => {
    test.skip(browserName !== 'chromium', 'only Chromium lets a test set the quota');
    await openStorePage(page, bundled.url);
    const session = await page.context().newCDPSession(page);
    const setQuota = (quotaSize?: number) =>
      session.send('Storage.overrideQuotaForOrigin', {
        origin: new URL(bundled.url).origin,
        ...(quotaSize && { quotaSize }),
      });

    expect(await run(page, where, 'replaceFiles', 'a', [MB])).toBe('committed');
    const before = await run(page, where, 'readState', 'a');
    await setQuota((await run(page, where, 'readUse')).usedBytes + 3 * MB);
    expect(await run(page, where, 'replaceFiles', 'a', [2 * MB, 40 * MB])).toBe('store/quota');
    expect(await run(page, where, 'readState', 'a')).toEqual(before);
    expect(await run(page, where, 'sweep')).toBe(0);

    await setQuota();
    expect(await run(page, where, 'replaceFiles', 'a', [2 * MB, 10 * MB])).toBe('committed');
    expect(await run(page, where, 'readState', 'a')).toMatchObject({ bytes: 12 * MB, damaged: 0 });
  });
}

test('a full disk takes the collection that was deleted first, then the next, then stops', async ({
  page,
  bundled,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test set the quota');
  await openStorePage(page, bundled.url);
  for (const id of ['later', 'earlier', 'a'])
    expect(await run(page, 'worker', 'replaceFiles', id, [8 * MB])).toBe('committed');
  await run(page, 'worker', 'deleteKept', 'later', '2999-01-02T00:00:00.000Z');
  await run(page, 'worker', 'deleteKept', 'earlier', '2999-01-01T00:00:00.000Z');
  const session = await page.context().newCDPSession(page);
  const quotaSize = (await run(page, 'worker', 'readUse')).usedBytes + 3 * MB;
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(bundled.url).origin, quotaSize });

  expect(await run(page, 'worker', 'replaceFiles', 'a', [9 * MB])).toBe('committed');
  expect(await run(page, 'worker', 'listDeleted')).toEqual(['later']);
  expect(await run(page, 'worker', 'countFiles', 'earlier')).toBe(0);
  expect(await run(page, 'worker', 'replaceFiles', 'a', [90 * MB])).toBe('store/quota');
  expect(await run(page, 'worker', 'listDeleted')).toEqual([]);
  expect(await run(page, 'worker', 'readState', 'a')).toMatchObject({ bytes: 9 * MB, damaged: 0 });
});

test('a put that IndexedDB refuses for lack of room leaves the previous state', async ({ page, bundled }) => {
  await page.addInitScript(() => {
    Object.defineProperty(StorageManager.prototype, 'getDirectory', { value: undefined });
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      const full = (globalThis as { diskIsFull?: boolean }).diskIsFull;
      if (full && this.name === 'files') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await openStorePage(page, bundled.url);
  expect(await run(page, 'page', 'replaceFiles', 'a', [MB])).toBe('committed');
  const before = await run(page, 'page', 'readState', 'a');
  const fill = (full: boolean) => page.evaluate((value) => void Object.assign(globalThis, { diskIsFull: value }), full);
  await fill(true);
  expect(await run(page, 'page', 'replaceFiles', 'a', [MB, MB])).toBe('store/quota');
  await fill(false);
  expect(await run(page, 'page', 'readState', 'a')).toEqual(before);
  expect(await run(page, 'page', 'replaceFiles', 'a', [MB, MB])).toBe('committed');
});
