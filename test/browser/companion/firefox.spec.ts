import { join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { openSite } from '../../support/app-test.ts';
import { page } from '../../support/fake-site.ts';
import { expect, test } from './companion-test.ts';

const firefox = findBrowser('firefox');

/** Playwright installs no extension in Firefox; Puppeteer does. Only the click on the browser's own prompt is left out, by a preference. */
function openFirefox(): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: firefox?.path as string,
    // Without it a driver cannot see pages of extensions.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'extensions.webextOptionalPermissionPrompts': false },
  });
}

async function addSite(app: Page, url: string): Promise<void> {
  await app.locator('::-p-aria([name="Add site"][role="button"])').click();
  await app.locator('dialog textarea').fill(url);
  await app.locator('::-p-aria([name="Start"][role="button"])').click();
}

const readText = (tab: Page): Promise<string> =>
  tab.evaluate(() => document.body.textContent.replace(/\s+/g, ' ')).catch(() => '');

test('in Firefox the companion asks for a site without CORS, and reads it by its robots.txt @long', async ({
  server,
  extension,
}) => {
  test.skip(firefox === undefined, 'no Firefox was found');
  test.setTimeout(120_000);
  const site = await openSite({ '*': { status: 404, type: 'text/plain', body: 'none' } }, { cors: false });
  // A host of its own: in Firefox a permission covers all ports, and the app is at 127.0.0.1.
  const origin = site.origin.replace('127.0.0.1', 'localhost');
  const names = Array.from({ length: 4 }, (_, i) => `/p${i}`);
  site.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\n' });
  site.set('/', page('Home', [...names, '/private/secret']));
  for (const name of names) site.set(name, page(`Page ${name}`, ['/']));
  const browser = await openFirefox();
  try {
    await browser.installExtension(join(extension, '../firefox'));
    const app = await browser.newPage();
    await app.goto(server.url);
    const tabs = (await browser.pages()).length;
    await addSite(app, origin);
    await expect.poll(async () => (await browser.pages()).length, { timeout: 30_000 }).toBe(tabs + 1);
    const asking = (await browser.pages()).at(-1) as Page;
    await expect.poll(() => readText(asking)).toContain(`Quire wants to read pages of ${origin}`);
    expect(site.paths().filter((path) => path.startsWith('/p'))).toEqual([]);
    await asking.click('#allow');
    await expect.poll(() => readText(app), { timeout: 60_000 }).toContain('5 saved');
    expect(site.paths().filter((path) => path.startsWith('/private'))).toEqual([]);
    expect(site.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  } finally {
    await browser.close();
  }
});
