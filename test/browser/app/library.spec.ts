import type { Page } from '@playwright/test';
import { waysInWords } from '../../../src/ui/words/ways-in.ts';
import { expectNoViolations } from './screen-list.ts';
import {
  addFolder,
  chooseMore,
  dropOn,
  expect,
  goTo,
  longInFirefox,
  NEEDS_HANDLE,
  openFolder,
  results,
  search,
  test,
} from './story.ts';

longInFirefox();

test('skipped files are listed with their rule, and one click includes or excludes a file @long', async ({
  page,
  folder,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', NEEDS_HANDLE);
  await openFolder(page, folder);
  await goTo(page, 'Files');
  await expect(page.getByRole('treeitem', { name: /^dist/ })).toContainText('.gitignore:1 dist/');
  await page.getByRole('treeitem', { name: /^dist/ }).click();
  await expect(page.getByRole('treeitem', { name: /^bundle\.js/ })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^README\.md/ })).toBeVisible();
  await page.getByRole('treeitem', { name: /^bundle\.js/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Exclude' }).click();
  await expect(page.getByRole('treeitem', { name: /^bundle\.js, excluded by you/ })).toBeVisible();
  await goTo(page, 'Search');
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);
});

test('the library lists the last used first, filters with a typo, and shows names whole @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  const long = 'a-collection-whose-name-is-longer-than-any-date-beside-it-would-leave-room-for';
  for (const name of ['birds', long, 'birds'])
    await addFolder(page, folder, `${name}-home/${name}`, { 'note.md': `# ${name}\n\nheron\n` });
  const names = page.getByRole('article').getByRole('heading', { level: 2 });
  await goTo(page, 'Library');
  await expect(names).toHaveText(['birds 2', long, 'birds', 'acme-api']);
  await names.getByText('acme-api').click();
  await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toBeVisible();
  await page.getByRole('button', { name: /^Collection: / }).click();
  const items = page.getByRole('menuitem');
  await expect(items.first()).toContainText('acme-api');
  const name = items.nth(2).locator('span').first();
  await expect(name).toHaveText(long);
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await goTo(page, 'Library');
  await expect(names).toHaveText(['acme-api', 'birds 2', long, 'birds']);
  await expect(page.getByRole('article', { name: 'acme-api' })).toContainText('Currently open');
  await page.getByRole('searchbox', { name: 'Filter collections' }).fill('brids');
  await expect(names).toHaveText(['birds', 'birds 2']);
  await page.setViewportSize({ width: 390, height: 640 });
  await page.getByRole('searchbox', { name: 'Filter collections' }).fill('');
  await names.last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'New collection' })).toBeInViewport({ ratio: 1 });
});

test('the library prefetches the last used collection, then the one under the pointer @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await addFolder(page, folder, 'other', { 'a.md': '# A\n\nwalrus\n' });
  await goTo(page, 'Library');
  await page.reload();
  const titleOf = (name: string) =>
    page.getByRole('article', { name }).getByRole('heading', { name }).getByRole('link');
  const idOf = async (name: string) => (await titleOf(name).getAttribute('href'))?.match(/[0-9a-f]{16}/)?.[0] ?? name;
  const listOpen = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.flatMap(({ name }) => name?.match(/:read:([^:]+):/)?.[1] ?? []);
    });
  await expect.poll(listOpen).toEqual([await idOf('other')]);
  await titleOf('acme-api').hover();
  await expect.poll(listOpen).toEqual([await idOf('acme-api')]);
});

test('a collection opened just after typing in another stays open @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  const acme = page.url();
  await addFolder(page, folder, 'birds', { 'note.md': '# Note\n\nheron\n' });
  await search(page, 'heron');
  await page.evaluate((address) => location.assign(address), acme);
  // Longer than the address of a typed query waits.
  await page.waitForTimeout(800);
  expect(page.url()).toBe(acme);
  await expect(page.getByRole('button', { name: 'Collection: acme-api' })).toBeVisible();
});

