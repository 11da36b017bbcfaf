import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { testData } from '../../support/test-data.ts';
import { listFiles, readFigures } from './real-trees.ts';
import {
  chooseFiles,
  dropOn,
  expect,
  expectIngested,
  longInFirefox,
  makeFolder,
  results,
  search,
  test,
} from './story.ts';

const figure = (page: Page, name: string) => page.getByRole('link', { name });

test.describe('dropped for real', () => {
  longInFirefox();

  test('a folder whose first file is empty is read like any other @long', async ({ page, folder }) => {
    // Files of a folder are imported before its subfolders.
    const path = join(folder.path, '..', 'package');
    await makeFolder(path, { '__init__.py': '', 'inner/.nojekyll': '', 'inner/deep/note.md': '# Note\n\nturnstone\n' });
    await page.goto('./');
    await dropOn(page, [path]);
    await expectIngested(page, 1);
    await search(page, 'turnstone');
    await expect(results(page).first()).toContainText('inner/deep/note.md');
  });

  test('files without readable text are counted and listed with a reason @long', async ({ page, folder }) => {
    await folder.write('empty.txt', '');
    await folder.write('tools/app.bin', 'MZ\0\0\0');
    await page.goto('./');
    await dropOn(page, [folder.path]);
    await expectIngested(page, 6);
    await expect(page.getByText('0 failed', { exact: true })).toBeVisible();
    await figure(page, '2 with no readable text').first().click();
    const tree = page.getByRole('tree', { name: 'Files' });
    await expect(tree.getByRole('treeitem')).toHaveCount(3);
    await expect(tree.getByRole('treeitem', { name: 'empty.txt, empty' })).toBeVisible();
    await tree.getByRole('treeitem', { name: 'app.bin, binary' }).click();
    await expect(page.getByText("This file can't be searched: binary.")).toBeVisible();
    await page.getByRole('button', { name: /^Warnings/ }).click();
    await page.getByRole('button', { name: 'tools/app.bin' }).click();
    await expect(page.getByText("This file can't be searched: binary.")).toBeVisible();
  });

  test('a truncated zip is reported as failed, with the reason', async ({ page }) => {
    const whole = zipSync({ 'a.md': strToU8('# A\n\nheron\n'), 'b.md': strToU8('# B\n'), 'c.md': strToU8('# C\n') });
    await page.goto('./');
    await chooseFiles(page, { 'cut.zip': whole.slice(0, 120) });
    await expect(figure(page, 'indexed').first()).toBeVisible();
    await figure(page, 'failed').first().click();
    await expect(page.getByText(/The archive is cut off/).first()).toBeVisible();
  });
});

test.describe('a real project', () => {
  test.skip(!testData.available, testData.reason);

  test('[E2] flask: every file is imported or has a reason @long-in-firefox', async ({ page, folder }) => {
    const path = join(folder.path, '..', 'flask');
    mkdirSync(path);
    execFileSync('tar', ['xzf', testData.path('packs', 'flask', 'snapshot.tar.gz'), '-C', path]);
    await page.goto('./');
    await dropOn(page, [path]);
    const figures = await readFigures(page);
    expect(figures.failed).toBe(0);
    expect(figures.indexed).toBeGreaterThan(100);
    expect(figures.indexed + figures.withoutText + figures.leftOut).toBe(listFiles(path).length);
  });
});
