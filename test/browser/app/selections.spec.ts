import { readFile } from 'node:fs/promises';
import { exportWords } from '../../../src/ui/words/export.ts';
import { expectNoViolations } from './screen-list.ts';
import { expect, goTo, longInFirefox, measureOver, openFolder, save, sync, test } from './story.ts';

longInFirefox();

test('[P6] [P7] [P9] a selection is named, reloaded, packed and exported @long', async ({
  page,
  folder,
  browserName,
}) => {
  test.slow();
  await openFolder(page, folder);
  await goTo(page, 'Files');
  const guides = page.getByRole('treeitem', { name: /^guides/ }).first();
  await guides.focus();
  await page.keyboard.press('Space');
  await expect(guides).toHaveAttribute('aria-checked', 'true');
  // One file of a ticked folder can be taken out.
  const queues = page.getByRole('treeitem', { name: /^queues\.md/ });
  await queues.focus();
  await page.keyboard.press('Space');
  await expect(guides).toHaveAttribute('aria-checked', 'mixed');
  await guides.focus();
  await page.keyboard.press('Space');
  await expect(guides).toHaveAttribute('aria-checked', 'true');
  // A filter of the list changes nothing about the ticked files.
  const ticked = page.getByText(/^2 files selected · ~\d+ tokens$/);
  const numbers = await ticked.textContent();
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('README');
  await expect(guides).toBeHidden();
  await expect(ticked).toHaveText(numbers ?? '');
  await page.getByRole('link', { name: 'Edit selection' }).click();

  const status = page.getByRole('main').getByRole('status').first();
  await page.getByRole('textbox', { name: 'Include' }).fill('*.ts\n*.rst');
  await expect(page.getByText('These patterns match no file: *.rst')).toBeVisible();
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md');
  await page.getByRole('textbox', { name: 'Name' }).fill('limits \u202eonly');
  await expect(status).toContainText('2 files');
  await expectNoViolations(page, 'selections');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'selections', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await measureOver(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('textbox', { name: 'Exclude' }).fill(`queues.md\n${'*'.repeat(2_000)}`);
  await expect(page.getByRole('alert')).toContainText('This selection is too large');

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('limits \u202eonly');
  await expect(page.getByRole('textbox', { name: 'Exclude' })).toHaveValue('queues.md');
  // Typed text is written when typing pauses: a reload does not wait for that.
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md\n*.lock');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Exclude' })).toHaveValue('queues.md\n*.lock');
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md');
  await page.getByRole('link', { name: 'Make a pack' }).click();
  const contents = page.getByRole('region', { name: 'In this pack' });
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(contents).toContainText('guides/limits.md', { timeout: 30_000 });
  await expect(contents).toContainText('src/client.ts');
  await expect(contents).not.toContainText('README.md');
  await expect(page.getByRole('textbox', { name: 'Include' })).toHaveValue('*.ts\n*.rst');
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md\n*.ts');
  await expect(contents).not.toContainText('src/client.ts');
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md');
  await expect(contents).toContainText('src/client.ts');
  await page.getByRole('button', { name: 'Save selection' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('limits \u202eonly again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Selection' })).toContainText('only again');
  await page.getByRole('textbox', { name: 'Question' }).fill('rate limit');
  await expect(contents).toContainText('search match');
  await expect(contents).not.toContainText('reference/errors.json');

  await goTo(page, 'Export');
  await expect(page.getByText(exportWords.ofSelection)).toBeVisible();
  const card = page.getByRole('region', { name: 'Single file' });
  await expect(card.getByRole('status')).toHaveText(/^\d{3} tokens, \d{3} B$/, { timeout: 30_000 });
  const download = await save(page, 'Download single file');
  const text = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toMatch(/^acme-api limits .*only again\.md$/);
  expect(text).toContain('guides/\n  limits.md (9 lines)\nsrc/\n  client.ts (6 lines)\n');
  expect(text).not.toContain('lighthouse');

  // Firefox has no button that reads a folder again: there the story ends with the export.
  if (browserName !== 'chromium') return;
  folder.remove('guides/limits.md');
  folder.remove('guides/queues.md');
  await folder.write('src/client.ts', 'export class Client {\n  async retryAfter() {}\n}\n');
  await folder.write('src/use.ts', "import { Client } from './client.ts';\n\nnew Client().retryAfter();\n");
  await sync(page);
  await expect(page.getByText(/2 removed/).first()).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'Pack');
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(page.getByText('1 item is no longer there')).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const ticks = page.getByRole('list', { name: 'Ticked files and folders' });
  await expect(ticks.getByRole('listitem').first()).toContainText('guides/');
  await expect(ticks).toContainText('no longer in the collection');

  await goTo(page, 'Changes');
  await page.getByRole('link', { name: 'Pack these changes' }).click();
  await expect(page.getByText(/^Changes from .* to now/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('');
  await expect(contents).toContainText('changed', { timeout: 30_000 });
  await expect(contents).toContainText('src/use.ts');
  await page.getByRole('combobox', { name: 'Selection' }).selectOption({ label: 'Everything' });
  // The next pack is about the question before the review again.
  await goTo(page, 'Search');
  await goTo(page, 'Pack');
  await expect(page.getByText(/^Changes from .* to now/)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('rate limit');
});
