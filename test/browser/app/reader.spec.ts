import type { Page } from '@playwright/test';
import {
  chooseFiles,
  chooseMore,
  expect,
  expectFinished,
  type Folder,
  goTo,
  longInFirefox,
  measureOver,
  openFolder,
  recordClipboard,
  results,
  search,
  tabTo,
  test,
} from './story.ts';

longInFirefox();

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function fill(folder: Folder): Promise<void> {
  const parts = Array.from(
    { length: 40 },
    (_, i) => `## Part ${i}\n\nPart ${i} says *this*. ${'And more. '.repeat(40)}\n`,
  );
  const head = '# Book {#book}\n\n> quoted\n\n| a | b |\n|---|---|\n| one | two |\n\n<script>alert(1)</script>\n';
  const tail = '## End\n\nSee [limits](limits.md), [the site](https://example.org/) and `code`.\n\n- an albatross\n';
  await folder.write('guides/book.md', `${head}\n${parts.join('\n')}\n${tail}`);
  await folder.write(
    'src/lines.txt',
    `${Array.from({ length: 1_400 }, (_, i) => `line ${i + 1}`).join('\n')}\nheron\n`,
  );
  await folder.write('data/birds.csv', 'name,"call, loud"\nheron,croak\negret,"a ""kra"""\n');
}

const file = (page: Page) => page.getByRole('region', { name: 'File' });

test('a hit opens its file at the line that the search names, or where its words are', async ({ page, folder }) => {
  const rows = Array.from({ length: 160 }, (_, i) => `  option(${i}); // action to take for an unknown key`);
  rows[118] = '  throw new Error("unknown action: " + name);';
  await folder.write('src/parse.ts', `export function parse(name) {\n${rows.join('\n')}\n}\n`);
  await openFolder(page, folder, 7);
  for (const text of ['src/parse.ts:120', 'unknown action']) {
    await search(page, text);
    await expect(results(page).first()).toContainText('throw new Error("unknown action: "');
    await results(page).first().getByRole('link').click();
    await expect(file(page).locator('[data-n="120"]')).toBeInViewport();
    await page.keyboard.press('Escape');
  }
});

