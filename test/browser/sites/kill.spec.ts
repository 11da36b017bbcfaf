import type { Page } from '@playwright/test';
import { page, sitemap } from '../../support/fake-site.ts';
import { addSite, button, expect, killTab, onlyChromium, openSite, test } from './sites-test.ts';

onlyChromium();
// Lists show only the rows there is room for.
test.use({ viewport: { width: 1280, height: 3_000 } });

const PAGES = 19;
const names = Array.from({ length: PAGES }, (_, i) => `/p${i}`);

async function openHerons() {
  const site = await openSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', names, 'The heron stands still at the front page.'),
    ...Object.fromEntries(
      names.map((name, i) => [name, page(`Page ${i}`, [], `The heron of page ${i} stands still.`)]),
    ),
  });
  site.set('/sitemap.xml', sitemap([...names].map((name) => site.origin + name)));
  return site;
}

/** Names of the pages the collection has, as the person sees them. */
async function listKept(app: Page): Promise<string[]> {
  await app.getByRole('link', { name: 'Show pages' }).click();
  const list = app.getByRole('list', { name: 'Pages' });
  await expect(app.getByRole('heading', { name: 'Pages' })).toBeVisible();
  await app.waitForTimeout(300);
  const rows = (await list.getByRole('listitem').allInnerTexts()).filter((row) => !/queued|failed|left out/i.test(row));
  await app.goBack();
  return names.filter((name) => rows.some((row) => new RegExp(`${name}(?!\\d)`).test(row)));
}

test('[S15] a crawl killed twice resumes without lost pages @long', async ({ page: first, context, consoleGuard }) => {
  consoleGuard.allow(/crash/i);
  const site = await openHerons();
  const keptAt = new Map<string, number>();
  let app = first;
  await app.goto('./');
  await addSite(app, `${site.origin}/`);
  for (const [i, how] of (['close', 'crash'] as const).entries()) {
    await expect.poll(() => site.requests.length, { intervals: [50] }).toBeGreaterThan(16 + i * 5);
    await killTab(app, context, how);
    app = await context.newPage();
    await app.goto('./#/jobs');
    await expect(app.getByText('paused', { exact: true })).toBeVisible();
    for (const name of await listKept(app)) if (!keptAt.has(name)) keptAt.set(name, site.count(name));
    await button(app, 'Resume').click();
  }
  await expect(button(app, 'Retry failed')).toBeVisible({ timeout: 40_000 });
  expect(await app.getByRole('article').count()).toBe(1);
  expect(await listKept(app)).toEqual(names);
  expect(keptAt.size).toBeGreaterThan(0);
  expect([...keptAt].map(([name]) => [name, site.count(name)])).toEqual([...keptAt]);
});
