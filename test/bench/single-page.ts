/** `node --import tsx test/bench/single-page.ts <page.html> <query>`: processor seconds of Chromium until a single page is shown, and until its first answer. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';

const [file = '', query = ''] = process.argv.slice(2);
const executablePath = findBrowser('chromium')?.path;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
const session = await browser.newBrowserCDPSession();
const readSeconds = async (): Promise<number> => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};
const page = await browser.newPage();
const start = await readSeconds();
await page.goto(pathToFileURL(resolve(file)).href);
const box = page.getByRole('searchbox').first();
await box.waitFor({ timeout: 120_000 });
const shown = (await readSeconds()) - start;
await box.fill(query);
await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor({ timeout: 120_000 });
console.log(`shown after ${shown.toFixed(1)} s, first answer after ${((await readSeconds()) - start).toFixed(1)} s`);
await browser.close();
