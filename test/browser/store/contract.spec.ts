import { openStorePage, run } from './call-page.ts';
import { expect, test } from './store-test.ts';

const places = [
  ['opfs', 'worker', '@long-in-firefox'],
  ['opfs', 'page', '@long'],
  ['idb', 'worker', '@long'],
  ['idb', 'page', ''],
  ['memory', 'worker', '@long'],
] as const;

for (const [backend, where, tag] of places) {
  test(`the store contract holds on ${backend} in a ${where}`, { tag: tag === '' ? [] : [tag] }, async ({
    page,
    bundled,
  }) => {
    // Some forty cases, each with a database of its own.
    test.slow();
    await openStorePage(page, bundled.url);
    const results = await run(page, where, 'runContract', backend);
    expect(results.filter((result) => result.error)).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  });
}
