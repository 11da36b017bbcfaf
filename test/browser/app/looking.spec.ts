import type { Page } from '@playwright/test';
import { expectNoViolations } from './screen-list.ts';
import { expect, goTo, longInFirefox, openFolder, results, search, sync, tabTo, test } from './story.ts';

longInFirefox();

const DEEP = 'src/server/http/routes/letters/send.py';
const CODE =
  '# Sends letters.\nclass Sender:\n    def send(self, letter: str) -> None:\n        return print("\u202ekingfisher")\n';
const FENCED = '# Guide\n\nCall the kingfisher:\n\n```python\nimport kingfisher\n```\n';

test('code has colours, a path opens the tree, and the map is also a table @long', async ({
  page,
  folder,
  browserName,
}) => {
  await folder.write(DEEP, CODE);
  await folder.write('guides/kingfisher.md', FENCED);
  await openFolder(page, folder, 8);
  await search(page, 'kingfisher');
  const file = page.getByRole('region', { name: 'File' });
  await results(page).filter({ hasText: 'send.py' }).getByRole('link').first().click();
  await expect(file.locator('.c-keyword').first()).toHaveText('class', { timeout: 30_000 });
  await expect(file.locator('.c-name')).toHaveText(['Sender', 'send']);
  // The text is unchanged; hidden characters are shown as escapes, with marks and colours around them.
  expect(await file.locator('pre').first().textContent()).toBe(CODE.replace('\u202e', '\\u{202e}'));
  await expect(file.getByText('\\u{202e}', { exact: true }).first()).toHaveCSS('border-top-style', 'dotted');
  await expect(file.locator('mark')).toHaveText(['kingfisher']);
  await expectNoViolations(page, 'code');

  // Fenced code too.
  await results(page).filter({ hasText: 'kingfisher.md' }).getByRole('link').first().click();
  await expect(file).toContainText('Call the kingfisher');
  await expect(file.locator('pre .c-keyword')).toHaveText('import', { timeout: 30_000 });

  await results(page).filter({ hasText: 'send.py' }).getByRole('link').first().click();
  await tabTo(page, page.getByTitle('Show in Files'));
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Files' });
  await expect(tree.getByRole('treeitem', { name: /^send\.py/ })).toBeInViewport();
  await expect(file).toContainText('kingfisher');

  await goTo(page, 'Files');
  const map = page.getByRole('region', { name: 'Tokens by folder' });
  await expect(map.locator('button[data-level]').first()).toBeVisible();
  expect(await findBadBoxes(page)).toEqual([]);
  await tabTo(page, map.getByRole('button', { name: 'Table' }));
  await page.keyboard.press('Enter');
  await expectNoViolations(page, 'map table');
  await tabTo(page, map.getByRole('table').getByRole('button', { name: 'guides/' }));
  await page.keyboard.press('Enter');
  await tabTo(page, map.getByRole('table').getByRole('button', { name: 'kingfisher.md' }));
  await page.keyboard.press('Enter');
  await expect(file).toContainText('Call the kingfisher');

  // From the list of changes to the text. Only Chromium lets a page read a folder again without asking.
  if (browserName !== 'chromium') return;
  await folder.write(DEEP, CODE.replace('letters', 'postcards'));
  await sync(page);
  await expect(page.getByText('synced: 1 changed.')).toBeVisible();
  await goTo(page, 'Changes');
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText(DEEP);
  await tabTo(page, page.getByRole('list', { name: 'Changes' }).getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(file).toContainText('postcards');
});

test('a search names the limit that skipped a file, and how to raise it @long', async ({ page, folder }) => {
  await folder.write('data/big.txt', 'A phalarope. '.repeat(900_000));
  await openFolder(page, folder);
  await search(page, 'phalarope');
  await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: '1 file was skipped because of a limit.' }).click();
  await expect(page.getByRole('treeitem', { name: /^big\.txt/ })).toContainText('too large');
  await page.goBack();
  await page.getByRole('link', { name: 'Change it in Settings' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Maximum file size' })).toBeVisible();
});

/** Boxes of the map with a clipped number, no tooltip or no colour. */
function findBadBoxes(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const paper = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll<HTMLElement>('button[data-level]')].flatMap((box) => {
      const name = box.getAttribute('aria-label') ?? '';
      const own = box.getBoundingClientRect();
      const isCut = [...box.querySelectorAll<HTMLElement>('span + span')].some((number) => {
        const { right, bottom } = number.getBoundingClientRect();
        return number.scrollWidth > number.clientWidth + 1 || right > own.right || bottom > own.bottom;
      });
      const { backgroundColor } = getComputedStyle(box);
      const isBlank = backgroundColor === paper || backgroundColor === 'rgba(0, 0, 0, 0)';
      return [
        ...(isCut ? [`${name}: cut`] : []),
        ...(/: [\d,.]+ tokens$/.test(name) ? [] : [`${name}: no name`]),
        ...(isBlank ? [`${name}: blank`] : []),
      ];
    });
  });
}
