import { expect, goTo, onlyChromium, openFolder, recordClipboard, results, search, test } from './story.ts';

onlyChromium();

test('pack within budget → copy', async ({ page, folder }) => {
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await search(page, 'retry');
  await results(page).first().getByRole('link').click();
  await page.getByRole('region', { name: 'Chunk' }).getByRole('button', { name: 'Add to pack' }).click();
  await goTo(page, 'Pack');
  const budget = page.getByRole('combobox', { name: 'Token budget' });
  await budget.fill('500');
  await budget.press('Tab');
  await page.getByRole('textbox', { name: 'Question' }).fill('rate limit');
  const copy = page.getByRole('button', { name: 'Copy pack' });
  await expect(copy).toBeEnabled({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('status')).toContainText('/ 500');
  await copy.click();
  const text = await copied();
  expect(text).toContain('guides/limits.md');
  // o200k needs at least one character a token for plain English, so this bounds the budget from above.
  expect(text.length).toBeLessThanOrEqual(500 * 8);
});

test('full and compact exports are downloads named after the collection and its index', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Export');
  await expect(page.getByRole('region', { name: 'What is in it' })).toContainText('manifest.llm.tsv');
  const names: string[] = [];
  for (const name of ['Full export', 'Compact export']) {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const download = await waiting;
    names.push(download.suggestedFilename());
    await expect(page.getByText(download.suggestedFilename()).first()).toBeVisible();
  }
  expect(names.every((name) => /^acme-api\.llmx-[0-9a-f]{8}.*\.zip$/.test(name))).toBe(true);
});

test('secrets are named with their places before an export, and masked unless allowed', async ({ page, folder }) => {
  await folder.write('config/keys.md', `# Keys\n\naws_access_key_id = AKIA${'QRSTUVWXYZ234567'}\n`);
  await openFolder(page, folder, 7);
  await goTo(page, 'Export');
  const secrets = page.getByRole('region', { name: 'Secrets' });
  await expect(secrets.getByRole('checkbox', { name: /config\/keys\.md:3/ })).toBeVisible();
  await expect(secrets).not.toContainText('QRSTUVWXYZ');
});

test('ticked files go to the pack', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Files');
  await page
    .getByRole('treeitem', { name: /^guides/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('treeitem', { name: /^guides/ }).first()).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('button', { name: 'Add to pack' }).click();
  await expect(page.getByText(/chunks added to the pack/)).toBeVisible();
  await goTo(page, 'Pack');
  await expect(page.getByRole('list', { name: 'Picked by hand' }).getByRole('listitem').first()).toBeVisible();
});
