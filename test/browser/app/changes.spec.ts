import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoViolations } from './screen-list.ts';
import { expect, FILES, goTo, NEEDS_HANDLE, onlyChromium, openFolder, save, sync, test } from './story.ts';

onlyChromium(NEEDS_HANDLE);

test('changed, renamed, moved, new and removed files are shown, by keyboard too @long', async ({ page, folder }) => {
  const steps = Array.from({ length: 40 }, (_, i) => `Step ${i} of the crossing is quiet.\n`).join('\n');
  await folder.write('guides/tides.md', `# Tides\n\nThe water is low.\n\n${steps}`);
  await openFolder(page, folder, 7);
  await folder.write('guides/tides.md', `# Tides\n\nThe water is very high.\n\n${steps}`);
  await folder.write('guides/new.md', '# New\n\nA walrus came.\n');
  await folder.write('src/huge.txt', 'word after word and\n'.repeat(100_000));
  await folder.write('src/client.ts', `// Letters go out here.\n\n${FILES['src/client.ts']}`);
  renameSync(join(folder.path, 'guides/queues.md'), join(folder.path, 'guides/waiting.md'));
  folder.remove('README.md');
  await sync(page);
  await expect(page.getByText('“acme-api” synced: 2 added, 2 changed, 1 renamed, 1 removed.')).toBeVisible();
  await goTo(page, 'Changes');

  const list = page.getByRole('list', { name: 'Changes' });
  const fileOf = (path: string) =>
    list.getByRole('listitem').filter({ has: page.locator('summary', { hasText: path }) });
  const open = async (path: string) => {
    const summary = fileOf(path).locator('summary');
    if ((await fileOf(path).locator('details').getAttribute('open')) !== null) return;
    await summary.focus();
    await page.keyboard.press('Enter');
  };
  await expect(list.locator('summary')).toHaveCount(6);
  await open('guides/tides.md');
  const tides = fileOf('guides/tides.md');
  await expect(tides.locator('del')).toHaveText(/^low\.\s*$/);
  await expect(tides.locator('ins')).toHaveText(/^very high\.\s*$/);
  // Unchanged text is not repeated.
  await expect(tides).toContainText(/unchanged characters/);
  await expect(tides).not.toContainText('Step 39');

  await open('guides/new.md');
  await expect(fileOf('guides/new.md').locator('summary')).toContainText('Added');
  await expect(fileOf('guides/new.md').locator('ins')).toContainText('A walrus came.');
  await open('README.md');
  await expect(fileOf('README.md').locator('summary')).toContainText('Removed');
  await expect(fileOf('README.md').locator('del')).toContainText('wait for the lighthouse');
  await open('guides/waiting.md');
  await expect(fileOf('guides/waiting.md')).toContainText('Renamed');
  await expect(fileOf('guides/waiting.md')).toContainText('Renamed from guides/queues.md.');
  await expect(fileOf('guides/waiting.md').locator('del, ins')).toHaveCount(0);
  await expectNoViolations(page, 'changes');

  // Two megabytes are shown in parts, with a button for the rest.
  await open('src/huge.txt');
  await expect(fileOf('src/huge.txt').locator('ins')).toHaveCount(20);
  await fileOf('src/huge.txt')
    .getByRole('button', { name: /^Show more \([\d,]+ left\)$/ })
    .click();
  await expect(fileOf('src/huge.txt').locator('ins')).toHaveCount(40);

  // From a difference to its text.
  await tides
    .getByRole('link', { name: /^lines/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'File' })).toContainText('The water is very high.');

  await goTo(page, 'Export');
  expect((await save(page, 'Download changes only')).suggestedFilename()).toMatch(/\.zip$/);
});
