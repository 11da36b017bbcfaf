import type { Page } from '@playwright/test';
import { page, sitemap } from '../../support/fake-site.ts';
import { goTo, results, search } from '../app/story.ts';
import { addSite, button, expect, onlyChromium, openSite, test } from './sites-test.ts';

onlyChromium();

test('[S15] a crawl can be paused, resumed and stopped; stored pages stay searchable @long', async ({ page: app }) => {
  const names = Array.from({ length: 30 }, (_, i) => `/p${i}`);
  const site = await openSite({
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
  await search(app, 'bittern');
  await expect(results(app).first()).toBeVisible();
  expect(site.requests.length).toBe(ended);
});

test('[S11] a host without CORS gets two requests, no retry, and advice', async ({ page: app, consoleGuard }) => {
  // The browser itself writes a line for each answer it withholds.
  consoleGuard.allow(/CORS|Failed to load resource|ERR_FAILED/);
  const site = await openSite({ '/': page('Closed', ['/a']) }, { cors: false });
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect(app.getByText(/CORS policy/).first()).toBeVisible();
  await expect(app.getByText(/reader service/i).first()).toBeVisible();
  await expect(app.getByText('failed', { exact: true }).first()).toBeVisible();
  await app.waitForTimeout(1_500);
  // First whether a collection is published there.
  expect(site.paths()).toEqual(['/collection/manifest.json', '/robots.txt', '/']);
});

test('[S13] a Crawl4AI server reads a site the browser may not @long', async ({ page: app, consoleGuard }) => {
  consoleGuard.allow(/CORS|Failed to load resource|ERR_FAILED/);
  const site = await openSite({ '/docs': page('Docs') }, { cors: false });
  const reader = await openReader(site.origin);
  await app.goto('./#/settings');
  const field = app.getByRole('region', { name: 'Reader service' }).getByRole('textbox');
  await field.fill(reader.origin);
  await button(app, 'Save and check').click();
  await expect(app.getByText('Saved. The server answers.')).toBeVisible();
  await goTo(app, 'Library');
  await addSite(app, `${site.origin}/docs`);
  await goTo(app, 'Jobs');
  await expect(app.getByText(/2 saved/)).toBeVisible({ timeout: 30_000 });
  expect(reader.asked.sort()).toEqual([`${site.origin}/docs`, `${site.origin}/docs/more`]);
  await goTo(app, 'Search');
  await search(app, 'ptarmigan');
  await expect(results(app)).toHaveCount(2);
});

test('a preview with pasted options lists what a crawl would fetch, and requests no page @long', async ({
  page: app,
}) => {
  const site = await openSite({ '/robots.txt': { status: 404 }, '/llms.txt': { status: 404 } });
  site.set('/sitemap.xml', sitemap(['/guide/a', '/guide/b', '/api/c'].map((path) => site.origin + path)));
  await app.goto('./');
  await app.getByRole('button', { name: 'Add site' }).click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await app.getByText('Options', { exact: true }).click();
  await button(app, 'Paste options').click();
  const options = '"allowPatterns": ["/guide/**"],\n"blockPatterns": ["/nowhere/**"]';
  await app.getByLabel('Options as JSON').fill(`{\n${options},\n"speed": 3}`);
  await button(app, 'Use these options').click();
  await expect(app.getByRole('alert')).toContainText('line 4: speed: unknown option');
  await app.getByLabel('Options as JSON').fill(`{${options}}`);
  await button(app, 'Use these options').click();
  await expect(app.getByLabel('Path patterns')).toHaveValue('/guide/**\n!/nowhere/**');
  await button(app, 'Preview').click();
  const look = app.getByRole('status', { name: 'Preview' });
  await expect(look).toContainText('2 pages found before crawling');
  await expect(look).toContainText('guide · 2');
  await expect(look).toContainText('Skipped: matches none of your patterns (2).');
  await expect(look).toContainText('The pattern !/nowhere/** matches no known address');
  expect(site.paths().filter((path) => path.startsWith('/guide') || path === '/')).toEqual([]);
  await expect(app.getByRole('textbox', { name: 'Site address' })).toHaveValue(`${site.origin}/`);
});

test('options are checked while typing and saved as presets; a list is one job @long', async ({ page: app }) => {
  test.setTimeout(120_000);
  const names = Array.from({ length: 20 }, (_, i) => `/p${19 - i}`);
  const site = await openSite({
    '/robots.txt': { status: 404 },
    ...Object.fromEntries(names.map((name) => [name, page(name)])),
    '/p7': { status: 404 },
  });
  await app.goto('./');
  await button(app, 'Add site').click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await app.getByText('Options', { exact: true }).click();
  const wrong = {
    ...{ 'Max pages': ['0', '40'], 'Queue limit': ['5', '200'] },
    ...{ 'Max page size in MB': ['0', '0.5'], 'Parallel requests': ['2.5', '2'] },
    ...{ 'Max requests per second': ['', '20'], 'Refetch articles after': ['soon', '7d'] },
    ...{ 'Refetch index pages after': ['6', '6h'], 'Path patterns': ['/*/*/*/*/*/*/*', '/**'] },
  };
  for (const [name, [bad, good]] of Object.entries(wrong) as [string, [string, string]][]) {
    const field = app.getByLabel(name, { exact: true });
    await field.fill(bad);
    await expect(field).toHaveAccessibleDescription(/Enter|wildcards/);
    await expect(app.getByRole('alert')).toHaveCount(1);
    await button(app, 'Start').click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(good);
    await expect(app.getByRole('alert')).toHaveCount(0);
  }
  await button(app, 'Save as preset…').click();
  await app.getByRole('textbox', { name: 'Preset name' }).fill('Gentle');
  await app.keyboard.press('Enter');
  await expect(app.getByLabel('Preset', { exact: true })).toHaveValue('Gentle');
  await app.keyboard.press('Escape');

  await app.reload();
  await dropText(app, 'pages.txt', ['# mine', ...names.map((name) => site.origin + name), 'no address'].join('\n'));
  await button(app, 'Fetch the pages…').click();
  await expect(app.getByRole('alert')).toContainText("Line 21 isn't a web address.");
  await button(app, 'Remove this line').click();
  await app.getByText('Options', { exact: true }).click();
  await app.getByLabel('Preset', { exact: true }).selectOption('Gentle');
  await expect(app.getByLabel('Refetch index pages after', { exact: true })).toHaveValue('6h');
  await expect(app.getByLabel('Max page size in MB', { exact: true })).toHaveValue('0.5');
  await app.getByLabel('Parallel requests', { exact: true }).fill('1');
  await button(app, 'Start').click();
  await expect(app.getByText(/19 saved .* 1 error\b/)).toBeVisible({ timeout: 60_000 });
  expect(site.paths().filter((path) => path.startsWith('/p'))).toEqual(names);

  await button(app, 'Events').click();
  const events = app.getByRole('region', { name: 'Events' });
  await events.getByRole('combobox').first().selectOption('Page results');
  await events.getByLabel('Kind', { exact: true }).selectOption('failed');
  await expect(events.getByRole('listitem')).toHaveText([/p7 · not found/]);
  await app.getByRole('link', { name: 'Show pages' }).click();
  const rows = app.getByRole('list', { name: 'Pages' }).getByRole('listitem');
  await expect(rows.nth(0)).toContainText('/p19');
  await expect(rows.nth(12)).toContainText('404');
  await app.getByRole('button', { name: /^History of .*p19$/ }).click();
  await expect(app.getByRole('dialog').getByRole('listitem').filter({ hasText: 'saved' })).toHaveCount(1);
  await app.keyboard.press('Escape');
  await app.getByRole('status', { name: 'Network requests' }).getByRole('button').click();
  await expect(app.getByRole('dialog').getByRole('columnheader', { name: 'ms' })).toBeVisible();
});

test('a dropped llms-full.txt becomes pages without a request, llms.txt its site @long', async ({ page: app }) => {
  const site = await openSite({ '/robots.txt': { status: 404 } });
  const full = ['one', 'two', 'three'].map(
    (name) => `# ${name}\nSource: ${site.origin}/${name}\n\nA bittern of ${name}.\n`,
  );
  await app.goto('./');
  await dropText(app, 'llms-full.txt', full.join('\n'));
  await expect(app.getByLabel('Site address')).toHaveValue(site.origin);
  await button(app, 'Import as pages').click();
  await search(app, 'bittern');
  await expect(results(app)).toHaveCount(3);
  expect(site.paths()).toEqual([]);

  site.set('/docs/llms.txt', { type: 'text/plain', body: '# Docs\n\n- [Guide](/docs/guide.md)\n' });
  site.set('/docs/guide.md', { type: 'text/markdown', body: '# Guide\n\nThe heron stands still.\n' });
  await dropText(app, 'llms.txt', `# Docs\n\n- [Guide](${site.origin}/docs/guide.md)\n`);
  await expect(app.getByLabel('Site address')).toHaveValue(site.origin);
  await app.getByLabel('Site address').fill(`${site.origin}/docs/`);
  await button(app, 'Add site').click();
  await expect(app.getByRole('textbox', { name: 'Site address' })).toHaveValue(`${site.origin}/docs/llms.txt`);
  await button(app, 'Start').click();
  await expect(app.getByText(/1 saved/)).toBeVisible({ timeout: 60_000 });
});

/** As a person drops one file on the page. */
async function dropText(app: Page, name: string, text: string): Promise<void> {
  const transfer = await app.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text as string], name as string, { type: 'text/plain' }));
      return transfer;
    },
    [name, text],
  );
  await app.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Speaks the API of Crawl4AI, preflights included. */
async function openReader(site: string) {
  const asked: string[] = [];
  const toAnswer = (value: unknown) => ({
    type: 'application/json',
    headers: { 'access-control-allow-headers': 'content-type' },
    body: JSON.stringify(value),
  });
  const { origin } = await openSite({
    '*': ({ method, path, body }) => {
      if (method === 'OPTIONS' || path === '/health') return toAnswer({ status: 'ok' });
      const { url } = JSON.parse(body) as { url: string };
      asked.push(url);
      const markdown = { raw_markdown: `# ${url}\n\nThe ptarmigan changes its coat with the season.\n` };
      const links = { internal: [{ href: `${site}/docs/more` }], external: [] };
      return toAnswer({ success: true, results: [{ url, success: true, markdown, links }] });
    },
  });
  return { origin, asked };
}
