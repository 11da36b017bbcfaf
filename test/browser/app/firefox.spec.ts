import { readFileSync } from 'node:fs';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { expect, FILES, goTo, openFolder, recordClipboard, results, save, search, test } from './story.ts';

test('[E2] Firefox imports, searches, packs, and exports the bytes of Node', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'firefox', 'Chromium has a story for each of these');
  test.slow();
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await search(page, '"above the rate limit"');
  await expect(results(page)).toHaveCount(1);
  await results(page).first().getByRole('link').click();
  const reader = page.getByRole('region', { name: 'Chunk' });
  await expect(reader).toContainText('Requests above the rate limit get 429.');

  await goTo(page, 'Export');
  const saved = readFileSync(await (await save(page, 'Download full archive')).path());
  const { engine } = await makeEngine();
  const { id: collectionId } = await engine.createCollection({ name: 'acme-api' });
  await ingestFiles(engine, collectionId, FILES, { name: 'acme-api' });
  const { blob } = await engine.exportZip({ collectionId, jobId: 'export', form: 'full', mask: true });
  expect(saved.equals(new Uint8Array(await (blob as Blob).arrayBuffer()))).toBe(true);

  await goTo(page, 'Search');
  await reader.getByRole('button', { name: 'Add to pack' }).click();
  await goTo(page, 'Pack');
  await page.getByRole('button', { name: 'Copy pack' }).click({ timeout: 30_000 });
  expect(await copied()).toContain('guides/limits.md');
});
