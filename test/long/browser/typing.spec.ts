import { dirname } from 'node:path';
import { expect, onlyChromium, test } from '../../browser/app/story.ts';
import { LONGEST_MS, openSmallChunks, typeWhileReading } from '../../browser/app/typing.ts';

onlyChromium('tasks are traced through the DevTools protocol');

/** 1,000 files of a hundred chunks are 100,000; 1,250 files of 40 KB are 50 MB. */
const SIZE = { files: 1_000, moreFiles: 1_250 };

test('typing with 100,000 chunks while 50 MB are read causes no long task', async ({ page, folder }) => {
  const root = dirname(folder.path);
  await openSmallChunks(page, root, SIZE);
  const runs = await typeWhileReading(page, root, SIZE);
  console.log(
    `main thread: ${runs.map(({ tasks, longestMs }) => `${tasks} tasks, longest ${longestMs} ms`).join('; ')}`,
  );
  expect(runs.at(-1)?.tasks).toBeGreaterThanOrEqual(100);
  expect(Math.min(...runs.map(({ longestMs }) => longestMs))).toBeLessThanOrEqual(LONGEST_MS);
});
