import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app-test.ts';
import { makeScannedPdf, type Scan } from '../../support/make-pdf.ts';
import { chooseFiles, chooseMore, goTo, results, search } from './story.ts';

/** Draws lines of text as a scanner would see them; `turns` are quarter turns clockwise. */
async function drawScan(page: Page, lines: readonly string[], turns = 0): Promise<Scan> {
  const [width, height] = [1000, 700];
  const base64 = await page.evaluate(
    ({ lines, turns, width, height }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, turns % 2 === 0 ? { width, height } : { width: height, height: width });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((turns * Math.PI) / 2);
      context.fillStyle = '#111';
      context.font = '34px serif';
      for (const [i, line] of lines.entries()) context.fillText(line, 60 - width / 2, 100 + i * 60 - height / 2);
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    },
    { lines, turns, width, height },
  );
  const jpeg = new Uint8Array(Buffer.from(base64, 'base64'));
  return turns % 2 === 0 ? { jpeg, width, height } : { jpeg, width: height, height: width };
}

const PAGE = [
  'The lighthouse keeper wrote a letter',
  'about quinces and medlars in October,',
  'and sent it to the harbour office.',
];

async function recognise(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Recognise text in pictures…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
}

test('the text of a scanned page is recognised on request, marked as OCR, and still there after a reload @long-in-firefox', async ({
  page,
}) => {
  await page.goto('./');
  const scan = makeScannedPdf([await drawScan(page, PAGE)]);
  await chooseFiles(page, { 'letter.pdf': scan });
  await goTo(page, 'Files');
  await page.getByRole('treeitem', { name: /letter\.pdf/ }).click();
  await recognise(page, /^Read the text in 1 scanned page$/);
  await expect(page.getByText('Text recognised in 1 file.')).toBeVisible({ timeout: 120_000 });
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await search(page, 'quinces medlars');
    const hit = results(page).first();
    await expect(hit).toContainText('letter.pdf');
    await hit.getByRole('link').first().click();
    await expect(page.getByText(/Text recognised in a picture \(OCR\), \d+ % sure/)).toBeVisible();
  }
});

test('a screenshot, a page that lies on its side and a blank one; paused, reloaded and resumed; removed @long', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.goto('./');
  const side = await drawScan(page, ['Apricots ripen in the walled garden', ...PAGE.slice(1)], 1);
  const head = await drawScan(page, ['Mulberries stain the wooden table', ...PAGE.slice(1)], 2);
  const blank = await drawScan(page, []);
  const { jpeg } = await drawScan(page, ['Settings Network Proxy', 'The certificate has expired']);
  await chooseFiles(page, { 'scans.pdf': makeScannedPdf([side, blank, head]), 'screenshot.jpg': jpeg });
  const wholeCollection = async (): Promise<void> => {
    await goTo(page, 'Library');
    await chooseMore(page, 'source', 'Recognise text in pictures…');
  };
  await wholeCollection();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Read the text in 4 scanned pages/ })
    .click();
  await goTo(page, 'Jobs');
  await expect(page.getByText(/^[1-3] of 4/)).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Pages that were recognised are saved')).toBeVisible({ timeout: 120_000 });
  await page.reload();
  await goTo(page, 'Files');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Read the text in [1-3] scanned page/ })
    .click();
  await expect(page.getByText(/^Text recognised in \d files?\.$/)).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  for (const [query, name] of [
    ['apricots walled', 'p. 1'],
    ['mulberries wooden', 'scans.pdf'],
    ['certificate expired', 'screenshot.jpg'],
  ] as const) {
    await search(page, query);
    await expect(results(page).first()).toContainText(name);
  }
  await wholeCollection();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the recognised text of 4 pages' }).click();
  await expect(page.getByText('Recognised text removed.')).toBeVisible();
  await search(page, 'mulberries');
  await expect(page.getByText('No matches').first()).toBeVisible();
});

test('pictures of files that are added later are read too, if the user chose that @long', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('./');
  const letter = makeScannedPdf([await drawScan(page, PAGE)]);
  const second = makeScannedPdf([await drawScan(page, ['Mulberries stain the wooden table', ...PAGE.slice(1)])]);
  await chooseFiles(page, { 'letter.pdf': letter });
  await goTo(page, 'Library');
  await chooseMore(page, 'source', 'Recognise text in pictures…');
  const always = page.getByRole('dialog').getByRole('checkbox', { name: 'Always for new files' });
  await always.check();
  await page.getByRole('button', { name: 'Not now' }).click();
  await chooseMore(page, 'source', 'Recognise text in pictures…');
  await expect(always).toBeChecked();
  await page.getByRole('button', { name: 'Not now' }).click();

  // The picture that waited is read with the new one.
  await chooseFiles(page, { 'second.pdf': second });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add to/ })
    .first()
    .click();
  await expect(page.getByText('Text recognised in 2 files.')).toBeVisible({ timeout: 120_000 });
  for (const [query, name] of [
    ['mulberries wooden', 'second.pdf'],
    ['lighthouse quinces', 'letter.pdf'],
  ] as const) {
    await search(page, query);
    await expect(results(page).first()).toContainText(name);
  }
});
