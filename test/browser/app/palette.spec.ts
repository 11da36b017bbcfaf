import type { Page } from '@playwright/test';
import { dropOn, expect, openFolder, results, search, takeAsNewCollection, test } from './story.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search this collection' });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search files and commands' });
const reader = (page: Page) => page.getByRole('region', { name: 'Chunk' });

async function choose(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).fill(text);
  await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

/** The address that is there once everything that writes it later has had its turn. */
async function settledHash(page: Page): Promise<string> {
  await page.waitForTimeout(700);
  return page.evaluate(() => location.hash);
}

test('a file, heading or symbol chosen with Ctrl K from the search box stays open', async ({ page, folder }) => {
  await openFolder(page, folder);
  for (const [text, option, path, line] of [
    ['errors.json', /errors\.json/, 'reference/errors.json', '1'],
    ['Back-pressure', /Back-pressure/, 'guides/queues.md', '3'],
    ['retryAfter', /retryAfter/, 'src/client.ts', '3'],
  ] as const) {
    await search(page, 'lighthouse');
    await expect(results(page).first()).toContainText('README.md');
    await expect(searchBox(page)).toBeFocused();
    await choose(page, text, option);
    const asked = new URLSearchParams((await settledHash(page)).split('?')[1]);
    expect([asked.get('p'), asked.get('l')]).toEqual([path, line]);
    await expect(reader(page)).toContainText(path.split('/')[1] as string);
  }
});

test('Ctrl K on a focused result opens the palette and leaves the result @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await search(page, 'rate limit');
  await expect(results(page).nth(1)).toBeVisible();
  await searchBox(page).press('ArrowDown');
  await page.keyboard.press('j');
  await expect(results(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(results(page).nth(1).getByRole('link')).toBeFocused();
});

test('another question in the address replaces the one in a focused search box @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await search(page, 'lighthouse');
  await expect(results(page).first()).toContainText('README.md');
  await expect(searchBox(page)).toBeFocused();
  await page.evaluate(() => {
    location.hash = `${location.hash
      .split(/[/?]k?/)
      .slice(0, 3)
      .join('/')}?q=back-pressure`;
  });
  await expect(searchBox(page)).toHaveValue('back-pressure');
  await expect(results(page).first()).toContainText('guides/queues.md');
  expect(await settledHash(page)).toContain('q=back-pressure');
  await expect(searchBox(page)).toHaveValue('back-pressure');
});

test('folders of one name become collections of their own names, each with a palette row @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  for (let i = 0; i < 2; i++) {
    await dropOn(page, [folder.path]);
    await takeAsNewCollection(page, 6);
  }
  await page.keyboard.press('ControlOrMeta+k');
  const options = page.getByRole('option', { name: /^Open acme-api/ });
  for (const [text, rows] of [
    ['open acme', 2],
    ['open sample', 0],
    ['acme opne', 2],
    ['open acme-api 2', 1],
  ] as const) {
    await palette(page).fill(text);
    await expect(options).toHaveCount(rows);
  }
});
