import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { jobsWords } from '../../../src/ui/words/jobs.ts';
import { openSite } from '../../support/app-test.ts';
import type { FakeSite } from '../../support/fake-site.ts';
import { addSite } from '../sites/sites-test.ts';
import {
  chooseMore,
  expect,
  goTo,
  longInFirefox,
  measureOver,
  recordClipboard,
  results,
  save,
  search,
  test,
} from './story.ts';

longInFirefox();

const page = (title: string, text: string, links = '') =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main>`;

function openDocs(): Promise<FakeSite> {
  const links = '<a href="/guide">Guide</a> <a href="/broken">Broken</a>';
  return openSite({
    '/': page('Docs', 'The front page of the cormorant docs.', links),
    '/guide': page('Guide', 'How a cormorant dries its wings.'),
    '/broken': { status: 404, type: 'text/plain', body: 'not yet' },
    '/robots.txt': { status: 404, body: '' },
  });
}

test('site → jobs → retry failed', async ({ page: app }) => {
  test.setTimeout(120_000);
  const site = await openDocs();
  const readCopied = await recordClipboard(app);
  await app.goto('./');
  await app.getByRole('button', { name: 'Add site' }).click();
  await app.getByRole('textbox', { name: 'Site address' }).fill('nonsense address');
  await app.getByRole('button', { name: 'Start' }).click();
  await expect(app.getByRole('alert')).toContainText("isn't a web address");
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await app.getByRole('button', { name: 'Start' }).click();

  const retry = app.getByRole('button', { name: 'Retry failed' });
  await expect(retry).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText(/2 saved/)).toBeVisible();
  await expect(app.getByText(/1 error\b/)).toBeVisible();
  expect(site.requests.length).toBeGreaterThan(2);
  await expect(app.getByRole('status', { name: 'Network requests' })).not.toContainText(/\b0 requests/);
  await app.getByRole('status', { name: 'Network requests' }).getByRole('button').click();
  await expect(app.getByRole('dialog')).toContainText('/guide');
  await app.keyboard.press('Escape');

  site.set('/broken', page('Mended', 'The cormorant is well again.'));
  site.clear();
  await retry.click();
  await expect(app.getByText(/1 saved/)).toBeVisible({ timeout: 60_000 });
  expect(site.paths()).toEqual(['/robots.txt', '/broken']);
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  await expect(app.getByRole('list', { name: 'Pages' })).toContainText('/broken');
  for (const width of [390, 640, 1280]) {
    await app.setViewportSize({ width, height: 720 });
    const address = app.getByRole('list', { name: 'Pages' }).getByRole('link').first();
    expect((await address.boundingBox())?.width, `${width}`).toBeGreaterThan(120);
    expect(await measureOver(app), `${width}`).toBeLessThanOrEqual(0);
  }
  await app.getByRole('button', { name: /^History of .*broken$/ }).click();
  await expect(app.getByRole('dialog').getByRole('listitem').filter({ hasText: 'fetching' })).toHaveCount(2);
  await app.keyboard.press('Escape');
  const saved = await save(app, 'Save list');
  const list = JSON.parse(await readFile(await saved.path(), 'utf8')) as Record<string, unknown>[];
  expect(list).toHaveLength(3);
  expect(Object.keys(list[0] ?? {})).toHaveLength(9);
  await app.getByRole('button', { name: 'Analyse again' }).click();
  await app.getByRole('checkbox', { name: /Dry run/ }).check();
  await app.getByRole('button', { name: 'Analyse', exact: true }).click();
  // The end of the analysis moves its card: a click during the move would be lost.
  const copyStatus = app.getByRole('region', { name: 'Past' }).getByRole('button', { name: 'Copy status' });
  await expect(copyStatus).toHaveCount(3);
  await copyStatus.last().click();
  await expect(app.getByText('Status copied.')).toBeVisible();
  expect(await readCopied()).toContain('Pages: 2 crawled');
  await goTo(app, 'Search');
  await search(app, 'cormorant');
  await expect(results(app)).toHaveCount(3);
});

test('pages and failures belong to the open collection, not to a namesake site @long', async ({ page: app }) => {
  test.setTimeout(120_000);
  const site = await openDocs();
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect(app.getByText(/2 saved .* 1 error\b/)).toBeVisible({ timeout: 60_000 });
  const showPages = app.getByRole('link', { name: 'Show pages' });
  const pagesOfFirst = (await showPages.getAttribute('href')) as string;

  site.set('/broken', page('Mended', 'The cormorant is well again.'));
  await goTo(app, 'Library');
  await app.getByRole('button', { name: 'New collection' }).click();
  await addSite(app, `${site.origin}/`);
  await expect(app.getByText(/3 saved .* 0 errors/)).toBeVisible({ timeout: 60_000 });
  const pagesOfSecond = (await showPages.first().getAttribute('href')) as string;
  const sourceOf = (href: string) => new URLSearchParams(href.split('?')[1]).get('s');
  expect(pagesOfSecond).not.toBe(pagesOfFirst);
  expect(sourceOf(pagesOfSecond)).toBe(sourceOf(pagesOfFirst));

  site.set('/broken', { status: 404, type: 'text/plain', body: 'not yet' });
  await app.goto(`./${pagesOfFirst}`);
  const failures = app.getByRole('region', { name: 'Failures' });
  const pages = app.getByRole('list', { name: 'Pages' });
  await expect(failures).toContainText('1');
  await app.getByRole('button', { name: 'Retry failed' }).click();
  await expect(app.getByText(/0 saved .* 1 error\b/)).toBeVisible({ timeout: 60_000 });

  await app.goto(`./${pagesOfSecond}`);
  await expect(pages.getByRole('listitem')).toHaveCount(3);
  await expect(failures).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Retry failed' })).toBeDisabled();
  await app.goto(`./${pagesOfFirst}`);
  await expect(failures).toContainText('1');
  await expect(pages.getByRole('listitem')).toHaveCount(3);
});

test('[S18] a crawl at its page limit says so, and two clicks raise the limit @long', async ({ page: app }) => {
  test.setTimeout(120_000);
  const site = await openDocs();
  await app.goto('./');
  await addSite(app, `${site.origin}/`, { 'Max pages': '1' });
  await expect(app.getByText(jobsWords.cut)).toBeVisible({ timeout: 60_000 });

  await app.getByRole('button', { name: 'Options…' }).click();
  const pages = app.getByRole('spinbutton', { name: 'Max pages' });
  await expect(pages).toHaveValue('1');
  await pages.fill('10');
  await app.getByRole('checkbox', { name: 'For this crawl only' }).check();
  await app.getByRole('button', { name: 'Crawl again' }).click();
  await expect(app.getByText(/3 visited · 1 saved/)).toBeVisible({ timeout: 60_000 });
  await goTo(app, 'Library');
  await chooseMore(app, 'source', 'Options…');
  await expect(pages).toHaveValue('1');
  await app.keyboard.press('Escape');
  await app.setViewportSize({ width: 360, height: 740 });
  expect(await measureOver(app)).toBeLessThanOrEqual(0);
});

test('a crawl after which a question has no answer says so @long', async ({ page: app }) => {
  const site = await openDocs();
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect(app.getByText(/2 saved|3 saved/)).toBeVisible({ timeout: 60_000 });
  await goTo(app, 'Search');
  await search(app, 'front page');
  await app.getByRole('button', { name: 'Keep as question' }).click();
  site.set('/', page('Docs', 'Another text.', '<a href="/broken">x</a>'));
  await goTo(app, 'Library');
  await app.getByRole('button', { name: /^Sync / }).click();
  await expect(app.getByText('1 of 1 questions lost their answer.')).toBeVisible({ timeout: 60_000 });
});

test('[S18] many vanished pages are removed only after a yes, and can be restored @long', async ({ page: app }) => {
  test.setTimeout(240_000);
  const names = Array.from({ length: 7 }, (_, i) => `/page-${i}`);
  const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ');
  const site = await openSite({
    '/': page('Docs', 'The front page of the cormorant docs.', links),
    ...Object.fromEntries(names.map((name) => [name, page(name, `A cormorant of ${name}.`)])),
  });
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  await expect(app.getByText(/8 saved/)).toBeVisible({ timeout: 60_000 });
  for (const name of names.slice(1)) site.delete(name);

  await goTo(app, 'Library');
  await app.getByRole('button', { name: /^Sync / }).click();
  await goTo(app, 'Jobs');
  const remove = app.getByRole('button', { name: 'Remove 6 pages' });
  await expect(remove).toBeVisible({ timeout: 90_000 });
  await countHits(app, 8);
  await goTo(app, 'Jobs');
  await remove.click();
  await expect(app.getByText('6 pages were removed because the site no longer has them')).toBeVisible();
  await countHits(app, 2);
  await goTo(app, 'Jobs');
  await app.getByRole('button', { name: 'Restore', exact: true }).click();
  await countHits(app, 8);
});

async function countHits(app: Page, count: number): Promise<void> {
  await goTo(app, 'Search');
  await search(app, 'cormorant');
  await expect(results(app)).toHaveCount(count);
}
