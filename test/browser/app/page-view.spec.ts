import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/app-test.ts';
import { makeDeck } from '../../support/make-paged.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { readInk } from '../../support/read-ink.ts';
import { chooseFiles, expectFinished, results, search } from './story.ts';

const LINES = Array.from({ length: 40 }, (_, i) => `Line ${i} of the page, which is long enough to be its own.`);
const PDF = makePdf({
  pages: ['First', 'Second', 'Third'].map((number) =>
    [`${number}, it tells of quinces and of medlars in many words.`, ...LINES].map((text, i) => {
      return { text, x: 50, y: 700 - i * 14 };
    }),
  ),
  title: 'Fruit',
});

async function openPage(page: Page, query: string): Promise<Locator> {
  await search(page, query);
  await results(page).first().getByRole('link').first().click();
  const reader = page.getByRole('region', { name: 'Chunk' });
  await reader.getByRole('button', { name: 'Page', exact: true }).click();
  return reader;
}

test('a PDF is seen as printed, with found and highlighted words marked in place, and its memory is given back', async ({
  page,
}) => {
  await page.goto('./');
  await chooseFiles(page, { 'fruit.pdf': PDF });
  await expectFinished(page, 1);
  const workers = page.workers().length;
  const reader = await openPage(page, '"Second, it tells" medlars');
  const sheet = reader.locator('[data-page="2"]');
  const mark = sheet.locator('mark').filter({ visible: true });
  await expect(sheet.locator('canvas[data-drawn]')).toBeVisible();
  await expect(mark.first()).toBeInViewport();
  expect(await mark.count()).toBeGreaterThan(1);
  for (let i = 0; i < (await mark.count()); i++) {
    const { inside, edges } = await readInk(mark.nth(i));
    expect(inside).toBeGreaterThan(0.05);
    expect(edges).toBeLessThan(0.02);
  }

  const number = reader.getByRole('textbox', { name: 'Page number' });
  await expect(number).toHaveValue('2');
  await page.keyboard.press('ArrowRight');
  await expect(number).toHaveValue('3');
  await number.fill('1');
  await number.press('Enter');
  await expect(reader.getByRole('img', { name: 'Page 1' })).toBeInViewport();
  const before = await sheet.evaluate((element) => element.clientWidth);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('+');
  await expect.poll(() => sheet.evaluate((element) => element.clientWidth)).toBeGreaterThan(before * 1.5);
  await page.getByRole('button', { name: 'Thumbnails' }).click();
  const thumbnails = reader.getByRole('navigation', { name: 'Thumbnails' });
  await expect(thumbnails.locator('canvas[data-drawn]')).toHaveCount(3);
  await thumbnails.getByRole('button', { name: 'Page 3' }).click();
  await expect(number).toHaveValue('3');

  expect(page.workers().length).toBe(workers + 1);
  await reader.getByRole('button', { name: 'Read', exact: true }).click();
  await expect.poll(() => page.workers().length).toBe(workers);

  await reader.getByText('Second, it tells').first().selectText();
  await page.getByRole('region', { name: 'Selected text' }).getByRole('button', { name: 'Highlight' }).click();
  await reader.getByRole('button', { name: 'Page', exact: true }).click();
  await expect(sheet.locator('mark[data-note]').first()).toBeInViewport();
  expect((await readInk(sheet.locator('mark[data-note]').first())).inside).toBeGreaterThan(0.05);
  await expect(reader.locator('[data-page="1"] mark[data-note]')).toHaveCount(0);
});

test('a slide shows its pictures @long', async ({ page }) => {
  await page.goto('./');
  const png = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
    return canvas.toDataURL().split(',')[1] ?? '';
  });
  const deck = makeDeck(['Wading birds have long legs', 'Song birds have short legs'], {
    2: Buffer.from(png, 'base64'),
  });
  await chooseFiles(page, { 'deck.pptx': deck });
  await expectFinished(page, 1);
  await search(page, 'song birds');
  await results(page).first().getByRole('link').first().click();
  const picture = page.getByRole('region', { name: 'File' }).getByRole('img');
  await expect(picture).toHaveAccessibleName('slide 2');
  expect(await picture.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])).toEqual([60, 40]);
});
