import { dropOn, expect, expectIngested, goTo, openFolder, recordClipboard, results, search, test } from './story.ts';

test('a first visit shows the four ways in, the promise and the count of requests', async ({ page }) => {
  await page.goto('./');
  const region = page.getByRole('region', { name: 'Add a source' });
  for (const name of ['Choose folder', 'Choose files', 'Add site', 'Open sample']) {
    await expect(region.getByRole('button', { name })).toBeVisible();
  }
  await expect(region.getByText('Nothing is uploaded')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Network requests' })).toHaveText(/^0 requests/);
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText(/worker, wasm/);
  await expect(page.locator('input[type=file][webkitdirectory]')).toHaveAttribute('aria-label', 'Choose folder');
});

test('first visit → sample: one click, and our own docs answer @long-in-firefox', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Open sample' }).click();
  await expect(page.getByRole('link', { name: /indexed/ })).toBeVisible({ timeout: 30_000 });
  await search(page, 'chunk');
  await expect(results(page).first()).toBeVisible();
});

test('drop a folder → search → open → copy with provenance @long-in-firefox', { tag: '@long' }, async ({
  page,
  folder,
}) => {
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await search(page, 'retry "rate limit"');
  await expect(results(page).first()).toContainText('limits.md');
  await expect(results(page).first().locator('mark').first()).toBeVisible();
  await results(page).first().getByRole('link').click();
  const chunk = page.getByRole('region', { name: 'Chunk' });
  await expect(chunk).toContainText('idempotency key');
  await expect(chunk.locator('mark')).toHaveText([
    'Limits',
    'limit',
    'Rate',
    'limits',
    'rate',
    'limit',
    'Retry',
    'retry',
  ]);
  await chunk.getByRole('button', { name: 'Copy with source' }).click();
  expect(await copied()).toContain('guides/limits.md:');
  expect(await copied()).toContain('Requests above the rate limit get 429.');
  await chunk.getByRole('button', { name: 'Copy link' }).click();
  expect(await copied()).toMatch(/#\/c\/[^/]+\/k\/[0-9a-f]{12}\?p=guides%2Flimits\.md&l=\d+/);
});

test('from a dropped folder to a copied pack in five actions @long-in-firefox', async ({ page, folder }) => {
  const copied = await recordClipboard(page);
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  const actions = [
    () => dropOn(page, [folder.path]),
    () => page.keyboard.type('retry rate limit'),
    () => goTo(page, 'Pack'),
    () => page.getByRole('button', { name: 'Copy pack' }).click(),
  ];
  expect(actions.length).toBeLessThanOrEqual(5);
  for (const act of actions) {
    await act();
    // Each action starts where the last one ended, without a click in between.
    if (act === actions[0]) await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toBeFocused();
    if (act === actions[1]) await expect(results(page).first()).toBeVisible();
  }
  await expect.poll(copied).toContain('Requests above the rate limit get 429.');
});

test('files that are dropped on the page are read', { tag: '@long' }, async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  // Firefox has no protocol for real drops; what the page gets is the same.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Dropped\n\nA heron wades.\n'], 'a.md'));
    dataTransfer.items.add(new File(['Herons fly too.\n'], 'b.txt'));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expectIngested(page, 2);
  await page.getByRole('searchbox', { name: 'Search this collection' }).pressSequentially('heron');
  await expect(results(page)).toHaveCount(2);
});

test('skipped files are listed with their exact rule @long-in-firefox', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Files');
  await expect(page.getByRole('tree', { name: 'Files' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^dist/ })).toContainText('.gitignore:1 dist/');
});

test('the newest query wins, and a filter without words lists its files @long-in-firefox', async ({ page, folder }) => {
  await openFolder(page, folder);
  const box = page.getByRole('searchbox', { name: 'Search this collection' });
  await box.pressSequentially('lighthouse', { delay: 5 });
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toContainText('README.md');
  await search(page, 'path:guides/');
  await expect(results(page).first()).toContainText('guides/');
});
