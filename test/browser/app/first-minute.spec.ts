import { dropOn, expect, goTo, recordClipboard, results, test } from './story.ts';

test('a first visit shows the four ways in, the promise and the count of requests', async ({ page }) => {
  await page.goto('./');
  const region = page.getByRole('region', { name: 'Add a source' });
  for (const name of ['Choose folder', 'Choose files', 'Add site', 'Open sample']) {
    await expect(region.getByRole('button', { name })).toBeVisible();
  }
  await expect(region.getByText('Nothing is uploaded')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Network requests' })).toContainText(/\b0 requests/);
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText(/worker, wasm/);
  await expect(page.locator('input[type=file][webkitdirectory]')).toHaveAttribute('aria-label', 'Choose folder');
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
