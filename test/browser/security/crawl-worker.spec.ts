import { expect, openSite, test } from '../../support/app-test.ts';
import { addSite } from '../sites/sites-test.ts';

test('only the crawl worker reaches another origin; requests are counted [S19] @long-in-firefox', async ({ page }) => {
  const site = await openSite({
    '/docs/': '<title>Home</title><main><h1>Home</h1><p>Welcome to the orchard.</p><a href="/docs/a">A</a></main>',
    '/docs/a': '<title>Medlars</title><main><h1>Medlars</h1><p>They ripen late in the year.</p></main>',
  });
  await page.goto('./');
  const requests = page.getByRole('status', { name: 'Network requests' });
  await expect(requests).toContainText(/\b0 requests/);
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('textbox', { name: 'Site address' }).pressSequentially(`${site.origin}/docs/`);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/\b2 saved\b/).first()).toBeVisible({ timeout: 40_000 });
  expect(site.count('/docs/a')).toBe(1);
  expect(site.requests.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined)).toBe(
    true,
  );
  await expect(requests).not.toContainText(/\b0 requests/);
});

test('the crawl worker reaches stored data only through its port', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'the driver of Firefox cannot ask a worker');
  const site = await openSite({ '/': '<title>Home</title><main><h1>Home</h1><p>Welcome to the orchard.</p></main>' });
  await page.goto('./');
  await addSite(page, `${site.origin}/`);
  await expect(page.getByText(/\b1 saved\b/).first()).toBeVisible({ timeout: 40_000 });
  const crawler = page.workers().find((worker) => worker.url().includes('/crawl/'));
  const ways = await crawler?.evaluate(() => [
    ...['indexedDB', 'caches', 'Worker', 'importScripts'].filter((name) => name in globalThis),
    ...('storage' in navigator ? ['navigator.storage'] : []),
  ]);
  expect(ways).toEqual([]);
});
