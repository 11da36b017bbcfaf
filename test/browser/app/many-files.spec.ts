import { join } from 'node:path';
import { traceTasks } from '../../support/trace-tasks.ts';
import { readManyFiles, writeTree } from './many-files.ts';
import { expect, onlyChromium, results, search, test } from './story.ts';

onlyChromium('tasks are traced through the DevTools protocol');

const FILES = 1_000;
/** CPU time of one task above which the page feels frozen. */
const LONGEST_MS = 50;

test('many nested files: progress is shown, the page never freezes, all are found', async ({ page, folder }) => {
  const longest: number[] = [];
  while (longest.length < 3 && !(Math.min(...longest) <= LONGEST_MS)) {
    const path = await writeTree(join(folder.path, '..', `many-${longest.length}`), FILES);
    await page.goto('./');
    const { longestMs } = await traceTasks(page, async () => {
      await readManyFiles(page, { path, files: FILES }, longest.length > 0);
    });
    longest.push(longestMs);
  }
  expect(Math.min(...longest)).toBeLessThanOrEqual(LONGEST_MS);
  await search(page, '"heron 5.0"');
  await expect(results(page).first()).toContainText('note-0.md');
});
