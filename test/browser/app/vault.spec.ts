import type { Page } from '@playwright/test';
import { expect, longInFirefox, openFolder, test } from './story.ts';

longInFirefox();

const file = (page: Page) => page.getByRole('region', { name: 'File' });

test('a note shows its formulas, and copying takes their source', async ({ page, folder }) => {
  const sum = '$$\n\\sum_{i=1}^n i\n=\n\\frac{n(n+1)}{2}\n$$';
  await folder.write(
    'vault/sums.md',
    `# Sums\n\nThe sum $a_1*b_2$ is *known*.\n\n${sum}\n\nWrong: $\\nothing{$.\n\nThe end.\n`,
  );
  await openFolder(page, folder, 7);
  await openInFiles(page, 'sums.md');
  await expect(file(page).locator('math')).toHaveCount(2);
  await expect(file(page).locator('math[display=block] mfrac')).toBeVisible();
  await expect(file(page).getByRole('emphasis')).toHaveText('known');
  await expect(file(page).locator('code')).toHaveText('$\\nothing{$');
  const copied = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('[data-ref]') as Element);
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true });
    window.dispatchEvent(event);
    return event.clipboardData?.getData('text/plain');
  });
  expect(copied).toContain('The sum $a_1*b_2$ is known.');
  expect(copied).toContain(sum);
});

test('a wikilink in Files is followed in Files', async ({ page, folder }) => {
  await folder.write('vault/birds/@heron.md', '---\ntitle: The grey heron\n---\n\nIt fishes.\n');
  await folder.write('vault/start.md', '# Start\n\nSee ![[@heron]].\n');
  await openFolder(page, folder, 8);
  await openInFiles(page, 'start.md');
  await file(page).getByRole('button', { name: '@heron' }).click();
  await expect(file(page)).toContainText('It fishes.');
  await expect(page).toHaveURL(/\/files/);
  await expect(page.getByRole('region', { name: 'Chunk' }).getByRole('heading', { level: 2 })).toHaveText(
    'The grey heron',
  );
});

async function openInFiles(page: Page, name: string): Promise<void> {
  await page.goto(page.url().replace(/(#\/c\/[^/?]+).*/, `$1/files?p=vault%2F${name}`));
}
