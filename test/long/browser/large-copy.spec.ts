import { expect, test } from '../../browser/app/story.ts';
import { makeReader } from '../../contract/publish/published-engine.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';
import { findRenderer } from '../../support/renderer-memory.ts';
import { publishToMap, startStaticHost } from '../../support/static-host.ts';

const FILES = 620;
const WORDS_PER_FILE = 12_000;
/** More than the browser keeps of a published collection. */
const MIN_BYTES = 64_000_000;

/** Words of a large vocabulary: deflate leaves most of their bytes. */
function makeTexts(): Record<string, string> {
  const random = createRandom(35);
  const words = Array.from({ length: 200_000 }, () => random.below(36 ** 8).toString(36));
  const makeText = (): string => Array.from({ length: WORDS_PER_FILE }, () => random.pick(words)).join(' ');
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [`pages/${i}.md`, `# Page ${i}\n\nLantern${i}. ${makeText()}\n`]),
  );
}

test('a published collection of more than 64 MB is kept as a copy, by the engine and in the app', async ({
  page,
  browserName,
}) => {
  test.setTimeout(1_200_000);
  const { engine } = await makeEngine();
  const published = await publishToMap(engine, await makeCollection(engine, makeTexts()));
  const bytes = [...published].reduce((sum, [name, file]) => sum + (name.endsWith('.bin') ? file.length : 0), 0);
  expect(bytes).toBeGreaterThan(MIN_BYTES);
  const host = await startStaticHost(published, { path: '/docs/' });
  try {
    const reader = await makeReader();
    const { id } = await reader.openPublished(host.url);
    const copy = await reader.keepCopy(id, 'keep');
    expect(copy.stats.total_files).toBe(FILES);

    await page.goto(`./#/open/${host.url}`);
    await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Keep a copy' }).click();
    await expect(page.getByText('Saved a copy. It works offline.').first()).toBeVisible({ timeout: 600_000 });
    await page.getByRole('button', { name: 'Open copy' }).click();
    await expect(page).not.toHaveURL(/published/);
  } finally {
    await host.close();
  }
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search this collection' }).fill('lantern619');
  await expect(page.getByText('pages/619.md').first()).toBeVisible();
  if (browserName !== 'chromium') return;
  const { peakBytes } = await findRenderer(page.context().browser());
  console.log(`${Math.round(bytes / 1e6)} MB: renderer at most ${Math.round(peakBytes / 1e6)} MB`);
});
