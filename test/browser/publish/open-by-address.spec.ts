import { atEnd, test as base, expect } from '../../support/app-test.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { countKeptBlocks, makePages } from '../../support/published-folder.ts';
import {
  ignoresRanges,
  type PublishedFolder,
  publishToMap,
  sendRange,
  startStaticHost,
} from '../../support/static-host.ts';
import { chooseMore, goTo, search } from '../app/story.ts';
import { addSite } from '../sites/sites-test.ts';

const test = base.extend<{ published: PublishedFolder }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  published: async ({}, use) => {
    const { engine } = await makeEngine();
    await use(await publishToMap(engine, await makeCollection(engine, makePages())));
  },
});

async function openHost(...args: Parameters<typeof startStaticHost>) {
  const host = await startStaticHost(...args);
  atEnd(host.close);
  return host;
}

test('[B3] a collection opens by its address @long-in-firefox', async ({ page, published, browserName }) => {
  const host = await openHost(published, { path: '/docs/' });
  const blocks = () => host.log.filter((line) => line.includes('.bin'));
  await page.goto(`./#/open/${host.url}`);
  await search(page, 'lantern 17');
  await expect(page.getByText('pages/17.md').first()).toBeVisible();
  expect(blocks().every((line) => line.includes('bytes='))).toBe(true);

  // The address has the question once it has rested.
  await expect(page).toHaveURL(/q=lantern/);
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('The lantern of page 17 is lit.');
  await expect.poll(async () => (await countKeptBlocks(page)) - blocks().length).toBeGreaterThanOrEqual(0);
  await page.reload();
  await expect(page.getByText('pages/17.md').first()).toBeVisible();
  expect(blocks().length).toBeGreaterThan(2);
  expect(blocks()).toEqual([...new Set(blocks())]);

  // The form of a site is tested in one browser, here as elsewhere.
  if (browserName !== 'chromium') return;
  await page.goto('./#/library');
  await page.reload();
  const card = page.getByRole('article', { name: 'made' });
  await expect(card).toContainText('Published');
  await chooseMore(page, 'collection', 'Remove');
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('textbox', { name: 'Site address' }).fill(host.url);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/^This is a published collection: .* 60 files/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await addSite(page, `${host.url}index.html`);
  await search(page, 'lantern 31');
  await expect(page.getByText('pages/31.md').first()).toBeVisible();
  expect(host.log.filter((line) => /robots|sitemap|llms/.test(line))).toEqual([]);
});

test('a published address that answers late is crawled, and is listed once', async ({
  page,
  published,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'the form of a site is tested in one browser');
  published.set('index.html', new TextEncoder().encode('<h1>Reeds</h1><p>A heron in the reeds by the water.</p>'));
  const host = await openHost(published, { path: '/docs/' });
  const held: (() => void)[] = [];
  host.habit = ({ name, bytes, response }) => {
    if (!name.includes('manifest')) return false;
    held.push(() => response.end(bytes));
    return true;
  };
  await page.goto('./#/library');
  await addSite(page, `${host.url}index.html`);
  // The crawl begins after five seconds.
  await expect(page).toHaveURL(/#\/jobs$/);
  expect(held.length).toBeGreaterThan(0);
  host.habit = undefined;
  for (const send of held) send();
  // The late answer is complete when its blocks have been requested.
  await expect.poll(() => host.log.filter((line) => line.includes('.bin')).length).toBeGreaterThan(0);
  await page.goto('./#/library');
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).not.toContainText('Published');
});

test('Keep a copy shows its progress, stays on the screen and gives the copy a name of its own @long', async ({
  page,
}) => {
  const { engine } = await makeEngine();
  const pages = Array.from({ length: 200 }, (_, i) => [
    `${1_000 + i}.md`,
    `# Page ${i}\n\n${`lamp ${i} `.repeat(200)}\n`,
  ]);
  const host = await openHost(await publishToMap(engine, await makeCollection(engine, Object.fromEntries(pages))));
  await page.goto(`./#/open/${host.url}`);
  await expect(page.getByRole('navigation', { name: 'Contents' })).toContainText('Page 199');
  await goTo(page, 'Export');
  const held: (() => void)[] = [];
  host.habit = ({ name, bytes, range, response }) => {
    // The texts of later files.
    if (!name.includes('/text') || range === undefined || range[0] < bytes.length / 2) return false;
    held.push(() => sendRange(response, bytes, range));
    return true;
  };
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  const bar = page.getByRole('main').getByRole('progressbar');
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(page.getByText('Saved a copy.')).toHaveCount(0);
  host.habit = undefined;
  for (const send of held) send();
  await expect(page.getByText('Saved a copy.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/export$/);
  await page.getByRole('button', { name: 'Open copy' }).click();
  await expect(page.getByRole('button', { name: 'Collection: made 2' })).toBeVisible();
  await goTo(page, 'Library');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(['made 2', 'made']);
});

test('[B2] hosts without ranges or CORS each have their own message @long-in-firefox', async ({
  page,
  published,
  consoleGuard,
}) => {
  // The browser itself writes down what it does not let the page read.
  consoleGuard.allow(/CORS|Cross-Origin|Failed to load resource|NetworkError/i);
  const slow = await openHost(published);
  slow.habit = ignoresRanges;
  const closed = await openHost(published, { isClosed: true });
  await page.goto(`./#/open/${encodeURIComponent(slow.url)}`);
  await search(page, 'lantern 17');
  await expect(page.getByText('pages/17.md').first()).toBeVisible();
  await expect(page.getByText("This host doesn't support range requests")).toBeVisible();

  await page.goto(`./#/open/${encodeURIComponent(closed.url)}`);
  await expect(page.getByText("its host doesn't allow other sites to read it").first()).toBeVisible();
  await expect(page).toHaveURL(/#\/library$/);
});

test('a link into a collection whose host is gone says so in its place, and opens when the host is back', async ({
  page,
  published,
  browserName,
  consoleGuard,
}) => {
  test.skip(browserName !== 'chromium', 'nothing here depends on the browser');
  consoleGuard.allow(/Failed to load resource/);
  const host = await openHost(published);
  await page.goto(`./#/open/${host.url}`);
  await search(page, 'lantern 17');
  await expect(page.getByText('pages/17.md').first()).toBeVisible();
  await expect(page).toHaveURL(/q=lantern/);
  host.habit = ({ response }) => {
    response.destroy();
    return true;
  };
  await page.reload();
  const failed = page.getByRole('main').getByRole('alert');
  await expect(failed).toContainText("couldn't be fetched");
  await goTo(page, 'Library');
  await page.getByRole('searchbox').press('ControlOrMeta+a');
  await page.keyboard.type('lantern 31');
  await expect(failed).toContainText("couldn't be fetched");
  await expect(page.getByRole('searchbox')).toHaveValue('lantern 31');
  host.habit = undefined;
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('pages/31.md').first()).toBeVisible();
});
