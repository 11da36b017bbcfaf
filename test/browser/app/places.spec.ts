import { dropOn, expect, goTo, longInFirefox, NEEDS_HANDLE, openFolder, results, search, sync, test } from './story.ts';

longInFirefox();

test('sync and settings say what they did or why they refuse', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'chromium', NEEDS_HANDLE);
  await openFolder(page, folder);
  await sync(page);
  await expect(page.getByText('“acme-api” is up to date')).toBeVisible();
  await folder.write('guides/new.md', '# New\n\nwalrus\n');
  await page.getByRole('button', { name: 'Sync acme-api', exact: true }).click();
  await expect(page.getByText('“acme-api” synced: 1 added.')).toBeVisible();

  await goTo(page, 'Settings');
  await page.getByRole('spinbutton', { name: 'Target chunk size' }).fill('9000');
  await expect(page.getByRole('alert')).toContainText(/Enter at most [\d,]+, or raise the maximum chunk size/);
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

test('the search box is wide enough, and a shortened name keeps its own start and end @long', async ({
  page,
  folder,
}) => {
  const path = 'packages/administration/contenttypes/integration_tests/test_checks_of_everything.py';
  await folder.write(path, 'def register_walrus_blueprint():\n    pass\n');
  await folder.write('b.md', '# A narwhal\n\nIt dives.\n');
  await openFolder(page, folder, 8);
  await page.setViewportSize({ width: 1280, height: 720 });
  const box = page.getByRole('searchbox', { name: 'Search this collection' });
  expect((await box.boundingBox())?.width).toBeGreaterThanOrEqual(420);
  await search(page, 'register_walrus_blueprint');
  // A name is drawn as its start, an ellipsis, and its end from a separator on.
  const where = results(page).first().locator('span:has(> [data-text])');
  await expect(where.locator('[data-text]').last()).toHaveAttribute('data-text', /^\/test_checks_of_everything\.py$/);
  expect(
    await where
      .locator('[data-text]')
      .first()
      .evaluate((element) => element.clientWidth),
  ).toBeGreaterThan(16);
  await search(page, 'narwhal');
  await expect(where).toHaveText('b.md');
  for (const part of await where.locator('[data-text]').all())
    expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search files and commands' }).pressSequentially('register_walrus');
  const note = page.getByRole('option', { name: /register_walrus_blueprint/ }).locator('[data-text]');
  await expect(note.last()).toHaveAttribute('data-text', /^\/test_checks_of_everything\.py$/);
});

test('a search during an import does not say No matches, and counts what it finds @long', async ({ page, folder }) => {
  for (let i = 0; i < 1_500; i++) await folder.write(`many/${i % 30}/note-${i}.md`, `# Note ${i}\n\nWords of ${i}.\n`);
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      for (const element of document.querySelectorAll('article div, main strong, main div:has(> h1)'))
        seen.add(element.textContent ?? '');
    };
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.goto('./');
  await dropOn(page, [folder.path]);
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await search(page, 'zebra');
  await expect(page.getByText('No matches', { exact: true })).toBeVisible({ timeout: 30_000 });
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  // There for as long as the import runs, which a fast machine ends before a look.
  expect(seen).toContain('No matches yet');
  expect(seen.some((text) => /^[1-9][\d,]* found so far|^[\d,]+ of [1-9][\d,]*/.test(text))).toBe(true);
  expect(seen.filter((text) => /^0 found|This collection is empty/.test(text))).toEqual([]);
});