test('a folder that is dropped again is recognised, and Sync imports what changed', async ({ page, folder }) => {
  await openFolder(page, folder);
  await folder.write('guides/new.md', '# New\n\npelican\n');
  await dropOn(page, [folder.path]);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(waysInWords.targetKnown('acme-api', 'acme-api'));
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await search(page, 'pelican');
  await expect(results(page).first()).toContainText('guides/new.md');
  await goTo(page, 'Library');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a deleted collection can be undone, restored after a reload, or deleted for good', async ({ page, folder }) => {
  await page.clock.install();
  await openFolder(page, folder);
  await goTo(page, 'Library');
  await chooseMore(page, 'collection', 'Delete');
  await expect(page.getByText('“acme-api” deleted.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  // An offer that has the focus isn't taken away.
  await page.clock.fastForward('01:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'acme-api' })).toBeVisible();
  await goTo(page, 'Search');
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);

  await goTo(page, 'Library');
  await chooseMore(page, 'collection', 'Delete');
  const deleted = page.getByText('Recently deleted (1)');
  await expect(deleted).toBeVisible();
  await page.reload();
  await deleted.click();
  await expectNoViolations(page, 'recently deleted');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(deleted).toBeHidden();
  await goTo(page, 'Search');
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);
  await goTo(page, 'Library');
  await chooseMore(page, 'collection', 'Delete');
  await deleted.click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await expect(deleted).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await expect(deleted).toBeHidden();
});

test('a deleted collection can be restored for 30 days, and its bytes are gone after the next start @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await goTo(page, 'Library');
  await chooseMore(page, 'collection', 'Duplicate');
  const deleteAgo = async (name: string, days: number) => {
    await page.clock.setFixedTime(Date.now() - days * 86_400_000);
    await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`“${name}” deleted.`)).toBeVisible();
  };
  await deleteAgo('acme-api copy', 29);
  await deleteAgo('acme-api', 31);
  expect(await countStored(page)).toBe(2);
  await page.reload();
  await expect.poll(() => countStored(page)).toBe(1);
  await page.reload();
  await page.getByText('Recently deleted (1)').click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('article', { name: 'acme-api copy' })).toBeVisible();
});

/** Counts the collections whose files are on the disk. */
function countStored(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const home = await (await navigator.storage.getDirectory()).getDirectoryHandle('quire');
    let count = 0;
    for await (const name of home.keys()) count += Number(name.startsWith('c-'));
    return count;
  });
}

test('files and size of a collection are the same in the library, the overview and Export @long', async ({
  page,
  folder,
}) => {
  await folder.write('logo.bin', '\0\x01\x02'.repeat(50));
  await folder.write('empty.txt', '');
  await openFolder(page, folder);
  await expect(page.getByRole('link', { name: '2 with no readable text' }).first()).toBeVisible();
  await expect(page.getByText('6 files', { exact: true })).toBeVisible();
  const bars = page.getByRole('list', { name: 'Languages and kinds' }).locator('span:last-child');
  await expect(bars.first()).toBeVisible();
  // Those with text: neither the binary nor the empty one.
  const counts = (await bars.allTextContents()).map((text) => Number.parseInt(text, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  const size = await page
    .getByRole('main')
    .getByText(/^[\d.]+ k?B$/)
    .first()
    .textContent();
  await goTo(page, 'Library');
  const card = page.getByRole('article', { name: 'acme-api' });
  await expect(card).toContainText(` · ${size}`);
  await expect(card.getByText(/\b6 files/)).toHaveCount(2);
  await goTo(page, 'Export');
  await expect(page.getByText('Everything · 6 files').first()).toBeVisible();
});

test('rename and duplicate @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Library');
  await page.getByRole('button', { name: 'More for acme-api' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Rename', 'Duplicate', 'Delete']);
  await expectNoViolations(page, 'menu of a collection');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More for acme-api' })).toBeFocused();
  await chooseMore(page, 'collection', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('letters');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'letters' })).toBeVisible();
  await chooseMore(page, 'collection', 'Duplicate');
  await expect(page.getByRole('article', { name: 'letters copy' })).toBeVisible();
});
