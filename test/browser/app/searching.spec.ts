import type { Page } from '@playwright/test';
import { expect, type Folder, goTo, longInFirefox, openFolder, results, search, test } from './story.ts';

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
  return 6 + 32;
}

const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
const scrollTop = (page: Page) => page.locator('.results-scroll').evaluate((element) => element.scrollTop);

test('results start at the top, are grouped by file, and have filters in the address', async ({ page, folder }) => {
  await openFolder(page, folder, await fill(folder));
  await search(page, 'walrus');
  await expect(results(page).nth(4)).toBeVisible();
  await page.locator('.results-scroll').evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(500);
  await search(page, 'walrus sleeps');
  await expect.poll(() => scrollTop(page)).toBe(0);

  // The title first, then the path; other kinds stay in view under a chosen one.
  await expect(results(page).first().locator('.hit-title')).toHaveText(/^Note \d+$/);
  await page.getByRole('button', { name: 'Filters' }).click();
  const facets = page.getByRole('region', { name: 'Filters' });
  await page.locator('.results-scroll').evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(500);
  await facets.getByRole('button', { name: /^Markdown/ }).click();
  await expect(chips(page)).toHaveText(['KindMarkdown']);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await expect(facets.getByRole('button', { name: /^Text/ })).toBeVisible();
  await expect(page).toHaveURL(/kind=markdown/);

  await search(page, 'walrus');
  const more = page.getByRole('button', { name: /more in this file/ });
  await expect(more.first()).toBeAttached();
  await more.first().click();
  await expect(chips(page)).toHaveText(['KindMarkdown', 'Folderguides/long.md']);
  await expect(results(page).nth(3).locator('.hit-where')).toContainText('guides/long.md');

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

test('a filter can be removed, and a search without matches says why', async ({ page, folder }) => {
  await openFolder(page, folder, await fill(folder));
  await search(page, 'zebra path:"my docs"');
  await page.getByRole('button', { name: 'Without path:"my docs"' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toHaveValue('zebra');
  await search(page, 'zebra -kind:json');
  await page.getByRole('button', { name: 'Without -kind:json' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toHaveValue('zebra');

  await goTo(page, 'Files');
  const filter = page.getByRole('searchbox', { name: 'Filter files' });
  await filter.fill('nowhere at all');
  await expect(page.getByText('No matching files.')).toBeVisible();
  await filter.fill('note-');
  await expect(page.getByRole('treeitem').nth(12)).toBeVisible();
});

test('every tip of the overview finds something @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  const tips = page.locator('.tip');
  await expect(tips.nth(3)).toBeVisible();
  for (const example of await tips.locator('code').allTextContents()) {
    await search(page, '');
    await tips.filter({ hasText: example }).first().click();
    await expect(results(page).first(), example).toBeVisible();
  }
});
