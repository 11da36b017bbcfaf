import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { readZip } from '../../support/zip-fixtures.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'an installed Firefox reports no downloads');

test('an MCP bundle and a skill are made in the page, and a search becomes a question with one click', async ({
  page,
}) => {
  const server = await serveDist({});
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Open sample' }).click();
  await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached();
  await page.getByRole('searchbox').first().fill('published collection');
  await page.getByRole('button', { name: 'Keep as question' }).click();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions).toContainText('published collection');
  await expect(questions).toContainText('1 question checked. None lost its answer.');

  const download = async (name: string) => {
    const waiting = page.waitForEvent('download', { timeout: 50_000 });
    await page.getByRole('button', { name }).click();
    return readZip(new Uint8Array(readFileSync(await (await waiting).path()))).entries.map((entry) => entry.name);
  };
  const bundle = await download('Download MCP bundle');
  for (const name of ['manifest.json', 'server.mjs', 'collection/manifest.json']) expect(bundle).toContain(name);
  expect(await download('Download skill')).toContainEqual(expect.stringMatching(/\/SKILL\.md$/));
  await server.stop();
});
