import { openStorePage, run } from './call-page.ts';
import { expect, test } from './store-test.ts';

const places = [
  ['opfs', 'worker'],
  ['opfs', 'page'],
  ['idb', 'worker'],
  ['idb', 'page'],
  ['memory', 'worker'],
] as const;

for (const [backend, where] of places) {
  test(`the store contract holds on ${backend} in a ${where}`, async ({ page, bundled }) => {
    // Some forty cases, each with a database of its own.
    test.slow();
    await openStorePage(page, bundled.url);
    const results = await run(page, where, 'runContract', backend);
    expect(results.filter((result) => result.error)).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  });
}
