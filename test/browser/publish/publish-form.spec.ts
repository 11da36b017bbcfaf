import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { readZip } from '../../support/zip-fixtures.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'an installed Firefox reports no downloads');

test('[B6] what goes out is said and asked, and the zip is the same offline', async ({ page }) => {
  const server = await serveDist({});
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this collection?' });
    await expect(dialog).toContainText('Anyone with the address can read them.');
    await expect(dialog).toContainText(/secrets were found/);
    const waiting = page.waitForEvent('download', { timeout: 50_000 });
    await dialog.getByRole('button', { name: 'Make the folder' }).click();
    const zip = readFileSync(await (await waiting).path());
    return { zip, ...readZip(new Uint8Array(zip)) };
  };
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Open sample' }).click();
  await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached();
  await page.getByRole('link', { name: 'Export' }).click();
  const online = await publish();
  const names = online.entries.map(({ name }) => name);
  for (const name of ['index.html', '_headers', 'service-worker.js', 'app-files.json', 'collection/manifest.json'])
    expect(names).toContain(name);
  for (const name of ['pages/index.html', 'llms.txt', 'llms-full.txt']) expect(names).toContain(name);

  await server.stop();
  const offline = await publish();
  expect(offline.zip.equals(online.zip)).toBe(true);
});
