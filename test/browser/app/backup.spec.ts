import type { Page } from '@playwright/test';
import { backupWords } from '../../../src/ui/words/backup.ts';
import { leaveOutServiceWorker } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { chooseFiles, expect, expectFinished, goTo, onlyChromium, results, save, search, test } from './story.ts';

onlyChromium("Firefox's driver reports no downloads of blobs");

const PDF = makePdf({
  pages: [[{ text: 'A page that tells of quinces and of medlars.', x: 50, y: 700 }]],
  title: 'Fruit',
});

async function openDialog(page: Page, button: string) {
  await page.getByRole('region', { name: 'Backup' }).getByRole('button', { name: button }).click();
  return page.getByRole('dialog');
}

test('a backup of everything is restored in another profile: searches, originals and settings are the same', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('./');
  await chooseFiles(page, { 'fruit.pdf': PDF });
  await expectFinished(page, 1);
  await chooseFiles(page, { 'notes.md': '# Notes\n\nThe lantern is on the hill.\n' });
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByRole('button', { name: 'Collection: notes.md' })).toBeVisible();
  await goTo(page, 'Settings');
  await page.getByRole('radio', { name: 'Dark' }).check();

  await goTo(page, 'Library');
  const asked = await openDialog(page, 'Back up');
  await expect(asked.getByRole('status')).toContainText(/^2 collections, /);
  await expect(asked).toContainText(backupWords.folders);
  const waiting = page.waitForEvent('download');
  await asked.getByRole('button', { name: 'Back up' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^quire-backup-\d{4}-\d\d-\d\d\.zip$/);
  const file = (await download.path()) as string;

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const guard = await guardConsole(context);
  await context.addInitScript(leaveOutServiceWorker);
  const other = await context.newPage();
  await other.goto('./');
  await other.getByRole('button', { name: 'Restore a backup' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByLabel('Backup file').setInputFiles({ name: 'x.zip', mimeType: '', buffer: Buffer.from('no zip') });
  await expect(dialog.getByRole('alert')).toHaveText(backupWords.notOurs);
  await dialog.getByLabel('Backup file').setInputFiles(file);
  await expect(dialog.getByRole('status')).toContainText('2 collections, ');
  const reloaded = other.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await reloaded;
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');

  await goTo(other, 'Library');
  await other.getByRole('link', { name: 'fruit.pdf' }).click();
  await search(other, 'medlars');
  await expect(results(other).first()).toContainText('fruit.pdf');
  await results(other).first().getByRole('link').first().click();
  const original = await save(other, /^Save (the )?(original|document|file)/i);
  const { readFile } = await import('node:fs/promises');
  expect(await readFile((await original.path()) as string)).toEqual(Buffer.from(PDF));

  // A second time: what is here is skipped unless the user chooses otherwise.
  await goTo(other, 'Library');
  const again = await openDialog(other, 'Restore');
  await again.getByLabel('Backup file').setInputFiles(file);
  await again.getByLabel(/^notes\.md/).selectOption('Keep both');
  await again.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(other.getByText(backupWords.restored(1))).toBeVisible();
  await expect(other.getByRole('article', { name: 'notes.md 2' })).toBeVisible();
  await expect(other.getByRole('article', { name: 'fruit.pdf 2' })).toHaveCount(0);
  expect(guard.unexpected()).toEqual([]);
  await context.close();
});
