import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import {
  chooseFiles,
  dropOn,
  expect,
  expectIngested,
  FILES,
  goTo,
  onlyChromium,
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

test('changes in a watched folder are reported, and one click imports them', async ({ page }) => {
  await openWithPicker(page);
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: 'Watch remembered folders for changes' }).click();
  await goTo(page, 'Search');
  // The observer starts a moment after the switch; what was written before is not seen.
  await expect(async () => {
    await writePicked(page, { 'guides/walrus.md': '# Walrus\n\nIt has tusks.\n' });
    await expect(page.getByText('has changed on disk')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Sync changes' }).click();
  await expect(page.getByRole('link', { name: '1 indexed' })).toBeVisible();
  await search(page, 'tusks');
  await expect(results(page)).toHaveCount(1);
});
