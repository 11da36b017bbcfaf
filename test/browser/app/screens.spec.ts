import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, goTo, onlyChromium, openFolder, results, search, test } from './story.ts';

onlyChromium();

/** The named list of screens: each is opened, looked at by axe and kept as a picture. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  library: (page) => goTo(page, 'Library'),
  search: async (page) => {
    await goTo(page, 'Search');
    await search(page, 'rate limit');
    await expect(results(page).first()).toBeVisible();
    await results(page).first().getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('429');
  },
  files: async (page) => {
    await goTo(page, 'Files');
    await expect(page.getByRole('tree', { name: 'Files' })).toBeVisible();
  },
  pack: async (page) => {
    await goTo(page, 'Pack');
    await page.getByRole('textbox', { name: 'Question' }).fill('rate limit');
    await expect(page.getByRole('button', { name: 'Copy pack' })).toBeEnabled({ timeout: 30_000 });
  },
  export: async (page) => {
    await goTo(page, 'Export');
    await expect(page.getByText('None found.')).toBeVisible();
  },
  jobs: (page) => goTo(page, 'Jobs'),
  changes: (page) => goTo(page, 'Changes'),
  settings: (page) => goTo(page, 'Settings'),
  diagnostics: async (page) => {
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Diagnostics' }).click();
    await expect(page.getByRole('table', { name: 'Figures' })).toBeVisible();
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to or do' }).pressSequentially('li');
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ page, folder }, info) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('./');
    await expectNoViolations(page, 'first run');
    await openFolder(page, folder);
    for (const [name, open] of Object.entries(SCREENS)) {
      await open(page);
      await expectNoViolations(page, name);
      await info.attach(`${name} ${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' });
    }
  });
}

test('360 px: one pane at a time, nothing runs over the edge, targets are large enough', async ({
  page,
  folder,
}, info) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openFolder(page, folder);
  for (const place of ['Library', 'Files', 'Pack', 'Export', 'Jobs', 'Changes', 'Settings', 'Search']) {
    await goTo(page, place);
    await expect(page.getByText('Opening…')).toHaveCount(0);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${place} is wider than the screen`).toBeLessThanOrEqual(0);
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

test('the chosen theme is there before the first paint and after a reload', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('color-scheme'));
  expect(paper).toBe('dark');
});

async function expectNoViolations(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}
