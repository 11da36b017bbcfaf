import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import {
  chooseFiles,
  chooseMore,
  dropOn,
  expect,
  expectIngested,
  FILES,
  goTo,
  onlyChromium,
  openFolder,
  results,
  save,
  search,
  sync,
  takeAsNewCollection,
  test,
} from './story.ts';

onlyChromium('handles of picked folders exist only in Chromium');

/** The picker gives a folder of the origin's own file system: real handles, no dialog. */
async function openWithPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const picker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('acme-api');
    Object.assign(window, { showDirectoryPicker: picker });
  });
  await page.goto('./');
  await writePicked(page, FILES);
  await page.getByRole('button', { name: 'Choose folder' }).first().click();
  await expectIngested(page, 6);
}

async function writePicked(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (entries) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('acme-api', { create: true });
    for (const [path, text] of entries) {
      const segments = path.split('/');
      let folder = root;
      for (const name of segments.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const file = await folder.getFileHandle(segments.at(-1) as string, { create: true });
      const writable = await file.createWritable();
      await writable.write(text);
      await writable.close();
    }
  }, Object.entries(files));
}

function removePicked(page: Page, path: string | undefined): Promise<void> {
  return page.evaluate(async (name) => {
    const home = await navigator.storage.getDirectory();
    if (name === undefined) return home.removeEntry('acme-api', { recursive: true });
    return (await home.getDirectoryHandle('acme-api')).removeEntry(name, { recursive: true });
  }, path);
}

/** Returns the first eight digits of the index_id, from the file name of an export. */
async function readIndexId(page: Page): Promise<string> {
  await goTo(page, 'Export');
  const name = (await save(page, 'Download compact archive')).suggestedFilename();
  return /-([0-9a-f]{8})-compact\.zip$/.exec(name)?.[1] ?? name;
}

test('[E2] a picked folder, a drop, the folder input and a zip have the same index_id @long', async ({
  page,
  folder,
}) => {
  await openWithPicker(page);
  const picked = await readIndexId(page);
  expect(picked).toMatch(/^[0-9a-f]{8}$/);

  const entries = Object.entries(FILES).map(([path, text]) => [`acme-api/${path}`, strToU8(text)] as const);
  const zip = zipSync(Object.fromEntries(entries));
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    drop: () => dropOn(page, [folder.path]),
    input: () => page.locator('input[type=file][webkitdirectory]').first().setInputFiles(folder.path),
    zip: () => chooseFiles(page, { 'acme-api.zip': zip }),
  };
  for (const [way, give] of Object.entries(ways)) {
    await goTo(page, 'Search');
    await give();
    await takeAsNewCollection(page, 6);
    expect([way, await readIndexId(page)]).toEqual([way, picked]);
  }
});

test('[E2] one ingest worker and four make the same index @long', async ({ context, folder }) => {
  for (let i = 0; i < 30; i++) await folder.write(`more/${i}.md`, `# Part ${i}\n\n${'herons wade '.repeat(i * 10)}\n`);
  const ids: string[] = [];
  for (const cores of [2, 5]) {
    const page = await context.newPage();
    await page.addInitScript((count) => {
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
    }, cores);
    await page.goto('./');
    await dropOn(page, [folder.path]);
    if (ids.length > 0) await takeAsNewCollection(page, 36);
    else await expectIngested(page, 36);
    ids.push(await readIndexId(page));
    await page.goto('./#/diagnostics');
    await expect(page.getByRole('row', { name: `ingest workers ${cores - 1}` })).toBeVisible();
    await page.close();
  }
  expect(new Set(ids).size).toBe(1);
});

test('a sync removes deleted files of a picked folder, but nothing if the folder is gone @long', async ({ page }) => {
  await openWithPicker(page);
  await removePicked(page, 'src');
  await sync(page);
  await goTo(page, 'Search');
  await expect(page.getByRole('link', { name: '1 removed' })).toBeVisible();

  await removePicked(page, undefined);
  await sync(page);
  await expect(page.getByText(/couldn't be read/i).first()).toBeVisible();
  await goTo(page, 'Search');
  await search(page, 'lighthouse');
  await expect(results(page).first()).toContainText('README.md');
});

test.describe('a folder on its own', () => {
  test.use({ followsFolders: true });

  test('a picked folder is followed, and not while it is paused @long', async ({ page }) => {
    await openWithPicker(page);
    const updated = page.getByText(/^“acme-api” synced: \d+ (?:added|changed)/);
    // The observer starts a moment after the import; what was written before is not seen.
    let n = 0;
    const write = () => writePicked(page, { 'guides/walrus.md': `# Walrus\n\nIt has tusks, ${++n}.\n` });
    await expect(async () => {
      await write();
      await expect(updated.first()).toBeVisible({ timeout: 6_000 });
    }).toPass();
    await search(page, 'tusks');
    await expect(results(page)).toHaveCount(1);

    await goTo(page, 'Library');
    await chooseMore(page, 'source', 'Pause following');
    await expect(updated).toHaveCount(0, { timeout: 20_000 });
    await write();
    await page.waitForTimeout(4_000);
    await expect(updated).toHaveCount(0);
    await chooseMore(page, 'source', 'Follow changes');
    await expect(async () => {
      await write();
      await expect(updated.first()).toBeVisible({ timeout: 6_000 });
    }).toPass();
  });

  test('a dropped folder is followed, and the message has the numbers of Changes and leads there', async ({
    page,
    folder,
  }) => {
    await openFolder(page, folder);
    // The observer starts a moment after the import.
    await page.waitForTimeout(1_000);
    await folder.write('guides/new.md', '# New\n\nA walrus came.\n');
    await folder.write('guides/queues.md', '# Queues\n\nShort.\n');
    folder.remove('README.md');
    await expect(page.getByText('“acme-api” synced: 1 added, 1 changed, 1 removed.')).toBeVisible();
    // It shows no card of its own.
    await expect(page.getByRole('article', { name: 'Syncing' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Changes' }).locator('summary')).toHaveCount(3);
  });
});
