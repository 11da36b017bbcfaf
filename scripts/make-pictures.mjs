import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { startStaticServer } from './static-server.mjs';

/** Pictures of the built app for the README, made from the bundled sample so that they never show anyone's files. */
const out = resolve(process.argv[2] ?? 'docs/pictures');
const root = resolve(process.env.QUIRE_DIST ?? 'dist');

mkdirSync(out, { recursive: true });
const server = await startStaticServer({ root });
const browser = await chromium.launch({
  executablePath: findBrowser('chromium')?.path,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const wide = { width: 1440, height: 860 };
  await takeAll({ colorScheme: 'light', viewport: wide, suffix: 'light' });
  await takeAll({ colorScheme: 'dark', viewport: wide, suffix: 'dark', only: ['search'] });
  await takeAll({ colorScheme: 'light', viewport: { width: 360, height: 740 }, suffix: 'small', only: ['search'] });
} finally {
  await browser.close();
  await server.stop();
}

async function takeAll({ colorScheme, viewport, suffix, only }) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  const take = async (name) => {
    if (only?.includes(name) ?? true) await page.screenshot({ path: resolve(out, `${name}-${suffix}.png`) });
  };
  await page.goto(server.url);
  await page.getByRole('region', { name: 'Add a source' }).waitFor();
  await take('first-run');
  await page.getByRole('button', { name: 'Open sample' }).click();
  await page.getByRole('link', { name: /indexed/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search this collection' }).fill('index shard');
  await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
  if (suffix !== 'small') await page.getByRole('region', { name: 'Chunk' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(800);
  await take('search');
  if (only) return context.close();
  const go = (name) =>
    page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name, exact: true }).click();
  await go('Files');
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await page.waitForTimeout(500);
  await take('files');
  await go('Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('how are shards updated');
  await page.getByRole('region', { name: 'Preview' }).locator('pre').waitFor({ timeout: 30_000 });
  await take('pack');
  await go('Export');
  await page.getByRole('button', { name: 'Download full archive' }).waitFor();
  await page.waitForTimeout(800);
  await take('export');
  await go('Settings');
  const keep = page.getByRole('button', { name: /^Download everything/ });
  await keep.waitFor({ timeout: 30_000 });
  await keep.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  await take('settings');
  await context.close();
}
