import { expectNoViolations } from './screen-list.ts';
import { expect, longInFirefox, openFolder, results, search, test } from './story.ts';

longInFirefox();

const CODE = [
  'export const MAX_TRIES = 3;',
  '',
  '/** Waits before tryAgain is called. */',
  'export function tryAgain(times: number): boolean {',
  '  return times < MAX_TRIES;',
  '}',
  '',
].join('\n');

test('a regular expression lists every match by file and line, and never freezes the page', async ({
  page,
  folder,
}) => {
  await folder.write('src/try.ts', CODE);
  await folder.write('src/use.ts', "import { tryAgain } from './try.ts';\n\nif (tryAgain(1)) tryAgain(2);\n");
  await folder.write('data/slow.txt', `${'a'.repeat(40)}\n`);
  await openFolder(page, folder, 9);
  await search(page, '/tryAg\\w+\\(\\w/ path:src');
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'match' });
  await expect(status).toHaveText('3 matches in 2 files');
  await expect(results(page)).toHaveText([
    /src\/try\.ts/,
    /^4export function tryAgain/,
    /src\/use\.ts/,
    /^3if \(tryAgain/,
  ]);
  await expect(results(page).nth(3).locator('mark')).toHaveText(['tryAgain(1', 'tryAgain(2']);

  // The open file follows the list, with all matches marked.
  await page.getByRole('searchbox', { name: 'Search this collection' }).press('ArrowDown');
  await expect(results(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('End');
  const file = page.getByRole('region', { name: 'File' });
  await expect(file.locator('mark')).toHaveText(['tryAgain(1', 'tryAgain(2']);
  await expect(results(page).nth(3).getByRole('link')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('searchbox', { name: 'Find in file' })).toHaveValue('tryAg\\w+\\(\\w');
  await expectNoViolations(page, 'occurrences');

  const options = page.getByRole('group', { name: 'Search options' });
  await search(page, '(a|a)*b');
  await options.getByRole('button', { name: 'Regular expression' }).click();
  await expect(page.getByRole('alert')).toContainText('takes too long', { timeout: 20_000 });
  await search(page, '(');
  await expect(page.getByRole('alert')).toContainText("can't be read");
  await search(page, 'a{40}$');
  await expect(results(page)).toHaveText([/data\/slow\.txt/, /^1aaaa/]);
});

test('a selected word shows its definition and uses; u on a result does too', async ({ page, folder }) => {
  await folder.write('src/try.ts', CODE);
  await folder.write('src/use.ts', "import { tryAgain } from './try.ts';\n\nif (tryAgain(1)) tryAgain(2);\n");
  await folder.write('test/try.test.ts', 'tryAgain(3);\n');
  await openFolder(page, folder, 9);
  await search(page, 'use.ts path:src/use');
  await results(page).first().getByRole('link').click();
  const file = page.getByRole('region', { name: 'File' });
  await expect(file).toContainText('tryAgain(2)');
  const place = await file.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent?.indexOf('tryAgain') ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 'tryAgain'.length);
      // The driver of Firefox cannot select by two clicks.
      if (navigator.userAgent.includes('Firefox')) return void getSelection()?.addRange(range);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    return { x: 0, y: 0 };
  });
  if (place !== undefined) await page.mouse.dblclick(place.x, place.y);
  const uses = page.getByRole('region', { name: 'Uses of tryAgain' });
  await uses.getByRole('button', { name: '4 uses' }).click();
  await expect(uses.getByRole('link')).toHaveText([
    /^4export function.*definition$/,
    /^3.*comment$/,
    /^1import/,
    /^3if/,
    /^1tryAgain/,
  ]);
  await expectNoViolations(page, 'uses');
  await uses.getByRole('button', { name: 'Definition' }).click();
  await expect(file).toContainText('export function tryAgain');
  await uses.getByRole('button', { name: 'Add to pack' }).click();
  await expect(page.getByRole('button', { name: 'In pack' })).toBeVisible();
  await uses.getByRole('button', { name: 'Close uses' }).click();
  await expect(uses).toHaveCount(0);

  await search(page, 'tryAgain');
  await page.getByRole('searchbox', { name: 'Search this collection' }).press('ArrowDown');
  await expect(results(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('u');
  await expect(uses.getByRole('button', { name: '1 in tests' })).toBeVisible();
});
