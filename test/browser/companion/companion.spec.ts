import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { openSite } from '../../support/app-test.ts';
import { page, sitemap } from '../../support/fake-site.ts';
import { goTo, results, save, search } from '../app/story.ts';
import { addSite } from '../sites/sites-test.ts';
import { type CompanionBrowser, expect, test } from './companion-test.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'firefox.spec.ts is about Firefox');

const PAGES = 20;

/** A site that no other origin may read. */
async function openHiddenSite(count = PAGES) {
  const site = await openSite({ '*': { status: 404, type: 'text/plain', body: 'none' } }, { cors: false });
  const names = Array.from({ length: count }, (_, i) => `/p${i}`);
  site.set('/robots.txt', { type: 'text/plain', body: `User-agent: *\nDisallow: /private\n` });
  site.set('/', page('Home', [...names, '/private/secret']));
  for (const name of names.slice(1)) site.set(name, page(`Page ${name}`, ['/']));
  site.set('/p0', page('Page /p0', ['/private/other']));
  site.set('/sitemap.xml', sitemap(names.map((name) => site.origin + name)));
  return site;
}

const status = (app: Page, text: RegExp) => expect(app.getByText(text).first()).toBeVisible({ timeout: 120_000 });

test('the companion reads a site without CORS, at the crawler’s pace and by its robots.txt', async ({
  browserWithCompanion: { context, app, allow },
}) => {
  test.setTimeout(180_000);
  const site = await openHiddenSite();
  const asking = context.waitForEvent('page', (opened) => opened.url().includes('popup.html'));
  await addSite(app, site.origin);
  await allow(await asking, site.origin);
  await status(app, /21 saved/);
  expect(site.paths().filter((path) => path.startsWith('/private'))).toEqual([]);
  const pages = site.requests.filter(({ path }) => /^\/p\d+$/.test(path));
  expect(pages).toHaveLength(PAGES);
  expect(site.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  // The pace is at most five requests a second; one more may arrive late.
  const inOneSecond = site.requests.map(
    ({ at }) => site.requests.filter((r) => r.at >= at && r.at < at + 1_000).length,
  );
  expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(6);
});

test('a page behind a login is read with the cookie only when the user ticks it, and is marked in exports @long', async ({
  browserWithCompanion: { context, app, grant },
}) => {
  const site = await openSite(
    {
      '/robots.txt': { status: 404, type: 'text/plain', body: '' },
      '/': ({ headers }) =>
        headers.cookie?.includes('session=kept')
          ? page('Members', [], 'The heron is listed for members only.')
          : { status: 401, type: 'text/plain', body: 'log in' },
    },
    { cors: false },
  );
  await context.addCookies([{ name: 'session', value: 'kept', url: site.origin }]);
  await grant(site.origin);
  await addSite(app, site.origin);
  await status(app, /1 error\b|No pages were found/);
  expect(site.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  await app.goto(app.url().replace(/#.*/, '#/library'));
  await app.getByRole('button', { name: 'Add site' }).first().click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(site.origin);
  await app.getByRole('checkbox', { name: 'Use my login for this site' }).check();
  await app.getByRole('button', { name: 'Start', exact: true }).click();
  await status(app, /1 saved/);
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  const saved = await save(app, 'Save list');
  expect(await readFile(await saved.path(), 'utf8')).toContain('Read with your login.');
  await goTo(app, 'Export');
  const exported = await save(app, 'Download full archive');
  const entries = Object.entries(unzipSync(await readFile(await exported.path())));
  const marked = entries.filter(([, bytes]) => Buffer.from(bytes).includes('Read with your login.'));
  expect(marked.map(([name]) => name)).toContain('index.json');
});

test('a page made by script is sent as the user sees it, without form values, and joins the open collection @long', async ({
  browserWithCompanion,
}) => {
  const { context, app, grant } = browserWithCompanion;
  const html = `<!doctype html><title>Drawn</title><main id="root"></main><script>
    root.innerHTML = '<h1>Drawn</h1><p>The script drew this kingfisher.</p><input value="typed secret"><textarea>more secret</textarea>';
  </script>`;
  const site = await openSite({ '/drawn': html, '*': { status: 404, body: '' } }, { cors: false });
  await grant(site.origin);
  const seen = await context.newPage();
  await seen.goto(`${site.origin}/drawn`);
  await expect(seen.getByText('kingfisher')).toBeVisible();
  const before = site.requests.length;
  await send(browserWithCompanion, seen, 'page');
  await status(app, /1 saved/);
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  await expect(app.getByRole('list', { name: 'Pages' })).toContainText('/drawn');
  expect(site.requests.length).toBe(before);
  await goTo(app, 'Search');
  await search(app, 'kingfisher');
  await expect(results(app)).toHaveCount(1);
  await search(app, 'secret');
  await expect(results(app)).toHaveCount(0);
});

test('all links of a section are read after the page that was sent, and nothing above it @long', async ({
  browserWithCompanion,
}) => {
  const { context, app, grant } = browserWithCompanion;
  const site = await openSite({ '*': { status: 404, type: 'text/plain', body: '' } }, { cors: false });
  site.set('/docs/', page('Docs', ['/docs/a', '/docs/b', '/blog']));
  for (const path of ['/docs/a', '/docs/b', '/blog']) site.set(path, page(`Page ${path}`, ['/docs/']));
  await grant(site.origin);
  const seen = await context.newPage();
  await seen.goto(`${site.origin}/docs/`);
  await send(browserWithCompanion, seen, 'section');
  await goTo(app, 'Jobs');
  await status(app, /3 saved/);
  expect(site.paths()).not.toContain('/blog');
});

test('a redirect to a third origin asks for it by name; a refusal sends nothing there, and scope decides after a permission @long', async ({
  browserWithCompanion: { context, app, grant, allow },
}) => {
  const third = await openSite(
    { '/robots.txt': { status: 404, type: 'text/plain', body: '' }, '/moved': page('Moved') },
    { cors: false },
  );
  const site = await openSite(
    {
      '/robots.txt': { status: 404, type: 'text/plain', body: '' },
      '/': { location: `${third.origin}/moved` },
    },
    { cors: false },
  );
  await grant(site.origin);
  const asked = context.waitForEvent('page', (opened) => opened.url().includes('popup.html'));
  await addSite(app, site.origin);
  const first = await asked;
  await expect(first.getByText(third.origin)).toBeVisible();
  await first.getByRole('button', { name: "Don't allow" }).click();
  await status(app, /1 error\b|nothing was saved|can't read/);
  expect(third.requests).toEqual([]);
  await app.goto(app.url().replace(/#.*/, '#/library'));
  const again = context.waitForEvent('page', (opened) => opened.url().includes('popup.html'));
  await addSite(app, site.origin);
  await allow(await again, third.origin);
  await status(app, /0 saved .* 1 skipped/);
  expect(third.count('/moved')).toBe(1);
});

test('removing the permission in the middle stops the crawl with a sentence, and keeps the pages @long', async ({
  browserWithCompanion: { context, app, grant, toUrl },
}) => {
  const count = 25;
  const site = await openHiddenSite(count);
  await grant(site.origin);
  await addSite(app, site.origin);
  await expect.poll(() => site.requests.length, { timeout: 60_000 }).toBeGreaterThan(8);
  const popup = await context.newPage();
  await popup.goto(toUrl('popup.html'));
  await popup.getByRole('button', { name: `Remove ${site.origin}` }).click();
  await expect(popup.getByText('None yet')).toBeVisible();
  await app.bringToFront();
  await status(app, /permission to read this site was removed/);
  const read = site.requests.length;
  expect(read).toBeLessThan(count);
  await grant(site.origin);
  await app.getByRole('button', { name: 'Resume' }).first().click();
  await status(app, /26 saved/);
});

test('a page of another origin gets no answer, and a message that is not valid gets a fault @long', async ({
  browserWithCompanion: { context, app, grant },
}) => {
  const site = await openSite({ '/': page('Hidden'), '*': { status: 404, body: '' } }, { cors: false });
  await grant(site.origin);
  const stranger = await openSite({ '/': page('Stranger'), '*': { status: 404, body: '' } });
  const other = await context.newPage();
  await other.goto(stranger.origin);
  const request = { type: 'fetch', id: 7, url: site.origin, maxBytes: 1_000, withLogin: false };
  expect(await speak(other, [request])).toEqual([]);
  expect(site.requests).toEqual([]);
  const bad = [
    { ...request, url: 'file:///etc/passwd' },
    { ...request, maxBytes: 1e12 },
    { ...request, extra: 1 },
    { type: 'run', id: 7, code: 'alert(1)' },
  ];
  for (const message of bad)
    expect(await speak(app, [message])).toEqual([{ type: 'fault', id: 7, message: 'the message is not valid' }]);
  expect(site.requests).toEqual([]);
  expect((await speak(app, [request])).map(({ type }) => type)).toEqual(['head', 'part', 'end']);
});

test('an endless body ends at the limit, headers are cut, and too many requests are refused @long', async ({
  browserWithCompanion: { app, grant },
}) => {
  const site = await openSite(
    {
      '/endless': { fillBytes: 50_000_000 },
      '/hangs': { body: 'half', hangs: true },
      '/headers': { body: 'x', headers: { 'retry-after': '9'.repeat(10_000), 'x-other': 'y'.repeat(20_000) } },
    },
    { cors: false },
  );
  await grant(site.origin);
  const request = { type: 'fetch', id: 1, url: `${site.origin}/endless`, maxBytes: 100_000, withLogin: false };
  const endless = await speak(app, [request]);
  expect(endless.at(-1)?.type).toBe('end');
  expect(endless.map(({ base64 = '' }) => atob(base64).length).reduce((a, b) => a + b)).toBe(100_000);
  const [head] = await speak(app, [{ ...request, url: `${site.origin}/headers` }]);
  expect(head?.headers?.['retry-after']).toHaveLength(1_000);
  expect(Object.keys(head?.headers ?? {})).not.toContain('x-other');
  const many = Array.from({ length: 40 }, (_, id) => ({ ...request, id, url: `${site.origin}/hangs` }));
  const faults = (await speak(app, many)).filter(({ message }) => message === 'too many requests at once');
  expect(faults.length).toBe(8);
});

/** Sends a page with the popup, here in a tab of its own: a driver cannot open the toolbar's. */
async function send({ context, app, toUrl }: CompanionBrowser, seen: Page, what: 'page' | 'section'): Promise<void> {
  const popup = await context.newPage();
  await popup.goto(toUrl('popup.html'));
  await seen.bringToFront();
  await popup.evaluate((id) => document.getElementById(id)?.click(), what);
  await expect(popup.getByRole('status')).toHaveText('Sent to Quire.');
  await app.bringToFront();
}

interface Heard {
  readonly type: string;
  readonly message?: string;
  readonly base64?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Speaks to the extension as any script of the page could; returns what came back until each request has ended, or nothing did. */
function speak(from: Page, messages: readonly unknown[]): Promise<Heard[]> {
  return from.evaluate(async (sent) => {
    const { port1, port2 } = new MessageChannel();
    const heard: Heard[] = [];
    window.postMessage('quire-companion', location.origin, [port2]);
    const quiet = new Promise<void>((resolve) => setTimeout(resolve, 4_000));
    const ended = new Promise<void>((resolve) => {
      let ends = 0;
      port1.onmessage = ({ data }) => {
        heard.push(data);
        if (/^(?:end|fault|not-granted)$/.test(data.type) && ++ends === sent.length) resolve();
      };
    });
    for (const message of sent) port1.postMessage(message);
    await Promise.race([quiet, ended]);
    return heard;
  }, messages as unknown[]);
}
