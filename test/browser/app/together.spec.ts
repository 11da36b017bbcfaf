import { words } from '../../../src/ui/words/words.ts';
import { expectNoViolations } from './screen-list.ts';
import { addFolder, expect, goTo, longInFirefox, openFolder, recordClipboard, results, search, test } from './story.ts';

longInFirefox();

test('[P10] search and pack can cover two collections, and go back to one @long', async ({ page, folder }) => {
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  const scope = page.getByRole('combobox', { name: 'Scope' });
  const searchbox = page.getByRole('searchbox', { name: 'Search this collection' });
  await expect(scope).toHaveCount(0);
  await addFolder(page, folder, 'harbour', {
    'README.md': '# Harbour\n\nShips meet a rate limit at the gate of the harbour.\n',
    'docs/limits.md': '# Limits\n\nEvery ship has a rate limit of its own.\n',
  });

  await search(page, 'rate limit');
  await expect(results(page).first()).toBeVisible();
  const own = await results(page).count();
  await scope.selectOption('All collections');
  await expect(searchbox).toHaveValue('rate limit');
  await expect(searchbox).toHaveAccessibleDescription('Search all collections');
  await expect.poll(() => results(page).count()).toBeGreaterThan(own);
  await expect(results(page).filter({ hasText: 'acme-api' }).first()).toBeVisible();
  await expect(results(page).filter({ hasText: 'harbour' }).first()).toBeVisible();
  expect(page.url()).toContain('all=1');

  // A hit of the other collection opens next to the results, and a reload restores both.
  await results(page).filter({ hasText: 'queues.md' }).first().getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('the queue slows down');
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('acme-api');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('the queue slows down');
  await expect(results(page).filter({ hasText: 'harbour' }).first()).toBeVisible();
  await expectNoViolations(page, 'search of all collections');

  // The scope goes along, from place to place.
  const inAll = page.getByRole('checkbox', { name: 'All collections' });
  await goTo(page, 'Pack');
  await expect(inAll).toBeChecked();
  await page.getByRole('link', { name: 'Check an answer' }).click();
  await expect(inAll).toBeChecked();
  await goTo(page, 'Files');
  await goTo(page, 'Pack');
  await expect(inAll).toBeChecked();
  for (const place of ['Library', 'Jobs', 'Settings'] as const) {
    await goTo(page, place);
    await expect(scope).toHaveValue('all');
    await goTo(page, 'Search');
    await expect(scope).toHaveValue('all');
    await expect(searchbox).toHaveValue('rate limit');
    await expect(results(page).filter({ hasText: 'harbour' }).first()).toBeVisible();
  }
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('rate limit');
  const copy = page.getByRole('button', { name: 'Copy pack' });
  await expect(copy).toBeEnabled({ timeout: 30_000 });
  await copy.click();
  const text = await copied();
  expect(text).toContain('## acme-api/guides/limits.md');
  expect(text).toContain('## harbour/docs/limits.md');
  await expect(page.getByRole('list', { name: 'In this pack' })).toContainText('acme-api');

  await goTo(page, 'Search');
  // Without a query: all collections, not only the open one.
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('heading', { name: 'All collections' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /acme-api/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /harbour/ })).toBeVisible();
  await searchbox.fill('rate limit');
  await scope.selectOption('This collection');
  await expect(searchbox).toHaveValue('rate limit');
  await expect.poll(() => results(page).count()).toBe(own);
});

test('some collections are searched as a group with a name, which is kept, changed and deleted', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  for (const name of ['harbour', 'lighthouse'])
    await addFolder(page, folder, name, { 'README.md': `# ${name}\n\nThe rate limit of the ${name}.\n` });
  const scope = page.getByRole('combobox', { name: 'Scope' });
  await search(page, 'rate limit');
  await scope.selectOption(words.scope.choose);
  const dialog = page.getByRole('dialog', { name: 'Search some collections' });
  await expect(dialog.getByRole('checkbox', { name: 'lighthouse' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'harbour' }).check();
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Coast');
  await expectNoViolations(page, 'dialog of a group');
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(results(page)).toHaveCount(2);
  await expect(results(page).filter({ hasText: 'acme-api' })).toHaveCount(0);
  expect(page.url()).toContain('in=Coast');

  await page.reload();
  await expect(scope).toHaveValue('in:Coast');
  await expect(results(page)).toHaveCount(2);
  await goTo(page, 'Pack');
  await expect(page.getByRole('checkbox', { name: 'Coast' })).toBeChecked();
  await goTo(page, 'Search');

  await scope.selectOption(words.scope.choose);
  await dialog.getByRole('checkbox', { name: 'acme-api' }).check();
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => results(page).count()).toBeGreaterThan(2);
  await scope.selectOption(words.scope.choose);
  await dialog.getByRole('button', { name: 'Delete group' }).click();
  await expect(scope).toHaveValue('');
  await expect(scope.getByRole('option', { name: 'Coast' })).toHaveCount(0);
});
