import type { Page } from '@playwright/test';
import { addFolder, expect, type Folder, goTo, longInFirefox, openFolder, results, search, test } from './story.ts';

longInFirefox();

/** Enough to scroll, to fold and to number beyond a thousand lines. */
async function fill(folder: Folder): Promise<number> {
  for (let i = 0; i < 30; i++) {
    await folder.write(`my docs/note-${i}.md`, `# Note ${i}\n\n## Walrus\n\nA walrus sleeps, number ${i}.\n`);
  }
  const sections = Array.from(
    { length: 12 },
    (_, i) => `## Part ${i}\n\n${`The walrus of part ${i} sings. `.repeat(60)}\n`,
  );
  await folder.write('guides/long.md', `# Long\n\n${sections.join('\n')}`);
  await folder.write(
    'src/lines.txt',
    `${Array.from({ length: 1_400 }, (_, i) => `line ${i + 1}`).join('\n')}\nwalrus\n`,
  );
  await folder.write(
    'de/walross.md',
    'Das Walross (walrus) ist nicht nur groß, sondern auch schwer, und es schläft auf dem Eis.\n',
  );
  return 6 + 33;
}

const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
const scroller = (page: Page) => page.getByRole('list', { name: 'Results' }).locator('..');
const scrollTop = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);

test('results start at the top, are grouped by file, and have filters in the address', async ({ page, folder }) => {
  await openFolder(page, folder, await fill(folder));
  await search(page, 'walrus');
  await expect(results(page).nth(4)).toBeVisible();
  await scroller(page).evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(500);
  await search(page, 'walrus sleeps');
  await expect.poll(() => scrollTop(page)).toBe(0);

  // Enter before the hits are there goes to the first of them, wherever the list before was left.
  await page.keyboard.press('ArrowDown');
  await expect(results(page).first().getByRole('link').first()).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(3).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('walrus number');
  await page.keyboard.press('Enter');
  await expect(results(page).first().getByRole('link').first()).toBeFocused();
  await search(page, 'walrus sleeps');

  // The title first, then the path; other kinds stay in view under a chosen one.
  await expect(
    results(page)
      .first()
      .getByText(/^Note \d+$/)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  const facets = page.getByRole('region', { name: 'Filters' });
  await scroller(page).evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(500);
  await facets.getByRole('button', { name: /^Markdown/ }).click();
  await expect(chips(page)).toHaveText(['KindMarkdown']);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(facets.getByRole('button', { name: /^Text/ })).toBeVisible();
  await expect(page).toHaveURL(/kind=markdown/);

  await facets.getByRole('button', { name: /^Markdown/ }).click();
  await search(page, 'walrus');
  await facets.getByRole('button', { name: /^German/ }).click();
  await expect(chips(page)).toHaveText(['LanguageGerman']);
  await expect(results(page)).toHaveCount(1);
  await page.goBack();
  await facets.getByRole('button', { name: /^Markdown/ }).click();
  const more = page.getByRole('button', { name: /more in this file/ });
  await expect(more.first()).toBeAttached();
  await more.first().click();
  await expect(chips(page)).toHaveText(['KindMarkdown', 'Folderguides/long.md']);
  await expect(results(page).nth(3)).toContainText('guides/long.md');

  await page.reload();
  await expect(chips(page)).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(
    page
      .url()
      .replace(/\/k\/[^?]*/, '')
      .replace(/[?&][pl]=[^&]*/g, (part) => part[0] as string),
  );
  await expect(chips(page).first()).toBeInViewport();
  await page.getByRole('button', { name: 'Without Folder guides/long.md' }).click();
  await expect(chips(page)).toHaveText(['KindMarkdown']);
  await page.goBack();
  await expect(chips(page)).toHaveCount(2);
});

test('a filter can be removed, and a search without matches says why @long', async ({ page, folder }) => {
  await openFolder(page, folder, await fill(folder));
  const box = page.getByRole('searchbox', { name: 'Search this collection' });
  await search(page, 'lighthouse path:"my docs" lang:typescript');
  await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  await search(page, 'lighthouse path:"my docs"');
  await page.getByRole('button', { name: 'Without path:"my docs" 1 match' }).click();
  await expect(box).toHaveValue('lighthouse');
  await search(page, 'idempotency -kind:markdown');
  await page.getByRole('button', { name: 'Without -kind:markdown' }).click();
  await expect(box).toHaveValue('idempotency');
  await search(page, 'retryAfter kind:typescript path:src/ -path:src/');
  await expect(page.getByRole('button', { name: 'Without -path:src/ 1 match' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Without kind/ })).toHaveCount(0);

  await goTo(page, 'Files');
  const filter = page.getByRole('searchbox', { name: 'Filter files' });
  await filter.fill('nowhere at all');
  await expect(page.getByText('No matching files.')).toBeVisible();
  await filter.fill('note-');
  await expect(page.getByRole('treeitem').nth(12)).toBeVisible();
});

test('Enter keeps the order that typing showed, and words can be searched exactly as typed @long', async ({
  page,
  folder,
}) => {
  for (const [name, text] of Object.entries({
    short: 'Walr is a name.',
    long: 'A walrus and another walrus sleep. '.repeat(4),
    loud: 'WALRUS sleeps.',
  }))
    await folder.write(`notes/${name}.md`, `# ${name}\n\n${text}\n`);
  await openFolder(page, folder, 9);
  const paths = () => results(page).allTextContents();
  const box = page.getByRole('searchbox', { name: 'Search this collection' });
  await box.pressSequentially('walr');
  await expect(results(page)).toHaveCount(3);
  const typed = await paths();
  await box.press('Enter');
  await expect(results(page).first().getByRole('link')).toBeFocused();
  await page.waitForTimeout(500);
  expect(await paths()).toEqual(typed);
  // Notes are all documentation; the word would say nothing.
  await expect(results(page).getByText('docs', { exact: true })).toHaveCount(0);

  const exactly = page.getByRole('group', { name: 'Search options' });
  await search(page, 'WALRUS');
  await expect(results(page)).toHaveCount(2);
  await exactly.getByRole('button', { name: 'Match case' }).click();
  await expect(results(page)).toHaveText([/loud\.md/, /WALRUS sleeps/]);
  await exactly.getByRole('button', { name: 'Match case' }).click();
  await search(page, 'walr');
  await exactly.getByRole('button', { name: 'Whole words' }).click();
  await expect(results(page)).toHaveText([/short\.md/, /Walr is a name/]);
  await exactly.getByRole('button', { name: 'Whole words' }).click();
  await search(page, 'WALRUS');
  await expect(results(page)).toHaveCount(2);

  // The best hit opens when typing pauses.
  await expect(page).toHaveURL(/\/k\/.*q=WALRUS/);
  const find = page.getByRole('searchbox', { name: 'Find in file' });
  await find.fill('wal[rx]us|sle+p');
  const found = page.getByRole('region', { name: 'Chunk' }).getByRole('status');
  await expect(found).toHaveText('none');
  await page.getByRole('group', { name: 'Find options' }).getByRole('button', { name: 'Regular expression' }).click();
  await expect(found).not.toHaveText('none');
  await find.fill('(a+)+$');
  await expect(found).toHaveText('none');
  await find.fill('(a+');
  await expect(found).toHaveText('invalid regular expression');
});

test('recent searches come back, another collection is suggested, and the summary of the import leaves @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await search(page, 'lighthouse');
  await expect(page.getByRole('link', { name: '6 indexed' })).toBeHidden({ timeout: 30_000 });
  await search(page, '');
  const recent = page.getByRole('region', { name: 'Recent searches' });
  await recent.getByRole('button', { name: 'lighthouse' }).click();
  await expect(results(page)).toHaveCount(1);

  await addFolder(page, folder, 'birds', { 'note.md': '# Note\n\nheron\n' });
  await expect(recent).toHaveCount(0);
  await search(page, 'lighthouse');
  await page.getByRole('button', { name: 'Search all collections 1 match' }).click();
  await expect(results(page)).toContainText('README.md');

  await page.getByRole('button', { name: /^Collection: / }).click();
  await page.getByRole('menuitem', { name: /acme-api/ }).click();
  await recent.getByRole('button', { name: 'Clear' }).click();
  await expect(recent).toHaveCount(0);
});

