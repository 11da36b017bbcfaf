import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { openSample, results } from '../app/story.ts';

test.use({ offlineShell: true });

for (const [base, tag] of [
  ['/', ' @long'],
  ['/some/sub/path/', ''],
] as const) {
  test(`at ${base} the page starts, and reloads with the server stopped${tag}`, async ({ page }) => {
    const server = await serveDist({ base });
    await page.goto(server.url);
    const engine = page.getByRole('status', { name: 'Engine' });
    await expect(engine).toHaveText('worker, wasm simd');
    await openSample(page);
    const searchbox = page.getByRole('searchbox', { name: 'Search this collection' });
    await searchbox.pressSequentially('service worker');
    await expect(results(page).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('service worker');

    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForLoadState('networkidle');
    await server.stop();
    await page.reload();
    await expect(engine).toHaveText('worker, wasm simd');
    // It begins with as much of the query as the address had by then.
    await searchbox.fill('worker');
    await expect(results(page).first()).toBeVisible();
  });
}

test("a fresh visit that reads files makes no request beyond the app's own files [S19] @long-in-firefox", async ({
  page,
  server,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('blob:')) foreign.push(request.url());
  });
  await page.goto('./');
  await openSample(page);
  await expect(page.getByRole('status', { name: 'Network requests' })).toContainText(/\b0 requests/);
  expect(foreign).toEqual([]);
});
