import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { toPublishedPage } from '../../../src/publish/write/publish-app.ts';
import { expect, test } from '../../support/app-test.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { distRoot } from '../../support/serve-dist.ts';
import { publishToMap } from '../../support/static-host.ts';

/** A published folder on disk, below a folder of its own: the app, the collection and the plain pages. */
async function publishFolder(): Promise<string> {
  const { engine } = await makeEngine();
  const pages = Array.from({ length: 60 }, (_, i) => [
    `pages/${i}.md`,
    `# Page ${i}\n\nThe lantern of page ${i} is lit.\n`,
  ]);
  const published = await publishToMap(engine, await makeCollection(engine, Object.fromEntries(pages)));
  const root = mkdtempSync(join(tmpdir(), 'quire-published-'));
  cpSync(distRoot, join(root, 'docs'), { recursive: true });
  for (const folder of ['collection', 'pages'])
    cpSync(distRoot, join(root, 'docs', folder), { recursive: true, filter: (path) => path === distRoot });
  for (const [path, bytes] of published) writeFileSync(join(root, 'docs', path), bytes);
  const page = join(root, 'docs/index.html');
  writeFileSync(page, toPublishedPage(readFileSync(page, 'utf8')));
  return root;
}

test('[B1] a published folder opens its collection, is searched and read there, and a copy is kept', async ({
  page,
}) => {
  const root = await publishFolder();
  const paths: string[] = [];
  const server = await startStaticServer({ root, onRequest: (path) => void paths.push(path) });
  try {
    await page.goto(`${server.url}docs/`);
    const box = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
    await box.fill('lantern 17');
    await expect(page.getByText('pages/17.md').first()).toBeVisible();
    expect(paths.filter((path) => path.includes('/collection/files-'))).toEqual([]);

    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Keep a copy' }).click();
    await expect(page.getByText('The copy is yours. It works offline.').first()).toBeVisible();
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
      'llmx-ingestor',
    );
  } finally {
    await server.stop();
    rmSync(root, { recursive: true });
  }
});

test('[B1] without JavaScript the plain pages can be read and followed', async ({ browser, browserName }) => {
  test.skip(browserName !== 'chromium', 'an installed Firefox cannot be told to run without');
  const root = await publishFolder();
  const server = await startStaticServer({ root });
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}docs/`);
    await page.getByRole('link', { name: 'All files as plain pages' }).click();
    await page.getByRole('link', { name: 'Page 17' }).click();
    await expect(page.getByText('The lantern of page 17 is lit.')).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
    rmSync(root, { recursive: true });
  }
});
