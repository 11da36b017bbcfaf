import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { appendFile, cp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { dropOn, expect, goTo, measureOver, onlyChromium, results, search, test } from '../../browser/app/story.ts';
import { publishSite } from '../../support/published-folder.ts';

onlyChromium('pictures are of one browser');
test.use({ actionTimeout: 15_000 });

/** Another folder to photograph, and a query for it. */
const OF = resolve(process.env.QUIRE_PICTURES_OF ?? 'docs');
const QUESTION = process.env.QUIRE_PICTURES_QUESTION ?? 'how is the index updated';
const OUT = resolve('test-results/pictures');
const WIDTHS = { 360: 740, 768: 1024, 1280: 800, 1680: 1050 } as const;

/** Every place as a person meets it. Where one pane is shown at a time, the wide picture has both. */
const PLACES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  overview: async (page) => {
    await goTo(page, 'Search');
    await expect(page.getByRole('heading', { name: 'Try a search' })).toBeVisible();
  },
  results: async (page) => {
    await search(page, QUESTION);
    await expect(results(page).first()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search this collection' }).press('Enter');
  },
  reader: async (page) => {
    await search(page, process.env.QUIRE_PICTURES_FILE ?? 'path:rules.md');
    await results(page).first().getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Chunk' })).toBeVisible();
    await page.waitForTimeout(500);
  },
  source: async (page) => {
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.waitForTimeout(300);
  },
  'nothing found': async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await search(page, 'zzqqx path:nowhere/ kind:markdown');
    await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  },
  files: async (page) => {
    await goTo(page, 'Files');
    await expect(page.getByRole('tree', { name: 'Files' })).toBeVisible();
  },
  'files ticked': async (page) => {
    await page.getByRole('treeitem').nth(1).focus();
    await page.keyboard.press('Space');
  },
  map: async (page) => {
    await page.getByRole('button', { name: 'Map', exact: true }).first().click();
    await page.waitForTimeout(500);
  },
  changes: async (page) => {
    await goTo(page, 'Changes');
    await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
    await page.waitForTimeout(500);
  },
  library: (page) => goTo(page, 'Library'),
  jobs: (page) => goTo(page, 'Jobs'),
  settings: (page) => goTo(page, 'Settings'),
  offline: async (page) => {
    await page.getByRole('heading', { name: 'Offline' }).scrollIntoViewIfNeeded();
  },
  diagnostics: async (page) => {
    await page.getByRole('link', { name: 'Diagnostics' }).click();
    await expect(page.getByRole('table', { name: 'Diagnostics table' })).toBeVisible();
  },
  export: async (page) => {
    await goTo(page, 'Export');
    await expect(page.getByRole('button', { name: 'Download full archive' })).toBeVisible();
    await page.waitForTimeout(2000);
  },
  pack: async (page) => {
    await goTo(page, 'Pack');
    await page.getByRole('textbox', { name: 'Question' }).fill(QUESTION);
    await expect(page.getByRole('button', { name: 'Copy pack' })).toBeEnabled({ timeout: 30_000 });
    await page.waitForTimeout(1000);
  },
  selections: async (page) => {
    await page.evaluate(() => location.assign(location.hash.replace(/\/pack.*$/, '/selections')));
    await expect(page.getByRole('heading', { level: 1, name: 'Selections' })).toBeVisible();
  },
  cite: async (page) => {
    await page.evaluate(() => location.assign(location.hash.replace(/\/selections.*$/, '/cite')));
    await page.getByRole('textbox').last().fill('The manual says “it was never there” (README.md:3-5, nowhere.md:7).');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForTimeout(1500);
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search files and commands' }).pressSequentially('re');
    await page.waitForTimeout(500);
  },
  keys: async (page) => {
    await page.keyboard.press('Escape');
    await page.locator('h1').first().click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  requests: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('status', { name: 'Network requests' }).getByRole('button').click();
  },
  'collection menu': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Collection: / }).click();
  },
  'site form': async (page) => {
    await page.keyboard.press('Escape');
    await goTo(page, 'Library');
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('button', { name: 'Add site' }).click();
    await page.getByText('Options').click();
  },
};

test('every screen in light and dark fits 360, 768, 1280 and 1680 px', async ({ page }) => {
  test.setTimeout(900_000);
  mkdirSync(OUT, { recursive: true });
  const root = mkdtempSync(join(tmpdir(), 'quire-pictures-'));
  const folder = join(root, 'handbook');
  const wider: string[] = [];
  const take = async (name: string) => {
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
  try {
    await cp(OF, folder, { recursive: true });
    await page.goto('./');
    await take('first run');
    await dropOn(page, [folder]);
    await expect(page.getByRole('link', { name: /^[\d,]+ indexed/ })).toBeVisible({ timeout: 120_000 });
    await change(folder);
    await goTo(page, 'Library');
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(page.getByText(/synced: /).first()).toBeVisible({ timeout: 60_000 });
    for (const [name, open] of Object.entries(PLACES)) {
      await open(page);
      await expect(page.getByText('Opening…')).toHaveCount(0);
      await take(name);
    }
    const site = await publishSite();
    const server = await startStaticServer({ root: site.root });
    try {
      await page.goto(`${server.url}docs/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForTimeout(500);
      await take('published');
    } finally {
      await server.stop();
      site.remove();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  expect(wider).toEqual([]);
});

/** One of each: a file more, one changed, one renamed, one gone. */
async function change(folder: string): Promise<void> {
  const files = (await import('node:fs')).readdirSync(folder).filter((name) => /\.(md|rst|toml|txt|cfg)$/.test(name));
  await writeFile(join(folder, 'NEWS.md'), '# News\n\nA chapter that was not there before.\n');
  const [first, second, third] = files as [string, string, string];
  await appendFile(join(folder, first), '\nOne sentence more, at the end of it.\n');
  await rename(join(folder, second), join(folder, `old-${second}`));
  await rm(join(folder, third));
}
