import type { Page } from '@playwright/test';
import { exportWords } from '../../../src/ui/words/export.ts';
import { expectNoViolations } from './screen-list.ts';
import { expect, type Folder, goTo, measureOver, openFolder, recordClipboard, results, search, test } from './story.ts';

const copyPack = (page: Page) => page.getByRole('button', { name: 'Copy pack' });
const numbers = (page: Page) => page.getByRole('main').getByRole('status').last();
const header = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Pack/ });
const contents = (page: Page) => page.getByRole('list', { name: 'In this pack' });

async function setBudget(page: Page, tokens: string): Promise<void> {
  const budget = page.getByRole('combobox', { name: 'Token budget' });
  await budget.fill(tokens);
  await budget.press('Tab');
}

/** Ten files about walruses, some hundred tokens each. */
async function writeWalruses(folder: Folder): Promise<void> {
  for (let i = 0; i < 10; i++)
    await folder.write(
      `zoo/walrus-${i}.md`,
      `# Walrus ${i}\n\n${`Walrus number ${i} swims to rock ${i}. `.repeat(30)}\n`,
    );
}

test('adding to the pack fills the pack, and changes neither the selection nor Export @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await expect(header(page)).toHaveText('Pack: 0 added');
  await search(page, 'back-pressure');
  await results(page).first().getByRole('link').first().click();
  const reader = page.getByRole('region', { name: 'Chunk' });
  await reader.getByRole('button', { name: 'Add to pack' }).click();
  await expect(reader.getByRole('button', { name: 'In pack' })).toHaveAttribute('aria-pressed', 'true');
  await expect(header(page)).toHaveText('Pack: 1 added');

  await goTo(page, 'Export');
  await expect(page.getByRole('combobox', { name: 'Selection' })).toHaveValue('');
  await expect(page.getByText(exportWords.ofSelection)).toHaveCount(0);
  await expect(page.getByText(/^6 files, ~/)).toBeVisible();

  await goTo(page, 'Pack');
  await expect(contents(page)).toContainText('added by you');
  await expect(numbers(page)).toHaveText(/^\d+ chunks? from \d+ files?, [\d,]+ of 32,000 tokens\. /);
  await expect(header(page)).toHaveText('Pack: 1 added');
  await contents(page)
    .getByRole('listitem')
    .filter({ hasText: 'added by you' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(contents(page)).not.toContainText('added by you');
  await expect(page.getByRole('button', { name: 'Restore 1 removed' })).toBeVisible();
});

test('files are always included from a result, the reader and Files; one line says so, and which files the question searches', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await search(page, 'back-pressure');
  const hit = results(page).first();
  await hit.getByRole('button', { name: 'Add file to pack' }).click();
  await expect(hit.getByRole('button', { name: 'File in pack' })).toHaveAttribute('aria-pressed', 'true');
  await hit.getByRole('link').first().click();
  const reader = page.getByRole('region', { name: 'Chunk' });
  await expect(reader.getByRole('button', { name: 'File in pack' })).toBeVisible();
  await hit.getByRole('link').first().press('A');
  await expect(hit.getByRole('button', { name: 'Add file to pack' })).toHaveAttribute('aria-pressed', 'false');
  await reader.getByRole('button', { name: 'Add file to pack' }).focus();
  await page.keyboard.press('Enter');
  await expect(reader.getByRole('button', { name: 'File in pack' })).toHaveAttribute('aria-pressed', 'true');
  await goTo(page, 'Files');
  await page.getByRole('treeitem', { name: /^README/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Always include' }).click();
  await goTo(page, 'Pack');
  const line = page.getByText(/^Always included: \S+, README\.md\.$/);
  await expect(line).toBeVisible();
  await expect(page.getByText('The question searches only 1 file of the selection.')).toBeVisible();
  await expect(contents(page).getByRole('listitem').filter({ hasText: 'added by you' }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, 'pack', colorScheme);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await measureOver(page)).toBe(0);
  await page.getByRole('button', { name: 'Remove files' }).click();
  await expect(line).toBeHidden();
});

test('the pack lists its contents, what did not fit, and its budget', async ({ page, folder }) => {
  await writeWalruses(folder);
  await openFolder(page, folder, 16);
  await goTo(page, 'Pack');
  await setBudget(page, '1000');
  await page.getByRole('textbox', { name: 'Question' }).fill('walrus');
  await expect(numbers(page)).toHaveText(
    /^\d+ chunks? from \d+ files?(?: and \d+ outlines?)?, [\d,]+ of 1,000 tokens\. \d+ more matches did not fit; with 8k they would\./,
  );
  await page.getByRole('button', { name: 'with 8k they would' }).click();
  await expect(numbers(page)).toHaveText(
    /^10 chunks from 10 files, [\d,]+ of 8,000 tokens\. All 10 matches are in the pack\./,
  );
  await expect(page.getByRole('combobox', { name: 'Token budget' })).toHaveValue('8k');

  // Ticked files that do not fit come first.
  await goTo(page, 'Files');
  await page.getByRole('treeitem', { name: /^zoo/ }).first().focus();
  await page.keyboard.press('Space');
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('');
  await setBudget(page, '1000');
  const first = page.getByRole('main').getByRole('status').first();
  await expect(first).toContainText(/^Only \d of 10 selected files fit completely\./);
  await page.getByRole('button', { name: 'Use 8k tokens to fit all of them' }).click();
  await expect(numbers(page)).toHaveText(
    /^10 chunks from 10 files, [\d,]+ of 8,000 tokens\. All 10 selected files are in the pack\./,
  );
  await expect(header(page)).toHaveText('Pack: 0 added');
});

test('instructions come first, the question last, and everything can be packed @long', async ({ page, folder }) => {
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('What is the rate limit?');
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(copyPack(page)).toBeEnabled({ timeout: 30_000 });
  const before = Number(/, ([\d,]+) of/.exec((await numbers(page).textContent()) ?? '')?.[1]?.replace(',', ''));
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Answer in one sentence.');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Answer in one sentence.');
  await copyPack(page).click();
  const text = await copied();
  expect(text.startsWith('Answer in one sentence.\n\n# Context: What is the rate limit?\n')).toBe(true);
  expect(text.endsWith('\n---\n\nQuestion: What is the rate limit?\n')).toBe(true);
  const after = Number(/, ([\d,]+) of/.exec((await numbers(page).textContent()) ?? '')?.[1]?.replace(',', ''));
  expect(after).toBeGreaterThan(before);

  await page.getByRole('button', { name: /^Pack everything \(~\d+ tokens\)$/ }).click();
  await expect(numbers(page)).toContainText('All 6 selected files are in the pack.', { timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('');
  await copyPack(page).click();
  for (const path of ['README.md', 'guides/limits.md', 'guides/queues.md', 'reference/errors.json', 'src/client.ts'])
    expect(await copied()).toContain(`## ${path}`);
});

test('on a phone the pack is copied without scrolling, and nothing is cut off @long', async ({ page, folder }) => {
  await writeWalruses(folder);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openFolder(page, folder, 16);
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('walrus');
  await expect(copyPack(page)).toBeEnabled({ timeout: 30_000 });
  await expectNoViolations(page, 'pack', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More options' }).click();
  for (const offset of [0, 10_000]) {
    await page.locator('[data-end-bar]').evaluate((place, top) => place.scrollTo(0, top), offset);
    await expect(copyPack(page)).toBeInViewport({ ratio: 1 });
  }
  expect(await measureOver(page)).toBe(0);
  expect(await page.locator('[data-end-bar]').evaluate((place) => place.scrollWidth - place.clientWidth)).toBe(0);
  await copyPack(page).click({ trial: true });
});
