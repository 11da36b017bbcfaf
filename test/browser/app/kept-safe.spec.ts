import type { Page } from '@playwright/test';
import { packWords } from '../../../src/ui/words/outputs.ts';
import { PROBLEMS } from '../../../src/ui/words/problems.ts';
import { dropOn, expect, goTo, longInFirefox, NEEDS_HANDLE, openFolder, results, search, sync, test } from './story.ts';

longInFirefox();

test('an interrupted import is reported everywhere; one button resumes', async ({ context, folder, browserName }) => {
  test.skip(browserName !== 'chromium', NEEDS_HANDLE);
  test.slow();
  // So much that the first part can be searched long before the last is read.
  const text = 'A heron stands still at the lighthouse. '.repeat(1_600);
  const parts = 450;
  for (let i = 0; i < parts; i++) await folder.write(`many/part-${i}.md`, `# Part ${i}\n\n${text}\n`);
  // The browser forgets that the folder may be read when the last tab is closed.
  const witness = await context.newPage();
  await witness.goto('./');
  const first = await context.newPage();
  await first.goto('./');
  await dropOn(first, [folder.path]);
  await search(first, 'lighthouse');
  await expect(results(first).first()).toBeVisible({ timeout: 30_000 });
  await first.close();
  const later = await context.newPage();
  await later.goto('./');
  const notice = later.getByRole('status').filter({ hasText: 'The import of “acme-api” was interrupted' });
  await expect(notice).toBeVisible();
  for (const place of ['Pack', 'Export', 'Library']) {
    await goTo(later, place);
    await expect(notice).toBeVisible();
  }
  await goTo(later, 'Pack');
  await later.getByRole('textbox', { name: 'Question' }).fill('quinces');
  await expect(later.getByText(packWords.noMatchesYet)).toBeVisible();
  await notice.getByRole('button', { name: 'Resume' }).click();
  await expect(notice).toHaveCount(0);
  await expect(later.getByText(packWords.noMatches)).toBeVisible({ timeout: 60_000 });
  await goTo(later, 'Search');
  await expect(later.getByText('456 files', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(notice).toHaveCount(0);
  await witness.close();
});

test('the app requests persistent storage once, after the first import', { tag: '@long' }, async ({
  page,
  folder,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', NEEDS_HANDLE);
  await page.addInitScript(() => {
    const asked = { times: 0 };
    Object.assign(window, { askedToKeep: asked });
    StorageManager.prototype.persist = async () => {
      asked.times++;
      return false;
    };
  });
  const countAsked = () =>
    page.evaluate(() => (window as unknown as { askedToKeep: { times: number } }).askedToKeep.times);
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  expect(await countAsked()).toBe(0);
  await openFolder(page, folder);
  expect(await countAsked()).toBe(1);
  await sync(page);
  await goTo(page, 'Search');
  await expect(page.getByRole('link', { name: '6 unchanged' })).toBeVisible();
  expect(await countAsked()).toBe(1);
});

test('a damaged index is rebuilt before anything is shown; sync fixes text @long', async ({
  page,
  folder,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', NEEDS_HANDLE);
  await openFolder(page, folder);
  await search(page, 'idempotency');
  await expect(results(page)).toHaveCount(1);
  expect(await flip(page, 'segment')).toBeGreaterThan(0);
  await page.reload();
  await search(page, 'idempotency');
  await expect(results(page)).toHaveCount(1);
  expect(await flip(page, 'contents')).toBeGreaterThan(0);
  await page.reload();
  await search(page, 'idempotency');
  await expect(page.getByText(`The search failed. ${PROBLEMS['store/damaged']}`)).toBeVisible();
  await expect(results(page)).toHaveCount(0);
  await sync(page);
  await goTo(page, 'Search');
  await search(page, 'idempotency key');
  await expect(results(page).first()).toContainText('idempotency');
});

/** Inverts a byte in the middle of every stored file of the role; gives their number. */
function flip(page: Page, role: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    let flipped = 0;
    const home = await (await navigator.storage.getDirectory()).getDirectoryHandle('quire');
    for await (const collection of home.values()) {
      if (collection.kind !== 'directory') continue;
      for await (const entry of (collection as FileSystemDirectoryHandle).values()) {
        if (entry.kind !== 'file' || !entry.name.includes(`-${wanted}-`)) continue;
        const file = await (entry as FileSystemFileHandle).getFile();
        const position = Math.floor(file.size / 2);
        const data = new Uint8Array(await file.slice(position, position + 1).arrayBuffer()).map((byte) => ~byte);
        // A reader locks the file for a moment.
        const open = () => (entry as FileSystemFileHandle).createWritable({ keepExistingData: true });
        let stream = await open().catch(() => undefined);
        for (let tries = 0; stream === undefined && tries < 40; tries++) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          stream = await open().catch(() => undefined);
        }
        if (stream === undefined) throw new Error('the file is held for long');
        await stream.write({ type: 'write', position, data });
        await stream.close();
        flipped++;
      }
    }
    return flipped;
  }, role);
}
