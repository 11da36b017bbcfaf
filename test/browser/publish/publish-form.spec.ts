import { readFileSync } from 'node:fs';
import { exportWords } from '../../../src/ui/words/export.ts';
import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { readText, readZip } from '../../support/zip-fixtures.ts';
import { expectNoViolations } from '../app/screen-list.ts';
import { openSample, results, save, search } from '../app/story.ts';

test.use({ offlineShell: true });

test.skip(({ browserName }) => browserName !== 'chromium', 'an installed Firefox reports no downloads');

test('[B6] the publish dialog shows what will be published before it makes the zip, and the zip is the same offline @long', async ({
  page,
}) => {
  // Packs the whole app twice.
  test.slow();
  const server = await serveDist({});
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this collection?' });
    await expect(dialog).toContainText('Anyone with the address can read all of it.');
    await expect(dialog).toContainText(/secrets? found/);
    // Typed once; the second time they are there.
    const name = dialog.getByRole('textbox', { name: 'Site name' });
    const start = dialog.getByRole('combobox', { name: /^Start page/ });
    if ((await name.inputValue()) !== 'Our <docs>') {
      await name.fill('Our <docs>');
      await dialog.getByRole('textbox', { name: /^Description/ }).fill('How "it" works.');
      await start.fill('nowhere.md');
      await expect(dialog.getByText(exportWords.siteStartMissing)).toBeVisible();
      await start.fill('README.md');
    }
    await expect(start).toHaveValue('README.md');
    const zip = readFileSync(await (await save(page, 'Make the zip')).path());
    return { zip, ...readZip(new Uint8Array(zip)) };
  };
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openSample(page);
  await page.getByRole('link', { name: 'Export' }).click();
  const online = await publish();
  const names = online.entries.map(({ name }) => name);
  for (const name of ['index.html', '_headers', 'service-worker.js', 'app-files.json', 'collection/manifest.json'])
    expect(names).toContain(name);
  for (const name of ['pages/index.html', 'llms.txt', 'llms-full.txt']) expect(names).toContain(name);

  const html = readText(new Uint8Array(online.zip), 'index.html');
  expect(html).toContain('<title>Our &lt;docs&gt;</title>');
  expect(html).toContain('<meta property="og:description" content="How &quot;it&quot; works.">');
  expect(html).toContain('Start reading');

  await server.stop();
  const offline = await publish();
  expect(offline.zip.equals(online.zip)).toBe(true);
});

test('a preview lists what the site will be and opens it as a visitor would, until it is closed @long', async ({
  page,
  context,
}) => {
  test.slow();
  await page.goto('./');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openSample(page);
  await page.getByRole('link', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('textbox', { name: 'Site name' }).fill('Our docs');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview of the site' });
  const row = (name: string) =>
    dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  // Reads the whole app.
  await expect(row('Name')).toContainText('Our docs', { timeout: 90_000 });
  await expect(row('Address')).toContainText('no sitemap.xml');
  await expect(row('For models')).toContainText('llms-full.txt');
  await expect(row('Size')).toContainText(/\d MB in [\d,]+ files/);
  await expect(row('First answer')).toContainText(/\d kB/);
  await expectNoViolations(page, 'preview of a site');

  const opening = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open the site' }).click();
  const site = await opening;
  await expect(site).toHaveTitle(/· Our docs$/);
  await expect(site.getByRole('navigation', { name: 'Contents' })).toBeVisible();
  await search(site, 'postings');
  await expect(results(site).first()).toBeVisible();
  const read = (path: string) =>
    page.evaluate(
      async (url) => {
        const response = await fetch(url, { headers: { range: 'bytes=2-9' } });
        return [response.status, (await response.text()).length];
      },
      new URL(path, site.url().replace(/#.*/, '')).href,
    );
  expect(await read('collection/manifest.json')).toEqual([206, 8]);

  await site.close();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByRole('textbox', { name: 'Site name' })).toHaveValue('Our docs');
  await expect
    .poll(() =>
      page.evaluate(async () => [...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name)]),
    )
    .not.toContainEqual(expect.stringContaining('preview'));
});
