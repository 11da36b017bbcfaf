import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { type Outputs, watchOutputs } from '../../support/scripted-page.ts';
import { expect, FILES, goTo, openFolder, results, search, test } from './story.ts';

const getOutputs = () => (window as unknown as { outputs: Outputs }).outputs;

test('[E2] Firefox imports, searches, packs, and exports the bytes of Node', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'firefox', 'Chromium has a story for each of these');
  test.slow();
  await page.addInitScript(watchOutputs);
  await openFolder(page, folder);
  await search(page, '"above the rate limit"');
  await expect(results(page)).toHaveCount(1);
  await results(page).first().getByRole('link').click();
  const reader = page.getByRole('region', { name: 'Chunk' });
  await expect(reader).toContainText('Requests above the rate limit get 429.');

  await goTo(page, 'Export');
  await page.getByRole('button', { name: 'Download full archive' }).click();
  await expect.poll(async () => (await page.evaluate(getOutputs)).saved.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const saved = Buffer.from((await page.evaluate(getOutputs)).saved, 'base64');
  const { engine } = await makeEngine();
  const { id: collectionId } = await engine.createCollection({ name: 'acme-api' });
  await ingestFiles(engine, collectionId, FILES, { name: 'acme-api' });
  const { blob } = await engine.exportZip({ collectionId, jobId: 'export', form: 'full', mask: true });
  expect(saved.equals(new Uint8Array(await (blob as Blob).arrayBuffer()))).toBe(true);

  await goTo(page, 'Search');
  await reader.getByRole('button', { name: 'Add to pack' }).click();
  await goTo(page, 'Pack');
  await page.getByRole('button', { name: 'Copy pack' }).click({ timeout: 30_000 });
  expect((await page.evaluate(getOutputs)).copied).toContain('guides/limits.md');
  expect((await page.evaluate(getOutputs)).errors).toEqual([]);
});
