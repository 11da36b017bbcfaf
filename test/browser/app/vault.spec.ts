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

test('links to a heading or a block open the file there, from another file and from its own', async ({
  page,
  folder,
}) => {
  const sections = Array.from(
    { length: 80 },
    (_, i) => `## Section ${i}\n\n${'Words about it. '.repeat(40)}^blk${i}\n`,
  );
  await folder.write('vault/Long note.md', `# Long\n\n[[#Section 9|down]]\n\n${sections.join('\n')}`);
  await folder.write(
    'vault/start.md',
    '# Start\n\n[[Long note#Section 42]] [[Long note#^blk40]] [md](Long%20note.md#section-50)\n',
  );
  await openFolder(page, folder, 8);
  const links = [
    ['start.md', 'Long note \u203a Section 42', 'Section 42'],
    ['start.md', 'Long note \u203a blk40', '^blk40'],
    ['start.md', 'md', 'Section 50'],
    ['Long%20note.md', 'down', 'Section 9'],
  ] as const;
  for (const [from, name, place] of links) {
    await openInFiles(page, from);
    await file(page).getByRole('button', { name, exact: true }).click();
    await expect(file(page).getByText(place)).toBeInViewport();
    await expect(page).toHaveURL(/Long(%20|\+)note\.md&l=(?!1\b)/);
  }
});

async function openInFiles(page: Page, name: string): Promise<void> {
  await page.goto(page.url().replace(/(#\/c\/[^/?]+).*/, `$1/files?p=vault%2F${name}`));
}