test('the front page says what the collection is; its searches and bars find something', async ({ page, folder }) => {
  await openFolder(page, folder);
  const main = page.getByRole('main');
  await expect(main.getByText(/[1-9]\d* files/).first()).toBeVisible();
  await main
    .getByRole('navigation', { name: 'Where to start' })
    .getByRole('link', { name: /README\.md/ })
    .click();
  await expect(page.getByRole('region', { name: 'File' })).toBeVisible();
  await page.goBack();
  const tips = main.getByRole('region', { name: 'Try a search' }).getByRole('button');
  await expect(tips.first()).toBeVisible();
  for (const example of await tips.allTextContents()) {
    await search(page, '');
    await tips.filter({ hasText: example }).first().click();
    await expect(results(page).first(), example).toBeVisible();
  }
  for (const list of ['Largest folders', 'Languages and kinds']) {
    await search(page, '');
    await main.getByRole('list', { name: list }).getByRole('link').first().click();
    await expect(results(page).first(), list).toBeVisible();
  }
});

test('counts say what has all words, and a divider is before what has some of them', async ({ page, folder }) => {
  await folder.write('both.md', '# Both\n\nThe grebe dives, and the grebe nests.\n');
  await folder.write('dives.md', `# Dives\n\nA diver dives.${' Deep water is cold.'.repeat(20)}\n`);
  await folder.write('nests.md', `# Nests\n\nA grebe nests.${' Dry reed is warm.'.repeat(20)}\n`);
  await folder.write('grebe.toml', 'grebe.depth = 3\n');
  for (const name of ['left', 'right']) await folder.write(`${name}/heron.md`, '# Heron\n\nA heron wades.\n');
  await openFolder(page, folder, 6 + 6);
  await search(page, 'grebe dives');
  await expect(page.getByText(/^1 with all words/)).toBeVisible();
  await expect(results(page).nth(1).getByText('More with some words')).toBeVisible();
  await expect(results(page).first().getByText('More with some words')).toHaveCount(0);
  const cut = (link: Element) => link.scrollHeight - link.clientHeight;
  expect(await results(page).nth(1).getByRole('link').evaluate(cut)).toBe(0);
  await search(page, 'diver nests');
  await expect(page.getByText('Nothing has all of this. Closest:')).toBeVisible();
  await expect(results(page).first()).toBeVisible();
  await search(page, 'heron wades');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first().getByText('2 copies')).toBeVisible();
  await search(page, 'grebe.depth');
  await expect(page.getByText(/^1 exact match\b/)).toBeVisible();
  // A capital at the start doesn't make a name.
  await search(page, 'Grebe');
  await expect(page.getByText(/^3 chunks/)).toBeVisible();
});
