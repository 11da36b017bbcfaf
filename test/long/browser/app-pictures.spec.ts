import { mkdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { SCREENS } from '../../browser/app/screen-list.ts';
import { dropOn, expect, goTo, measureOver, onlyChromium, sync, test } from '../../browser/app/story.ts';
import { publishSite } from '../../support/published-folder.ts';

onlyChromium('pictures are of one browser');

const OUT = resolve('test-results/pictures');
const WIDTHS = { 360: 740, 768: 1024, 1280: 800, 1680: 1050 } as const;

/** Opens another part of the app by its address. */
async function open(page: Page, part: string): Promise<void> {
  await page.evaluate((name) => location.assign(location.hash.replace(/^(#\/c\/[^/?]+).*$/, `$1/${name}`)), part);
}

const MORE_SCREENS: typeof SCREENS = {
  source: async (page) => {
    await page.keyboard.press('Escape');
    await SCREENS.search?.(page);
    await page.getByRole('button', { name: 'Source', exact: true }).click();
  },
  'files ticked': async (page) => {
    await goTo(page, 'Files');
    await page.getByRole('treeitem').nth(1).focus();
    await page.keyboard.press('Space');
  },
  map: (page) => page.getByRole('button', { name: 'Map', exact: true }).first().click(),
  selections: async (page) => {
    await open(page, 'selections');
    await expect(page.getByRole('heading', { level: 1, name: 'Selections' })).toBeVisible();
  },
  cite: async (page) => {
    await open(page, 'cite');
    await page.getByRole('textbox').last().fill('The manual says “it was never there” (README.md:3-5, nowhere.md:7).');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('Not found').first()).toBeVisible();
  },
  'collection menu': (page) => page.getByRole('button', { name: /^Collection: / }).click(),
  offline: async (page) => {
    await page.keyboard.press('Escape');
    await goTo(page, 'Settings');
    await page.getByRole('heading', { name: 'Offline' }).scrollIntoViewIfNeeded();
  },
};

test('every screen in light and dark fits 360, 768, 1280 and 1680 px', async ({ page, folder }) => {
  test.setTimeout(900_000);
  mkdirSync(OUT, { recursive: true });
  const wider: string[] = [];
  const take = async (name: string) => {
    await expect(page.getByText('Opening…')).toHaveCount(0);
    for (const [width, height] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width: Number(width), height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({ path: join(OUT, `${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`) });
      }
      if ((await measureOver(page)) > 0) wider.push(`${name} at ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await page.goto('./');
  await take('first run');
  await cp('docs/decisions', join(folder.path, 'decisions'), { recursive: true });
  await dropOn(page, [folder.path]);
  await expect(page.getByRole('link', { name: /^[\d,]+ indexed/ })).toBeVisible({ timeout: 120_000 });
  await folder.write('NEWS.md', '# News\n\nA chapter that was not there before.\n');
  folder.remove('guides/queues.md');
  await sync(page);
  await expect(page.getByText(/synced: /).first()).toBeVisible({ timeout: 60_000 });
  for (const [name, show] of Object.entries({ ...SCREENS, ...MORE_SCREENS })) {
    await show(page);
    await take(name);
  }
  const site = await publishSite();
  const server = await startStaticServer({ root: site.root });
  try {
    await page.goto(`${server.url}docs/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await take('published');
  } finally {
    await server.stop();
    site.remove();
  }
  expect(wider).toEqual([]);
});
