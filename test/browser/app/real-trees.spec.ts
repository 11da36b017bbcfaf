import { join } from 'node:path';
import { dropOn, expect, expectIngested, makeFolder, onlyChromium, results, search, test } from './story.ts';

onlyChromium();

test('a folder whose first file is empty is read like any other', async ({ page, folder }) => {
  // Files of a folder are read before those of the folders in it.
  const path = join(folder.path, '..', 'package');
  await makeFolder(path, { '__init__.py': '', 'inner/.nojekyll': '', 'inner/deep/note.md': '# Note\n\nturnstone\n' });
  await page.goto('./');
  await dropOn(page, [path]);
  await expectIngested(page, 3);
  await search(page, 'turnstone');
  await expect(results(page).first()).toContainText('inner/deep/note.md');
});
