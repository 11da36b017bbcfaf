import { openStorePage, run } from './call-page.ts';
import { expect, test } from './store-test.ts';

test('a write in one tab shows in the other; commits of two tabs never interleave', async ({ context, bundled }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const page of [one, two]) await openStorePage(page, bundled.url);
  expect(await run(two, 'worker', 'listTold')).toEqual([]);
  await Promise.all([run(one, 'worker', 'appendMany', 'a', 12), run(two, 'page', 'appendMany', 'a', 12)]);
  const state = { generation: 24, files: 24, bytes: 24_000, damaged: 0 };
  for (const page of [one, two]) expect(await run(page, 'worker', 'readState', 'a')).toEqual(state);

  let polls = 0;
  while ((await run(two, 'worker', 'listTold')).length < 24 && polls < 20) polls++;
  expect(await run(two, 'worker', 'listTold')).toHaveLength(24);
});

test('a reader in one tab survives commits and sweeps of another @long-in-firefox', async ({ context, bundled }) => {
  const [reader, writer] = [await context.newPage(), await context.newPage()];
  for (const page of [reader, writer]) await openStorePage(page, bundled.url);
  await run(reader, 'worker', 'startReading', 'a');
  for (let i = 0; i < 3; i++) expect(await run(writer, 'worker', 'replaceFiles', 'a', [1000])).toBe('committed');
  expect(await run(writer, 'worker', 'sweep')).toBe(0);
  expect(await run(reader, 'worker', 'goOnReading')).toBe(300_000);
  expect(await run(writer, 'worker', 'countFiles', 'a')).toBeGreaterThan(1);
  await run(reader, 'worker', 'stopReading');
  await expect.poll(() => run(writer, 'worker', 'countFiles', 'a')).toBe(1);
});

test('a reader whose tab is closed no longer keeps files alive @long-in-firefox', async ({ context, bundled }) => {
  const [reader, writer] = [await context.newPage(), await context.newPage()];
  for (const page of [reader, writer]) await openStorePage(page, bundled.url);
  await run(reader, 'worker', 'startReading', 'a');
  await run(writer, 'worker', 'replaceFiles', 'a', [1000]);
  expect(await run(writer, 'worker', 'sweep')).toBe(0);
  await reader.close();
  await expect.poll(() => run(writer, 'worker', 'sweep')).toBeGreaterThan(0);
});