test('a file is one scroll, opened at its chunk, read as typography or as source', async ({ page, folder }) => {
  await fill(folder);
  const copied = await recordClipboard(page);
  await openFolder(page, folder, 9);
  await search(page, 'albatross');
  await results(page).first().getByRole('link').click();
  const item = file(page).getByRole('listitem').filter({ hasText: 'an albatross' });
  await expect(item).toBeInViewport();
  await expect(item.locator('mark')).toHaveText('albatross');

  // The rail leads to the text of a heading, far away in the same scroll.
  const rail = page.getByRole('navigation', { name: 'In this file' });
  await rail.getByRole('link', { name: 'Part 3', exact: true }).click();
  await expect(file(page).getByRole('heading', { name: 'Part 3', exact: true })).toBeInViewport();
  await expect(rail.getByRole('link', { name: 'Part 3', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(file(page).getByText('an albatross')).toHaveCount(0);

  await rail.getByRole('link', { name: 'Book', exact: true }).click();
  await expect(file(page).getByRole('heading', { name: 'Book', exact: true })).toBeInViewport();
  await expect(file(page).getByRole('cell', { name: 'two' })).toBeVisible();
  await expect(file(page).getByText('alert(1)')).toBeVisible();

  const find = page.getByRole('searchbox', { name: 'Find in file' });
  await find.fill('PART 30 says');
  await find.press('Enter');
  await expect(file(page).locator('mark[data-found]')).toBeInViewport();
  await find.fill('');

  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await rail.getByRole('link', { name: 'End', exact: true }).click();
  const line = file(page).locator('pre > [data-n]', { hasText: '- an albatross' });
  await expect(line).toBeInViewport();
  await line.selectText();
  await page.getByRole('button', { name: 'Copy with source' }).click();
  expect(await copied()).toMatch(/^> Source: `guides\/book\.md:(\d+)-\1`[\s\S]*- an albatross/);

  // Links lead inside the collection; to another site only after a question.
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await rail.getByRole('link', { name: 'End', exact: true }).click();
  await file(page).getByRole('button', { name: 'the site' }).click();
  await expect(page.getByRole('dialog')).toContainText('Open another site?');
  await page.keyboard.press('Escape');
  await file(page).getByRole('button', { name: 'limits' }).click();
  await expect(file(page)).toContainText('Every key has a limit.');
});

const FREEZING = ['(a|a)*b', '(?:a|aa)+$', '((a+))+b', '(a?){40}b', '(\\w|\\d)*!', '(a+)+b'];

for (const count of [2, FREEZING.length])
  test(`${count} regular expressions that would freeze the page are stopped, and the page says so`, {
    tag: count > 2 ? '@long' : [],
  }, async ({ page, folder }) => {
    await folder.write('guides/long.txt', `long pelican\n${'a'.repeat(200)}?\n${'1'.repeat(200)}?\nend of it\n`);
    await openFolder(page, folder, 7);
    await search(page, 'pelican');
    await results(page).first().getByRole('link').click();
    const find = page.getByRole('searchbox', { name: 'Find in file' });
    const status = page.getByRole('region', { name: 'Chunk' }).getByRole('status').first();
    await page.getByRole('group', { name: 'Find options' }).getByRole('button', { name: 'Regular expression' }).click();
    for (const pattern of FREEZING.slice(0, count)) {
      await find.fill(pattern);
      await expect(status).toContainText('takes too long');
      // The page works meanwhile and afterwards, and the next pattern has a new worker.
      await find.fill('^(e)nd|pel[a-z]+');
      await expect(status).toHaveText('2');
      await expect(file(page).locator('mark')).toHaveText(['pelican', 'end']);
    }
    await find.press('Enter');
    await expect(status).toHaveText('1 of 2');
    await find.fill('(');
    await expect(status).toHaveText('invalid regular expression');
  });

test('a wikilink opens its note wherever it is, and the note names the files that mention it', async ({
  page,
  folder,
}) => {
  await folder.write('vault/birds/Night heron.md', '# Night heron\n\nIt fishes after sunset.\n');
  await folder.write('vault/index.md', '# Start\n\nA crepuscular one: [[Night heron|this bird]].\n');
  await openFolder(page, folder, 8);
  await search(page, 'crepuscular');
  await results(page).first().getByRole('link').click();
  await file(page).getByRole('button', { name: 'this bird' }).click();
  await expect(file(page)).toContainText('It fishes after sunset.');
  const mentions = page.getByRole('navigation', { name: 'Mentioned in' });
  await mentions.getByRole('button', { name: 'Start' }).click();
  await expect(file(page)).toContainText('A crepuscular one');
});

test('notes and formats without a grammar read well, and the outline stays in Files @long', async ({
  page,
  folder,
}) => {
  await folder.write(
    'guides/note.md',
    '# Note\n\n> [!warning] Mind the step\n> It is steep.\n\n- [x] swept\n- [ ] oiled\n\n**力（ちから）**は大事。\n',
  );
  const texts = {
    'data/birds.sql': '-- wading birds\nSELECT name FROM birds WHERE legs = 2;\n',
    'data/birds.xml': '<birds><!-- wading --><bird name="heron"/></birds>\n',
    'data/app.properties': '# colours\nsky.colour=blue\n',
    'data/app.toml': '[tool]\nname = "heron" # tall\n',
    'data/Dockerfile': '# base\nFROM node:20 AS build\n',
    'src/App.vue': '<template>\n  <!-- head -->\n  <h1>{{ title }}</h1>\n</template>\n',
    'src/App.svelte': '<script>\n  // state\n  let title = "heron";\n</script>\n',
  };
  for (const [path, text] of Object.entries(texts)) await folder.write(path, text);
  await openFolder(page, folder, 14);

  await openFile(page, 'guides/note.md');
  await expect(file(page).locator('blockquote[data-callout=warning] strong')).toHaveText('Mind the step');
  await expect(file(page).getByRole('listitem').first()).toHaveText('☑ swept');
  await expect(file(page).locator('strong').last()).toHaveText('力（ちから）');
  for (const path of Object.keys(texts)) {
    await openFile(page, path);
    await expect(file(page).locator('.c-comment'), path).toHaveCount(1);
  }
});

async function openFile(page: Page, path: string): Promise<void> {
  await page.goto(page.url().replace(/(#\/c\/[^/?]+).*/, `$1/files?p=${encodeURIComponent(path)}`));
}

test('the outline marks the symbol of a hit in its comment, Ctrl A selects the file, and at 200 % zoom no bar covers text @long', async ({
  page,
  folder,
}) => {
  const functions = Array.from(
    { length: 60 },
    (_, i) => `/**\n * Counts birds ${i}.\n */\nexport function count${i}() {\n  return ${'1 + '.repeat(60)}${i};\n}\n`,
  );
  await folder.write('src/birds.ts', functions.join('\n'));
  await openFolder(page, folder, 7);
  await page.setViewportSize({ width: 1800, height: 800 });
  const row = (name: string) =>
    page.getByRole('navigation', { name: 'In this file' }).getByRole('link', { name, exact: true });
  await search(page, '"Counts birds 31"');
  await results(page).first().getByRole('link').click();
  await expect(file(page).locator('pre > [data-n]', { hasText: 'Counts birds 31.' })).toBeInViewport();
  await expect(row('count31')).toHaveAttribute('aria-current', 'true');

  await openFile(page, 'src/birds.ts');
  await row('count40').click();
  await expect(page).toHaveURL(/\/files\?p=src%2Fbirds\.ts&l=\d+/);

  await page.keyboard.press('ControlOrMeta+a');
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '');
  expect(selected).toContain('Counts birds 40.');
  expect(selected).not.toContain('In this file');
  const copied = await page.evaluate(() => {
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.clipboardData?.getData('text/plain');
  });
  expect(copied?.trimEnd()).toBe(functions.join('\n').trimEnd());

  // A window of 1280 × 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  const isCovered = await file(page).evaluate((body) => {
    const { left, right, top, bottom } = body.getBoundingClientRect();
    const points = [top + 4, (top + bottom) / 2, bottom - 4].map((y) =>
      document.elementFromPoint((left + right) / 2, y),
    );
    return points.some((element) => !body.contains(element)) || bottom - top < innerHeight / 3;
  });
  expect(isCovered).toBe(false);
});

test('line numbers above a thousand fit on one line; tables and images are shown @long', async ({ page, folder }) => {
  await fill(folder);
  await openFolder(page, folder, 9);
  await search(page, 'heron path:src/');
  await results(page).first().getByRole('link').click();
  const line = file(page).locator('pre > [data-n="1401"]');
  await expect(line).toBeInViewport();
  const isOneLine = await line.evaluate((element) => {
    const number = getComputedStyle(element, '::before');
    const width = Number.parseFloat(number.width);
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.font = number.font;
    return context.measureText('1401').width <= width && number.whiteSpace === 'pre';
  });
  expect(isOneLine).toBe(true);

  await search(page, 'egret');
  await results(page).first().getByRole('link').click();
  await expect(file(page).getByRole('columnheader', { name: 'call, loud' })).toBeVisible();
  await expect(file(page).getByRole('cell', { name: 'a "kra"' })).toBeVisible();
});

test('drawings, columns and code scroll sideways instead of wrapping, also on a phone @long', async ({
  page,
  folder,
}) => {
  const wide = '─'.repeat(120);
  const drawing = [`┌${wide}┐`, `│ pelican${' '.repeat(112)}│`, `└${wide}┘`].join('\n');
  const code = `const ibis = [${'1, '.repeat(80)}]; // far`;
  await folder.write(
    'guides/drawn.md',
    `# Drawn\n\n${drawing}\n\n\`\`\`js\n${code}\n\`\`\`\n\n1. stork\n\n       ${code}\n`,
  );
  await folder.write('notes/drawn.txt', `A pelican:\n\n${drawing}\n\n${'It is wrapped, being prose. '.repeat(20)}\n`);
  await openFolder(page, folder, 8);
  for (const width of [1_280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await search(page, 'pelican path:guides/');
    await expect(results(page).first()).toContainText('guides/drawn.md');
    await results(page).first().getByRole('link').click();
    const blocks = file(page).locator('pre[data-n]');
    await expect(blocks).toHaveCount(3);
    expect(await blocks.evaluateAll(toSidewaysLines)).toEqual([3, 1, 1]);
    expect(await measureOver(page)).toBe(0);
    // A word beyond the edge of its block is brought into view.
    await page.getByRole('searchbox', { name: 'Find in file' }).fill('// far');
    await expect(blocks.nth(1).locator('mark')).toBeInViewport();
    if (width < 900) await page.goBack();

    await search(page, 'pelican path:notes/');
    await expect(results(page).first()).toContainText('notes/drawn.txt');
    await results(page).first().getByRole('link').click();
    const drawn = file(page).locator('pre > [data-n]').filter({ hasText: /[┌│└]/ });
    await expect(drawn).toHaveCount(3);
    const heights = await drawn.evaluateAll((lines) => lines.map((line) => line.clientHeight));
    const prose = await file(page)
      .locator('pre > [data-n]', { hasText: 'being prose' })
      .evaluate((line) => line.clientHeight);
    expect(Math.max(...heights)).toBeLessThan(prose / 2);
    expect(await measureOver(page)).toBe(0);
    if (width < 900) await page.goBack();
  }
});

/** Returns the height in lines of each block that is wider than its container. */
function toSidewaysLines(blocks: readonly Element[]): readonly number[] {
  return blocks.map((block) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(block);
    const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    const lines = Math.round((block.clientHeight - padding) / Number.parseFloat(lineHeight));
    return block.scrollWidth > block.clientWidth ? lines : -lines;
  });
}

test('an image of the collection is drawn from its bytes @long', async ({ page }) => {
  await page.goto('./');
  await chooseFiles(page, {
    'dot.png': Buffer.from(PIXEL, 'base64'),
    'page.md': '# Page\n\n![a dot](dot.png) ![far](https://example.org/x.png)\n',
  });
  await expect(page.getByText(/^Finished: /).first()).toBeAttached();
  await goTo(page, 'Files');
  await page.getByRole('treeitem', { name: /^page\.md/ }).click();
  await expect(file(page).getByRole('img', { name: 'a dot' })).toBeVisible();
  await expect(file(page).getByText('[image: far]')).toBeVisible();
});

test('names of 10,000 characters and a line of a million leave every screen usable', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  const title = `${'very '.repeat(2_000)}long \u202Eeltit`;
  await page.goto('./');
  await chooseFiles(page, {
    'long.md': `# ${title}\n\nA cormorant.\n\n## \n\nAnd more.\n`,
    [`${'name-'.repeat(790)}\u202egpj.md`]: '# \n\nA cormorant under no title.\n',
    'line.txt': `${'word '.repeat(200_000)}cormorant`,
    'tower.md': `${'>'.repeat(900)} cormorant\n${'- '.repeat(500)}x\n`,
  });
  await expectFinished(page, 4);
  await search(page, 'cormorant');
  for (const name of ['long.md', 'line.txt', 'tower.md', 'gpj.md']) {
    await results(page).filter({ hasText: name }).first().getByRole('link').click();
    await expect(file(page).locator('mark').first()).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(
      (await page.getByRole('region', { name: 'Chunk' }).locator('> div').first().boundingBox())?.height,
    ).toBeLessThan(220);
  }
  await goTo(page, 'Library');
  await chooseMore(page, 'collection', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill(title);
  await page.getByRole('button', { name: 'Save' }).click();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const place of ['Library', 'Search', 'Files', 'Pack', 'Export', 'Jobs', 'Changes', 'Settings']) {
      await goTo(page, place);
      await expect(page.getByText('Opening…')).toHaveCount(0);
      expect(await measureOver(page), `${place} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
    }
  }
});

test('the keyboard goes from a question to a filter, through the reader and its headings @long', async ({
  page,
  folder,
}) => {
  await fill(folder);
  await openFolder(page, folder, 9);
  await search(page, 'part');
  await page.keyboard.press('ArrowDown');
  await expect(results(page).first().getByRole('link')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Chunk' })).toBeVisible();
  const reach = (name: string, role: 'searchbox' | 'button' | 'region' | 'link') =>
    tabTo(page, page.getByRole(role, { name, exact: true }).first());
  await reach('Source', 'button');
  await page.keyboard.press('Enter');
  await expect(file(page).locator('pre > [data-n]').first()).toBeVisible();
  await reach('Find in file', 'searchbox');
  await page.keyboard.type('Part 39 says');
  await page.keyboard.press('Enter');
  await expect(file(page).locator('mark[data-found]')).toBeInViewport();
  await reach('File', 'region');
  await reach('Part 2', 'link');
  await page.keyboard.press('Enter');
  await expect(file(page).locator('pre > [data-n]', { hasText: /^## Part 2\s*$/ })).toBeInViewport();
});

test('a file of a folder opens in an editor that is chosen once, at its line @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await search(page, 'lighthouse');
  await page.getByRole('button', { name: 'Open in my editor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open in my editor' });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Where “acme-api” is on this computer' }).fill(folder.path);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const link = page.getByRole('link', { name: /^Open in VS Code at line \d+$/ });
  await expect(link).toHaveAttribute('href', new RegExp(`^vscode://file${folder.path}/README\\.md:\\d+$`));
  await page.reload();
  await expect(link).toBeVisible();
});
