import { expectNoViolations, SCREENS } from './screen-list.ts';
import { expect, goTo, longInFirefox, measureOver, openFolder, results, search, test } from './story.ts';

longInFirefox();

test('axe finds nothing on any screen, light and dark', async ({ page, folder }) => {
  test.setTimeout(180_000);
  const check = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectNoViolations(page, name, colorScheme);
    }
  };
  await page.goto('./');
  await check('first run');
  await openFolder(page, folder);
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page);
    await check(name);
  }
});

test('at 360 px nothing overflows and targets are large enough', async ({ page, folder, browserName }, info) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openFolder(page, folder);
  for (const place of ['Library', 'Files', 'Pack', 'Export', 'Jobs', 'Changes', 'Settings', 'Search']) {
    await goTo(page, place);
    await expect(page.getByText('Opening…')).toHaveCount(0);
    expect(await measureOver(page), `${place} is wider than the screen`).toBeLessThanOrEqual(0);
    // In Firefox the driver takes a picture with the help of a style that the page's policy forbids.
    if (browserName === 'chromium')
      await info.attach(`${place} 360`, { body: await page.screenshot(), contentType: 'image/png' });
  }
  for (const link of await page.getByRole('navigation', { name: 'Places' }).getByRole('link').all()) {
    const box = await link.boundingBox();
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  }
  await search(page, 'rate limit');
  await results(page).first().getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Chunk' })).toBeVisible();
  await expect(results(page).first()).toBeHidden();
  await page.getByRole('button', { name: 'Back to results' }).click();
  await expect(results(page).first()).toBeVisible();
});

test('the chosen theme applies before the first paint and after a reload', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('Settings show the theme that the palette or a reset chose @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Settings');
  const theme = (name: string) => page.getByRole('radio', { name });
  await theme('Light').check();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search files and commands' }).fill('Theme: Dark');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Theme: Dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(theme('Dark')).toBeChecked();
  await page.getByRole('button', { name: 'Reset preferences' }).click();
  await expect(theme('Same as system')).toBeChecked();
  await theme('Dark').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
