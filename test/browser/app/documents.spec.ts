import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/app-test.ts';
import { makeDocx } from '../../support/make-document.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { serveDist } from '../../support/serve-dist.ts';

const toFile = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});
const pages = ['First', 'Second', 'Third'].map((number) => [
  { text: `${number}, it tells of quinces and of medlars in many words.`, x: 50, y: 700 },
]);
const PDF = makePdf({
  pages: pages.map((page) => [
    ...page,
    ...Array.from({ length: 8 }, (_, i) => ({
      text: `Line ${i} of the page, which is long enough to be its own.`,
      x: 50,
      y: 680 - i * 12,
    })),
  ]),
  title: 'Fruit',
});
const DOCX = makeDocx('<w:p><w:r><w:t>The lapwing is a bird of meadows.</w:t></w:r></w:p>');

test('documents are found by what they say, page by page, and pdf.js is asked for only when a PDF is met @long-in-firefox', async ({
  page,
  browserName,
}) => {
  const asked: string[] = [];
  const server = await serveDist({ onRequest: (path) => asked.push(path) });
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const input = page.locator('input[type=file][aria-label="Choose files"]').first();
  const results = page.getByRole('list', { name: 'Results' });
  const searchbox = page.getByRole('searchbox', { name: 'Search this collection' });
  await input.setInputFiles([toFile('birds.docx', DOCX)]);
  await expect(page.getByText(/^Done: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('lapwing kind:document');
  await expect(results.getByRole('listitem').first()).toContainText('birds.docx');
  expect(asked.filter((path) => path.includes('pdfjs'))).toEqual([]);

  await input.setInputFiles([toFile('fruit.pdf', PDF)]);
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByRole('button', { name: 'Collection: fruit.pdf' })).toBeVisible();
  await expect(page.getByText(/^Done: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('"Second, it tells"');
  const hit = results.getByRole('listitem').first();
  await expect(hit).toContainText('fruit.pdf');
  await expect(hit).toContainText('p. 2');
  expect(asked.some((path) => path.includes('pdfjs-worker'))).toBe(true);

  await hit.getByRole('link').first().click();
  const chunk = page.getByRole('region', { name: 'Chunk' });
  await expect(chunk.getByText('Context Fruit')).toBeVisible();
  const save = chunk.getByRole('button', { name: /^Save original/ });
  // Firefox opens what it saves in a viewer of its own, and its driver tells of no download.
  if (browserName === 'chromium') {
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(saved.suggestedFilename()).toBe('fruit.pdf');
    expect(readFileSync(await saved.path()).equals(PDF)).toBe(true);
  }
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: /^Keep originals of 1 document/ }).click();
  await expect(page.getByText('The documents are gone from this device')).toBeVisible();
  await page.goBack();
  await expect(chunk.getByText('Context Fruit')).toBeVisible();
  await expect(save).toHaveCount(0);

  await server.stop();
  await page.reload();
  await input.setInputFiles([toFile('again.pdf', PDF)]);
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByText(/^Done: 1 indexed/).first()).toBeAttached();
  await searchbox.pressSequentially('medlars');
  await expect(results.getByRole('listitem').first()).toContainText('again.pdf');
});
