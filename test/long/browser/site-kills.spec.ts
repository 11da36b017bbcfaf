import type { BrowserContext, Page } from '@playwright/test';
import { pagesWords } from '../../../src/ui/words/pages.ts';
import { goTo } from '../../browser/app/story.ts';
import { addSite, button, expect, killTab, onlyChromium, test } from '../../browser/sites/sites-test.ts';
import { type FakeSite, fakeSite, page, sitemap } from '../../support/fake-site.ts';
import { createRandom } from '../../support/random.ts';

onlyChromium();
// Lists show only the rows there is room for.
const VIEWPORT = { width: 1280, height: 4_000 };
test.use({ viewport: VIEWPORT });

const KILLS = Number(process.env.QUIRE_KILLS ?? 50);
const KILLS_PER_CRAWL = 8;
const SEED = 8;
const names = Array.from({ length: 60 }, (_, i) => `/p${i}`);

test('[S15] a crawl killed at random resumes to the same index_id', async ({ page: whole, browser, server }) => {
  const random = createRandom(SEED);
  const site = await openSite();
  await whole.goto('./');
  await start(whole, site);
  await expect(button(whole, 'Retry failed')).toBeVisible({ timeout: 120_000 });
  const wanted = await readIndexId(whole);
  expect(wanted).toMatch(/^[0-9a-f]{16,}$/);

  let kills = 0;
  let crawls = 0;
  while (kills < KILLS) {
    crawls++;
    const context = await browser.newContext({ baseURL: server.url, viewport: VIEWPORT });
    let app = await context.newPage();
    await app.goto('./');
    site.clear();
    await start(app, site);
    const keptAt = new Map<string, number>();
    for (let lives = 1; ; lives++) {
      const ended = button(app, 'Retry failed');
      await Promise.race([
        app.waitForTimeout(200 + random.next() * 3_500),
        ended.waitFor({ timeout: 0 }).catch(() => {}),
      ]);
      // Some crawls must come to an end.
      if (lives > KILLS_PER_CRAWL) await ended.waitFor({ timeout: 120_000 });
      if (await ended.isVisible()) break;
      app = await kill(app, context, random.next() < 0.5 ? 'close' : 'crash');
      kills++;
      if (!(await hasJob(app))) {
        // Killed before anything of the job was saved: the person starts it again.
        if (await app.getByRole('region', { name: 'Add a source' }).isHidden()) await goTo(app, 'Library');
        const sync = app.getByRole('button', { name: /^Sync / });
        await expect(sync.or(app.getByRole('button', { name: 'Add site' })).first()).toBeVisible();
        if ((await sync.count()) > 0) await sync.first().click();
        else await start(app, site);
        continue;
      }
      for (const name of await listKept(app)) if (!keptAt.has(name)) keptAt.set(name, site.count(name));
      const resume = button(app, 'Resume');
      if (await resume.isVisible()) await resume.click();
    }
    expect(await countKept(app)).toBe(`${names.length + 1} pages`);
    expect(await readIndexId(app)).toBe(wanted);
    expect([...keptAt].map(([name]) => [name, site.count(name)])).toEqual([...keptAt]);
    await context.close();
  }
  console.log(`${kills} kills in ${crawls} crawls, seed ${SEED}`);
  await site.close();
});

async function openSite(): Promise<FakeSite> {
  const site = await fakeSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', names),
    ...Object.fromEntries(
      names.map((name, i) => [name, page(`Page ${i}`, [], `The heron of page ${i} stands still.`)]),
    ),
  });
  site.set('/sitemap.xml', sitemap(names.map((name) => site.origin + name)));
  return site;
}

function start(app: Page, site: FakeSite): Promise<void> {
  return addSite(app, `${site.origin}/`, { 'Max requests per second': '10' });
}

async function kill(app: Page, context: BrowserContext, how: 'close' | 'crash'): Promise<Page> {
  await killTab(app, context, how);
  const next = await context.newPage();
  await next.goto('./#/jobs');
  const jobs = next.getByRole('heading', { name: 'Jobs', level: 1 });
  // Killed before the site was stored: the first screen is there.
  await expect(jobs.or(next.getByRole('region', { name: 'Add a source' }))).toBeVisible();
  return next;
}

async function hasJob(app: Page): Promise<boolean> {
  const link = app.getByRole('link', { name: 'Show pages' });
  return link.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

/** Those there is room for. */
async function listKept(app: Page): Promise<string[]> {
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  await expect(app.getByRole('heading', { name: 'Pages', level: 1 })).toBeVisible();
  await app.waitForTimeout(300);
  const list = app.getByRole('list', { name: 'Pages' });
  const rows = (await list.getByRole('listitem').allInnerTexts()).filter((row) =>
    row.includes(pagesWords.outcomes.kept),
  );
  await app.goBack();
  return names.filter((name) => rows.some((row) => new RegExp(`${name}(?!\\d)`).test(row)));
}

async function countKept(app: Page): Promise<string | null> {
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  await app.getByLabel('Outcome').selectOption('kept');
  const count = await app.getByText(/^\d+ pages$/).textContent();
  await app.goBack();
  return count;
}

/** As the store has it. */
function readIndexId(app: Page): Promise<string> {
  return app.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const db = await ask(indexedDB.open(name ?? ''));
      const hasRows = db.objectStoreNames.contains('collections');
      const rows = hasRows ? await ask(db.transaction('collections').objectStore('collections').getAll()) : [];
      db.close();
      const found = /"index_id":"([0-9a-f]+)"/.exec(JSON.stringify(rows))?.[1];
      if (found !== undefined) return found;
    }
    return '';
  });
}
