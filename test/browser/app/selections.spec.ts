import { readFile } from 'node:fs/promises';
import { expectNoViolations } from './screen-list.ts';
import { expect, goTo, longInFirefox, measureOver, openFolder, test } from './story.ts';

longInFirefox();

test('[P6] [P7] [P9] a selection is ticked, named, reloaded, packed and exported, and shows what vanished', async ({
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
  await page.getByRole('link', { name: 'Edit selection' }).click();

  const status = page.getByRole('main').getByRole('status').first();
  await page.getByRole('textbox', { name: 'Include' }).fill('*.ts\n*.rst');
  await expect(page.getByText('These match no file: *.rst')).toBeVisible();
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
  await expect(page.getByRole('alert')).toContainText('more than a selection may hold');

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('limits \u202eonly');
  await expect(page.getByRole('textbox', { name: 'Exclude' })).toHaveValue('queues.md');
  await page.getByRole('link', { name: 'Pack from it' }).click();
  const chosen = page.getByRole('region', { name: 'Chosen' });
  await expect(chosen).toContainText('guides/limits.md', { timeout: 30_000 });
  await expect(chosen).toContainText('src/client.ts');
  await expect(chosen).not.toContainText('README.md');
  await expect(page.getByRole('textbox', { name: 'Include' })).toHaveValue('*.ts\n*.rst');
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md\n*.ts');
  await expect(chosen).not.toContainText('src/client.ts');
  await page.getByRole('textbox', { name: 'Exclude' }).fill('queues.md');
  await expect(chosen).toContainText('src/client.ts');
  await page.getByRole('button', { name: 'Save selection' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('limits \u202eonly again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Selection' })).toContainText('only again');
  await page.getByRole('textbox', { name: 'Question' }).fill('rate limit');
  await expect(chosen).toContainText('found');
  await expect(chosen).not.toContainText('reference/errors.json');

  await goTo(page, 'Export');
  await expect(page.getByText('Only what the selection holds goes out')).toBeVisible();
  const card = page.getByRole('region', { name: 'One file' });
  await expect(card.getByRole('status')).toHaveText(/^\d{3} tokens, \d{3} B$/, { timeout: 30_000 });
  const waiting = page.waitForEvent('download');
  await card.getByRole('button', { name: 'One file' }).click();
  const download = await waiting;
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
  await goTo(page, 'Library');
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(page.getByText(/2 removed/).first()).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'Pack');
  await expect(page.getByText('1 thing is no longer there')).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const ticks = page.getByRole('list', { name: 'Ticked files and folders' });
  await expect(ticks.getByRole('listitem').first()).toContainText('guides/');
  await expect(ticks).toContainText('no longer there');

  await goTo(page, 'Changes');
  await page.getByRole('link', { name: 'Pack what to read' }).click();
  await expect(page.getByText(/^What changed since/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Question' }).fill('');
  await expect(chosen).toContainText('changed', { timeout: 30_000 });
  await expect(chosen).toContainText('src/use.ts');
  await page.getByRole('combobox', { name: 'Selection' }).selectOption({ label: 'Everything' });
  await expect(page.getByText('1 thing is no longer there')).toHaveCount(0);
});
