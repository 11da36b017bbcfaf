import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, goTo, NEEDS_HANDLE, onlyChromium, openFolder, results, search, sync, test } from './story.ts';

const TEXT =
  '# Heron\n\nThe **night heron** lives by the [reed bed](plants/reed.md) and eats frogs.\n\nIt sleeps by day.\n';

onlyChromium(NEEDS_HANDLE);

const file = (page: Page) => page.getByRole('region', { name: 'File' });

/** Selects from the first text to the second, as a drag does. */
async function select(page: Page, from: string, to: string): Promise<void> {
  await file(page).evaluate(
    (root, [first, last]) => {
      const find = (text: string) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
          if (node.data.includes(text)) return { node, at: node.data.indexOf(text) };
        throw new Error(`no ${text}`);
      };
      const [start, end] = [find(first), find(last)];
      getSelection()?.setBaseAndExtent(start.node, start.at, end.node, end.at + last.length);
    },
    [from, to] as const,
  );
}

/** Texts that are marked as notes. */
const listMarks = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('quire-note') ?? [])].map((range) => String(range)));

test('text is highlighted and noted in the reader, found by kind:note, kept by a sync, and listed when it is gone', async ({
  page,
  folder,
}) => {
  await folder.write('birds/heron.md', TEXT);
  await folder.write('birds/ibis.md', '# Ibis\n\nA wader with a bill.\n');
  await openFolder(page, folder, 8);
  await search(page, 'frogs');
  await results(page).first().getByRole('link').click();
  await expect(file(page).getByText('reed bed', { exact: true })).toBeVisible();
  await select(page, 'heron', 'eats');
  const box = page.getByRole('region', { name: 'Selected text' });
  await box.getByRole('button', { name: 'Highlight' }).click();
  await expect.poll(() => listMarks(page)).toEqual(['heron lives by the reed bed and eats']);

  await select(page, 'sleeps', 'by day');
  await box.getByRole('button', { name: 'Note' }).click();
  await box.getByRole('textbox', { name: 'Your note' }).fill('Ask Zoe when');
  await box.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => listMarks(page)).toHaveLength(2);
  await file(page)
    .getByText('It sleeps')
    .click({ position: { x: 30, y: 8 } });
  await expect(page.getByRole('region', { name: 'Note', exact: true })).toContainText('Ask Zoe when');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Source', exact: true }).click();
  await expect
    .poll(async () => (await listMarks(page)).sort())
    .toEqual(['heron** lives by the [reed bed](plants/reed.md) and eats', 'sleeps by day']);

  await search(page, 'kind:note zoe');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toContainText('sleeps by day – Ask Zoe when');

  await folder.write('birds/heron.md', `# Herons\n\nNew words.\n\n${TEXT.replace('It sleeps by day.', 'It hunts.')}`);
  await sync(page);
  await goTo(page, 'Files');
  await page.getByRole('button', { name: 'Notes', exact: true }).click();
  const list = page.getByRole('region', { name: 'Notes', exact: true });
  await expect(list.getByRole('region', { name: 'Text is gone' })).toContainText('Ask Zoe when');
  await list.getByRole('link', { name: /heron lives by/ }).click();
  await expect.poll(() => listMarks(page)).toHaveLength(1);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Save as Markdown' }).click(),
  ]);
  expect(await readFile(await saved.path(), 'utf8')).toContain('> heron lives by the reed bed and eats');

  await list.getByRole('button', { name: /^Delete sleeps/ }).click();
  await expect(list.getByRole('region', { name: 'Text is gone' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('region', { name: 'Text is gone' })).toContainText('Ask Zoe when');
});

test('a selection has its buttons when it was made before they were loaded, and when the text was scrolled', async ({
  page,
  folder,
}) => {
  await folder.write('birds/heron.md', `${TEXT}\n${'It waits in the water.\n\n'.repeat(200)}`);
  let send: (() => void) | undefined;
  const isAsked = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/assets/notes-*.js', async (route) => {
    await isAsked;
    await route.continue();
  });
  await openFolder(page, folder, 7);
  await search(page, 'frogs');
  await results(page).first().getByRole('link').click();
  await expect(file(page).getByText('reed bed', { exact: true })).toBeVisible();
  await select(page, 'heron', 'eats');
  const box = page.getByRole('region', { name: 'Selected text' });
  await page.waitForTimeout(500);
  await expect(box).toHaveCount(0);
  send?.();
  await expect(box).toBeVisible();

  const scroll = (px: number) =>
    file(page)
      .getByText('reed bed', { exact: true })
      .evaluate((element, top) => {
        const scroller = [...document.querySelectorAll('*')].find(
          (one) => one.contains(element) && one.scrollHeight > one.clientHeight + 200 && one.clientHeight > 0,
        );
        scroller?.scrollBy({ top });
      }, px);
  const topOf = async () => (await box.boundingBox({ timeout: 20_000 }))?.y ?? 0;
  const before = await topOf();
  await scroll(60);
  await expect.poll(topOf).toBeLessThan(before - 50);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await scroll(-60);
  await page.waitForTimeout(500);
  await expect(box).toHaveCount(0);
  await page.evaluate(async () => {
    getSelection()?.removeAllRanges();
    // Its event comes before the next frame has ended.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
  await select(page, 'heron', 'eats');
  await expect(box).toBeVisible();
});
