import type { Page } from '@playwright/test';
import { page, sitemap, sitemapIndex } from '../../support/fake-site.ts';
import { chooseMore, goTo, results, search } from '../app/story.ts';
import { addSite, button, expect, onlyChromium, openSite, test } from './sites-test.ts';

onlyChromium();

const names = Array.from({ length: 24 }, (_, i) => `/p${i}`);

function openReeds() {
  return openSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', names),
    ...Object.fromEntries(names.map((name) => [name, page(name, [], 'A bittern booms in the reeds.')])),
  });
}

const row = (app: Page) => app.getByRole('list', { name: 'Sources' }).getByRole('listitem');

test('[S15] a stopped crawl shows how much it has, and Resume fetches the rest', async ({ page: app }) => {
  const site = await openReeds();
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect.poll(() => site.count('/p3')).toBe(1);
  await button(app, 'Stop').click();
  const said = app.getByText(/^\d+ of 25 pages, stopped$/).first();
  await expect(said).toBeVisible();
  const [, kept] = /^(\d+) of/.exec((await said.textContent()) ?? '') ?? [];
  await goTo(app, 'Library');
  await expect(row(app)).toContainText(`${kept} of 25 pages, stopped`);
  await expect(row(app)).toContainText(`${kept} files`);
  await expect(row(app)).toContainText('not yet synced');
  await chooseMore(app, 'source', 'Pages');
  await expect(app.getByRole('status').filter({ hasText: `${kept} of 25 pages, stopped` })).toBeVisible();
  await button(app, 'Resume').click();
  await expect(app.getByText(/25 saved/)).toBeVisible({ timeout: 30_000 });
  for (const name of names) expect(site.count(name)).toBe(1);
  await goTo(app, 'Library');
  await expect(row(app)).toContainText(/25 files.*synced/);
  await expect(button(app, 'Resume')).toHaveCount(0);
});

test('a site that cannot be read leaves no collection, and is tried again with its options @long', async ({
  page: app,
}) => {
  const site = await openReeds();
  await app.goto('./');
  await addSite(app, `${site.origin}/`, { 'Path patterns': '/nowhere/**' });
  await expect(app.getByText(/No page of the site matches your patterns/)).toBeVisible();
  await button(app, 'Try again').click();
  await expect(app.getByLabel('Path patterns')).toHaveValue('/nowhere/**');
  await app.getByLabel('Path patterns').fill('/p2*');
  await button(app, 'Start').click();
  await expect(app.getByText(/5 saved/)).toBeVisible({ timeout: 30_000 });
  await goTo(app, 'Library');
  await expect(row(app)).toHaveCount(1);
  await expect(row(app)).toContainText('5 files');
});

test('[S11] a page without CORS is named so; the preview lists ways around @long', async ({
  page: app,
  consoleGuard,
}) => {
  // The browser itself writes a line for each answer it withholds.
  consoleGuard.allow(/CORS|Failed to load resource|ERR_FAILED/);
  const site = await openSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', ['/closed', '/open']),
    '/open': page('Open'),
    '/closed': { body: page('Closed'), noCors: true },
  });
  await app.goto('./');
  await addSite(app, site.origin.replace('http://', ''));
  await expect(app.getByText(/2 saved .* 1 error\b/)).toBeVisible({ timeout: 30_000 });
  await app.getByRole('link', { name: 'Show pages' }).click();
  const closed = app.getByRole('list', { name: 'Pages' }).getByRole('listitem').filter({ hasText: '/closed' });
  await expect(closed).toContainText("doesn't let other sites read this page");
  expect(site.count('/closed')).toBe(2);

  const shut = await openSite({ '/': page('Shut') }, { cors: false });
  await goTo(app, 'Library');
  await button(app, 'New collection').click();
  await button(app, 'Add site').click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${shut.origin}/`);
  await button(app, 'Preview').click();
  await expect(app.getByRole('status').filter({ hasText: 'CORS policy' })).toContainText('drop them here');
});

test('Cancel and Start end a preview and its requests @long', async ({ page: app }) => {
  const site = await openReeds();
  const parts = Array.from({ length: 200 }, (_, i) => `/sitemap-${i}.xml`);
  site.set('/sitemap.xml', sitemapIndex(parts.map((part) => site.origin + part)));
  for (const part of parts) site.set(part, sitemap([`${site.origin}/p1`]));
  const countParts = () => site.paths().filter((path) => path.startsWith('/sitemap-')).length;
  await app.goto('./');
  await button(app, 'Add site').click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await button(app, 'Preview').click();
  await expect.poll(countParts).toBeGreaterThan(1);
  await button(app, 'Cancel').click();
  await app.waitForTimeout(600);
  const asked = countParts();
  await app.waitForTimeout(1_500);
  expect(countParts()).toBe(asked);

  await button(app, 'Add site').click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await button(app, 'Preview').click();
  await expect.poll(countParts).toBeGreaterThan(asked);
  await app.getByText('Options', { exact: true }).click();
  await app.getByLabel('How to find pages').selectOption('basic');
  await button(app, 'Start').click();
  await expect.poll(() => site.count('/p1')).toBe(1);
  const started = countParts();
  await app.waitForTimeout(1_500);
  expect(countParts()).toBe(started);
});

test('removing a source can be undone: pasted text comes back as it was @long', async ({ page: app }) => {
  await app.goto('./');
  await button(app, 'Paste text').click();
  await app.getByRole('dialog').getByRole('textbox').last().fill('# Notes\n\nThe bittern booms in the reeds.\n');
  await app.getByRole('dialog').getByRole('button').last().click();
  await goTo(app, 'Library');
  await expect(row(app)).toContainText('1 file');
  await chooseMore(app, 'source', 'Remove');
  await expect(row(app)).toHaveCount(0);
  await button(app, 'Undo').click();
  await expect(row(app)).toContainText('1 file');
  await goTo(app, 'Search');
  await search(app, 'bittern');
  await expect(results(app)).toHaveCount(1);
});
