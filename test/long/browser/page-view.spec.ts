import { readdirSync, readFileSync } from 'node:fs';
import { chooseFiles, expect, onlyChromium, test } from '../../browser/app/story.ts';
import { readInk } from '../../support/read-ink.ts';
import { readRendererBytes } from '../../support/renderer-memory.ts';
import { testData } from '../../support/test-data.ts';

onlyChromium('memory of the page is read through the DevTools protocol');

const FILES = 40;
/** Memory that the page may keep: V8 and the drawing of Chromium return theirs later. */
const MAX_KEPT_BYTES = 120_000_000;
const WORD = /(?<!\S)[A-Za-z]{4,14}(?!\S)/g;
/** Their words are comments and values of forms, which are no text of the page; or the letters depend on a font that is not in the file. */
const NOT_ON_PAGE = /annotation-(?:stamp|tx)|bug1811510|issue12750|issue19083|tagged_stamp|issue5801/;
/** Slanted letters cross the edges of a mark. */
const MAX_OFF = 3;

test('forty real PDFs are drawn without a console line, marks lie over their words, and memory is given back', async ({
  page,
}) => {
  test.skip(!testData.available, testData.reason);
  const folder = testData.path('documents', 'pdf');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  await page.goto('./');
  await chooseFiles(page, Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`)])));
  await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached({ timeout: 120_000 });
  const home = page.url().replace(/(#\/c\/[^/?]+).*/, '$1/files');
  const workers = page.workers().length;
  const before = await readRendererBytes(page);
  const reader = page.getByRole('region', { name: 'Chunk' });
  const isOpen = async (name: string): Promise<boolean> => {
    await page.goto(`${home}?p=${encodeURIComponent(name)}`);
    const shown = reader
      .getByTitle('Show in Files')
      .or(page.getByText(/no text|could not be decoded|can't be searched/));
    await expect(shown.first()).toBeVisible();
    return reader.getByTitle('Show in Files').isVisible();
  };
  const drawn: string[] = [];
  const off: string[] = [];
  for (const name of names.sort()) {
    if (drawn.length === FILES) break;
    if (NOT_ON_PAGE.test(name) || !(await isOpen(name))) continue;
    await reader.getByRole('button', { name: 'Source', exact: true }).click();
    const lines = reader.getByRole('region', { name: 'File' }).locator('pre');
    await expect(lines.first()).toBeVisible();
    const text = (await lines.allTextContents()).join(' ');
    const word = (text.match(WORD) ?? []).sort((a, b) => b.length - a.length)[0];
    if (word === undefined) continue;
    await reader.getByRole('button', { name: 'Page', exact: true }).click();
    await expect(reader.locator('canvas[data-drawn]').first(), name).toBeVisible();
    const find = reader.getByRole('searchbox', { name: 'Find in file' });
    await find.fill(word);
    await find.press('Enter');
    const mark = reader.locator('mark[data-found]').first();
    await expect(mark, `${name}: ${word}`).toBeVisible();
    const { inside, edges } = await readInk(mark);
    if (inside < 0.05 || edges > 0.02) off.push(`${name}: ${word} ${inside.toFixed(2)} ${edges.toFixed(2)}`);
    await find.fill('');
    drawn.push(name);
  }
  console.log(`${drawn.length} drawn; not between the words: ${off.join(', ')}`);
  expect(drawn).toHaveLength(FILES);
  expect(off.length, off.join('\n')).toBeLessThanOrEqual(MAX_OFF);

  await reader.getByRole('button', { name: 'Source', exact: true }).click();
  await expect.poll(() => page.workers().length).toBe(workers);
  await expect
    .poll(async () => (await readRendererBytes(page)) - before, { timeout: 60_000 })
    .toBeLessThan(MAX_KEPT_BYTES);
});
