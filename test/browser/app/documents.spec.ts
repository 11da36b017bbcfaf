import { readFileSync } from 'node:fs';
import { settingsWords } from '../../../src/ui/words/settings.ts';
import { expect, test } from '../../support/app-test.ts';
import { makeDocx } from '../../support/make-document.ts';
import { makeDeck, makeSheets } from '../../support/make-paged.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { chooseFiles, expectFinished, goTo, results, save, search } from './story.ts';

test.use({ offlineShell: true });

const LINES = Array.from({ length: 8 }, (_, i) => `Line ${i} of the page, which is long enough to be its own.`);
const PDF = makePdf({
  pages: ['First', 'Second', 'Third'].map((number) =>
    [`${number}, it tells of quinces and of medlars in many words.`, ...LINES].map((text, i) => {
      return { text, x: 50, y: 700 - i * 12 };
    }),
  ),
  title: 'Fruit',
});
const DOCX = makeDocx('<w:p><w:r><w:t>The lapwing is a bird of meadows.</w:t></w:r></w:p>');

test('documents are searched by page; pdf.js loads only for a PDF @long-in-firefox', async ({ page, browserName }) => {
  const asked: string[] = [];
  const server = await serveDist({ onRequest: (path) => asked.push(path) });
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const searchbox = page.getByRole('searchbox', { name: 'Search this collection' });
  await chooseFiles(page, { 'birds.docx': DOCX });
  await expectFinished(page, 1);
  await searchbox.pressSequentially('lapwing kind:document');
  await expect(results(page).first()).toContainText('birds.docx');
  expect(asked.filter((path) => path.includes('pdfjs'))).toEqual([]);

  await chooseFiles(page, { 'fruit.pdf': PDF });
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByRole('button', { name: 'Collection: fruit.pdf' })).toBeVisible();
  await expectFinished(page, 1);
  await searchbox.pressSequentially('"Second, it tells"');
  const hit = results(page).first();
  await expect(hit).toContainText('fruit.pdf');
  await expect(hit).toContainText('p. 2');
  expect(asked.some((path) => path.includes('pdfjs-worker'))).toBe(true);

  await hit.getByRole('link').first().click();
  const chunk = page.getByRole('region', { name: 'Chunk' });
  await expect(chunk.getByRole('heading', { name: 'fruit' })).toBeVisible();
  // Firefox opens saved files in its own viewer, and its driver reports no download.
  if (browserName === 'chromium') {
    const saved = await save(page, /^Save original/);
    expect(saved.suggestedFilename()).toBe('fruit.pdf');
    expect(readFileSync(await saved.path()).equals(PDF)).toBe(true);
  }
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: /^Keep originals of 1 document/ }).click();
  await expect(page.getByText(settingsWords.originalsDropped)).toBeVisible();
  await page.goBack();
  await expect(chunk.getByRole('heading', { name: 'fruit' })).toBeVisible();
  await expect(chunk.getByRole('button', { name: /^Save original/ })).toHaveCount(0);

  await server.stop();
  await page.reload();
  await chooseFiles(page, { 'again.pdf': PDF });
  await page.getByRole('button', { name: 'New collection' }).click();
  await expectFinished(page, 1);
  await searchbox.pressSequentially('medlars');
  await expect(results(page).first()).toContainText('again.pdf');
});

test('a document is read with headings, page dividers and tables with their row numbers @long', async ({
  page,
  browserName,
}) => {
  await page.goto('./');
  const rows = ['bird eggs', 'grebe 4', 'heron 5'].map((row) => row.split(' '));
  const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Of meadows</w:t></w:r></w:p>';
  const lapwing = makeDocx(`${heading}<w:p><w:r><w:t>The lapwing nests on the ground.</w:t></w:r></w:p>`);
  const scan = makePdf({ pages: [[], []] });
  await chooseFiles(page, {
    ...{ 'fruit.pdf': PDF, 'birds.xlsx': makeSheets({ Birds: rows }), 'lapwing.docx': lapwing, 'scan.pdf': scan },
  });
  await expectFinished(page, 3);
  const file = page.getByRole('region', { name: 'File' });
  const open = async (query: string, name: string): Promise<void> => {
    await search(page, query);
    await results(page).filter({ hasText: name }).first().getByRole('link').first().click();
  };
  await open('grebe', 'birds.xlsx');
  await expect(file.getByRole('row', { name: '2 grebe 4' })).toBeVisible();
  await expect(file.getByRole('columnheader', { name: 'eggs' })).toBeVisible();
  await open('lapwing', 'lapwing.docx');
  await expect(file.getByRole('heading', { name: 'Of meadows' })).toBeVisible();
  await open('"Second, it tells"', 'fruit.pdf');
  await expect(file.getByText('p. 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await expect(file.locator('pre [data-n]').first()).toBeVisible();

  // A scan says what it is, under Warnings too, and its original can be saved.
  const toFiles = (query: string) => page.goto(page.url().replace(/(#\/c\/[^/?]+).*/, `$1/files?${query}`));
  await toFiles('f=warnings');
  await expect(page.getByText('its pages are pictures or blank').first()).toBeVisible();
  await toFiles('p=scan.pdf');
  await expect(page.getByRole('button', { name: /^Recognise text/ })).toBeVisible();
  if (browserName === 'chromium') {
    const saved = await save(page, /^Save original/);
    expect(readFileSync(await saved.path()).equals(scan)).toBe(true);
  }
});

test('[P8] a document is packed with page marks, and an answer can cite them @long', async ({ page, browserName }) => {
  await page.goto('./');
  const deck = makeDeck(['Wading birds have long legs', 'Song birds have short legs', 'Owls hunt in the night']);
  await chooseFiles(page, { 'fruit.pdf': PDF, 'deck.pptx': deck });
  await expectFinished(page, 2);

  // The Firefox driver reports no downloads.
  if (browserName === 'chromium') {
    await goTo(page, 'Export');
    const text = readFileSync(await (await save(page, 'Download single file')).path(), 'utf8');
    expect(text).toContain('## deck.pptx slides 1-3\n\n```\n[slide 1]\nWading birds have long legs\n');
    expect(text).toContain('## fruit.pdf p. 1-3\n');
    expect(text).toContain('\n[p. 2]\nSecond, it tells of quinces');
  }

  await goTo(page, 'Pack');
  await page.getByRole('link', { name: /^Check an answer/ }).click();
  await expect(page.getByRole('heading', { name: 'Check an answer' })).toBeVisible();
  const answer =
    'It says "Song birds have short legs" (deck.pptx slide 2). Owls are on deck.pptx slide 9. "Second, it tells of quinces" (fruit.pdf p. 3).';
  await page.getByRole('textbox', { name: 'Model answer' }).pressSequentially(answer);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const rows = page.getByRole('list', { name: 'Citations' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: /Exact.*deck\.pptx slide 2/ }).first()).toBeVisible();
  await expect(rows.filter({ hasText: /Not found.*Its text ends at slide 3/ })).toHaveCount(1);
  await rows
    .filter({ hasText: /Moved.*fruit\.pdf p\. 2/ })
    .first()
    .getByRole('link')
    .click();
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('Second, it tells of quinces');
});
