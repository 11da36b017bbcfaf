import { readFile } from 'node:fs/promises';
import { makePdf } from '../../support/make-pdf.ts';
import { chooseFiles, expect, expectIngested, goTo, save, test } from './story.ts';

const toPdf = (title: string, text: string) =>
  makePdf({ pages: [[{ text: title, x: 72, y: 700, size: 20 }], [{ text, x: 72, y: 700 }]] });

const BIB = String.raw`@article{erdos99, title = {On the {W}alnut {P}roblem}, author = {Erd{\H{o}}s, P{\'a}l},
  year = 1999, file = {Full Text:/home/una/x17.pdf:application/pdf}}`;

test('papers are a table with the facts of their reference file; details are corrected, read ones ticked, references saved', async ({
  page,
}) => {
  await page.goto('./');
  await chooseFiles(page, {
    'x17.pdf': toPdf('scan0001', 'Walnuts keep for forty winters.'),
    'herons.pdf': toPdf('A study of herons', 'Herons stand on one leg.'),
    'library.bib': new TextEncoder().encode(BIB),
  });
  await expectIngested(page, 3);
  await goTo(page, 'Files');
  await page.getByRole('button', { name: 'Papers', exact: true }).click();
  const table = page.getByRole('region', { name: 'Papers' }).getByRole('table');
  const row = table.getByRole('row').filter({ hasText: 'erdos99' });
  await expect(row).toContainText('On the Walnut Problem');
  await expect(row).toContainText('Pál Erdős');
  await expect(row).toContainText('1999');

  await table
    .getByRole('row')
    .filter({ hasText: 'herons' })
    .getByRole('button', { name: /^Edit details/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit details' });
  await dialog.getByRole('textbox', { name: 'Authors' }).fill('Ada Lamp\nUna O’Brien');
  await dialog.getByRole('textbox', { name: 'Year' }).fill('2011');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(table).toContainText('Ada Lamp, Una O’Brien');
  await table.getByRole('checkbox', { name: 'Read On the Walnut Problem' }).check();
  await table.getByRole('button', { name: 'Year', exact: true }).click();
  await table.getByRole('button', { name: 'Year', exact: true }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('2011');

  const saved = await save(page, 'Save references (.bib)');
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toContain('@article{erdos99');
  expect(text).toContain('author = {Ada Lamp and Una O’Brien}');
  expect(text).not.toContain('/home/una');

  await table.getByRole('link', { name: 'On the Walnut Problem' }).click();
  await expect(page.getByRole('heading', { name: /On the Walnut Problem/ })).toBeVisible();
  await expect(table.getByRole('checkbox', { name: 'Read On the Walnut Problem' })).toBeChecked();
});
