import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeSite, page, sitemap } from '../../support/fake-site.ts';
import { addSite, button, expect, goTo, onlyChromium, test } from './sites-test.ts';

onlyChromium();

test('[S15] pause holds requests, resume goes on, stop leaves what was kept; search finds it', async ({
  page: app,
}) => {
  const names = Array.from({ length: 30 }, (_, i) => `/p${i}`);
  const site = await fakeSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', names),
    ...Object.fromEntries(names.map((name) => [name, page(name, [], 'A bittern booms in the reeds.')])),
  });
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect.poll(() => site.count('/p0')).toBe(1);
  await button(app, 'Pause').click();
  await expect(button(app, 'Resume')).toBeVisible();
  await app.waitForTimeout(1_200);
  const held = site.requests.length;
  await app.waitForTimeout(1_500);
  expect(site.requests.length).toBe(held);
  await button(app, 'Resume').click();
  await expect.poll(() => site.requests.length).toBeGreaterThan(held + 2);
  await button(app, 'Stop').click();
  await expect(app.getByText('stopped', { exact: true })).toBeVisible();
  const ended = site.requests.length;
  await goTo(app, 'Search');
  await app.getByRole('searchbox', { name: 'Search this collection' }).fill('bittern');
  await expect(app.getByRole('list', { name: 'Results' }).getByRole('listitem').first()).toBeVisible();
  expect(site.requests.length).toBe(ended);
  await site.close();
});

test('[S11] a host without CORS headers: two requests, no retry, and the ways out', async ({
  page: app,
  consoleGuard,
}) => {
  // The browser itself writes a line for each answer it withholds.
  consoleGuard.allow(/CORS|Failed to load resource|ERR_FAILED/);
  const site = await fakeSite({ '/': page('Closed', ['/a']) }, { cors: false });
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect(app.getByText(/CORS policy/).first()).toBeVisible();
  await expect(app.getByText(/reader service/i).first()).toBeVisible();
  await expect(app.getByText('failed', { exact: true }).first()).toBeVisible();
  await app.waitForTimeout(1_500);
  // First whether a collection is published there.
  expect(site.paths()).toEqual(['/collection/manifest.json', '/robots.txt', '/']);
  await site.close();
});

test('[S13] a Crawl4AI server reads a site the browser may not @long', async ({ page: app, consoleGuard }) => {
  consoleGuard.allow(/CORS|Failed to load resource|ERR_FAILED/);
  const site = await fakeSite({ '/docs': page('Docs') }, { cors: false });
  const reader = await openReader(site.origin);
  await app.goto('./#/settings');
  const field = app.getByRole('region', { name: 'Reader service' }).getByRole('textbox');
  await field.fill(reader.origin);
  await field.blur();
  await goTo(app, 'Library');
  await addSite(app, `${site.origin}/docs`);
  await goTo(app, 'Jobs');
  await expect(app.getByText(/2 saved/)).toBeVisible({ timeout: 30_000 });
  expect(reader.asked.sort()).toEqual([`${site.origin}/docs`, `${site.origin}/docs/more`]);
  await goTo(app, 'Search');
  await app.getByRole('searchbox', { name: 'Search this collection' }).fill('ptarmigan');
  await expect(app.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(2);
  await reader.close();
  await site.close();
});

test('a look says what a crawl would fetch, and asks for no page', async ({ page: app }) => {
  const site = await fakeSite({ '/robots.txt': { status: 404 }, '/llms.txt': { status: 404 } });
  site.set('/sitemap.xml', sitemap(['/guide/a', '/guide/b', '/api/c'].map((path) => site.origin + path)));
  await app.goto('./');
  await app.getByRole('button', { name: 'Add site' }).click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await app.getByText('Options', { exact: true }).click();
  await app.getByLabel('Only these paths').fill('/guide/**\n!/nowhere/**');
  await button(app, 'Look first').click();
  const look = app.getByRole('status', { name: 'What would be fetched' });
  await expect(look).toContainText('2 pages are known');
  await expect(look).toContainText('guide · 2');
  await expect(look).toContainText('The pattern !/nowhere/** matches no address');
  expect(site.paths().filter((path) => path.startsWith('/guide') || path === '/')).toEqual([]);
  await expect(app.getByRole('textbox', { name: 'Site address' })).toHaveValue(`${site.origin}/`);
  await site.close();
});

/** Speaks the API of Crawl4AI, preflights included. */
async function openReader(site: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'content-type': 'application/json',
    };
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      response.writeHead(200, headers);
      if (request.method === 'OPTIONS' || request.url === '/health') return response.end('{"status":"ok"}');
      const { url } = JSON.parse(body) as { url: string };
      asked.push(url);
      const markdown = { raw_markdown: `# ${url}\n\nThe ptarmigan changes its coat with the season.\n` };
      const links = { internal: [{ href: `${site}/docs/more` }], external: [] };
      return response.end(JSON.stringify({ success: true, results: [{ url, success: true, markdown, links }] }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
