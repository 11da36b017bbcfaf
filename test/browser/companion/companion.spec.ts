import type { Page } from '@playwright/test';
import { fakeSite, page, sitemap } from '../../support/fake-site.ts';
import { addSite, expect, test } from './companion-test.ts';

const PAGES = 60;

/** A site of 60 pages that no other origin may read. */
async function openHiddenSite() {
  const site = await fakeSite({ '*': { status: 404, type: 'text/plain', body: 'none' } }, { cors: false });
  const names = Array.from({ length: PAGES }, (_, i) => `/p${i}`);
  site.set('/robots.txt', { type: 'text/plain', body: `User-agent: *\nDisallow: /private\n` });
  site.set('/', page('Home', [...names, '/private/secret']));
  for (const name of names.slice(1)) site.set(name, page(`Page ${name}`, ['/']));
  site.set('/p0', page('Page /p0', ['/private/other']));
  site.set('/sitemap.xml', sitemap(names.map((name) => site.origin + name)));
  return site;
}

const status = (app: Page, text: RegExp) => expect(app.getByText(text).first()).toBeVisible({ timeout: 120_000 });

test('the companion reads a site of 60 pages without CORS, at the crawler’s pace and by its robots.txt', async ({
  browserWithCompanion: { context, app, allow },
}) => {
  test.setTimeout(180_000);
  const site = await openHiddenSite();
  const asking = context.waitForEvent('page', (opened) => opened.url().includes('popup.html'));
  await addSite(app, site.origin);
  await allow(await asking, site.origin);
  await status(app, /61 saved/);
  expect(site.paths().filter((path) => path.startsWith('/private'))).toEqual([]);
  const pages = site.requests.filter(({ path }) => /^\/p\d+$/.test(path));
  expect(pages).toHaveLength(PAGES);
  expect(site.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  // The pace is at most five requests a second; one more may arrive late.
  const inOneSecond = site.requests.map(
    ({ at }) => site.requests.filter((r) => r.at >= at && r.at < at + 1_000).length,
  );
  expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(6);
  await site.close();
});
