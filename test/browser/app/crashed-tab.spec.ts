import type { BrowserContext, Page } from '@playwright/test';
import { KILLERS } from '../../support/tiny-documents.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';
import {
  chooseFiles,
  dropOn,
  expect,
  goTo,
  onlyChromium,
  openFolder,
  results,
  search,
  sync,
  test,
  toPayloads,
} from './story.ts';

onlyChromium('a tab is crashed through the DevTools protocol');

test.beforeEach(({ consoleGuard }) => consoleGuard.allow(/^page crashed$/));

/** The bytes of such a file never arrive, so the tab can be crashed with the file in hand. */
const HANG = `
const readAll = Blob.prototype.arrayBuffer;
Blob.prototype.arrayBuffer = function () {
  return /^killer/.test(this.name ?? '') ? new Promise(() => {}) : readAll.call(this);
};`;

const NOTES = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [`note-${i}.md`, `# Note ${i}\n\nA curlew, number ${i}.\n`]),
);
const notice = (page: Page, name: string) => page.getByRole('status').filter({ hasText: name });

async function crash(context: BrowserContext, page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const client = await context.newCDPSession(page);
  client.send('Page.crash').catch(() => undefined);
  await crashed;
}

for (const [name, content] of Object.entries(KILLERS)) {
  const tag = /py$/.test(name) ? '' : ' @long';
  test(`${name} crashes the tab: the rest is imported, the file named and skipped${tag}`, async ({ context, page }) => {
    await injectEverywhere(context, HANG);
    await page.goto('./');
    const files = { [name]: content, ...NOTES };
    await chooseFiles(page, files);
    // A file that is never read holds nothing back: everything else is committed meanwhile.
    await search(page, 'curlew');
    await expect(page.getByText(/^30 chunks/)).toBeVisible({ timeout: 20_000 });
    await crash(context, page);

    const later = await context.newPage();
    await later.goto('./');
    await expect(notice(later, `The tab crashed while Quire read “${name}”`)).toBeVisible();
    await search(later, 'curlew');
    await expect(results(later).first()).toBeVisible();
    await notice(later, 'was interrupted').getByRole('button', { name: 'Resume' }).click();
    const chooser = later.waitForEvent('filechooser');
    await later.getByRole('button', { name: /^Sync / }).click();
    await (await chooser).setFiles(toPayloads(files));
    await expect(notice(later, 'was interrupted')).toHaveCount(0);
    await expect(notice(later, name).getByRole('button', { name: 'Try again' })).toBeVisible();
    await goTo(later, 'Files');
    await expect(later.getByRole('treeitem', { name })).toContainText('crashed the tab');
  });
}

test('a tab that dies in its first second leaves a collection to resume @long', async ({ context, page, folder }) => {
  await injectEverywhere(
    context,
    'if (globalThis.FileSystemDirectoryHandle) FileSystemDirectoryHandle.prototype.values = async function* () { await new Promise(() => {}); };',
  );
  const witness = await context.newPage();
  await witness.goto('./');
  await page.goto('./');
  await dropOn(page, [folder.path]);
  await expect(page.getByRole('button', { name: 'Collection: acme-api' })).toBeVisible();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  // The row is written before the folder is walked.
  await goTo(witness, 'Library');
  await expect(witness.getByRole('article').filter({ hasText: 'acme-api' })).toContainText('folder');
  await crash(context, page);
  const later = await context.newPage();
  await later.goto('./');
  await goTo(later, 'Library');
  await expect(later.getByRole('article').filter({ hasText: 'acme-api' })).toBeVisible();
  await expect(
    notice(later, 'was interrupted before anything was saved').getByRole('button', { name: 'Resume' }),
  ).toBeVisible();
});

test('a folder that the browser does not let Quire read again is asked for in words', async ({ page, folder }) => {
  await openFolder(page, folder);
  await page.evaluate(() => {
    const answers: PermissionState[] = ['denied', 'prompt', 'granted'];
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: async () => 'prompt',
      requestPermission: () => {
        const answer = answers.shift();
        // The browser's own question is on screen until someone answers it.
        return answer === 'prompt' ? new Promise(() => undefined) : Promise.resolve(answer);
      },
    });
  });
  await folder.write('guides/new.md', '# New\n\nA pelican.\n');
  await sync(page);
  const dialog = page.getByRole('dialog', { name: 'Let Quire read “acme-api”?' });
  await expect(dialog).toContainText('gave no permission');
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await expect(dialog).toContainText('Your browser asks');
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await expect(dialog).toHaveCount(0);
  await search(page, 'pelican');
  await expect(results(page).first()).toContainText('guides/new.md');
});

test('a tab closed during an import blames no file @long', async ({ context, page }) => {
  await injectEverywhere(context, HANG);
  await page.goto('./');
  await chooseFiles(page, { 'killer.md': '# Quince\n', ...NOTES });
  await search(page, 'curlew');
  await expect(page.getByText(/^30 chunks/)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(notice(page, 'was interrupted')).toBeVisible();
  await expect(notice(page, 'crashed')).toHaveCount(0);
});
