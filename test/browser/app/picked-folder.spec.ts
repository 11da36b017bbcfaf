import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import {
  chooseFiles,
  chooseMore,
  dropOn,
  expect,
  expectFinished,
  expectIngested,
  FILES,
  goTo,
  onlyChromium,
  openFolder,
  recordClipboard,
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
  await prepare(page);
  await page.getByRole('button', { name: 'Choose folder' }).first().click();
  await expectIngested(page, 6);
}

async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const picker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('acme-api');
    Object.assign(window, { showDirectoryPicker: picker });
  });
  await page.goto('./');
  await writePicked(page, FILES);
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

/** Returns the index_id, from an export. */
async function readIndexId(page: Page): Promise<string> {
  await goTo(page, 'Export');
  const files = unzipSync(await readFile(await (await save(page, 'Download compact archive')).path()));
  const manifest = Object.entries(files).find(([path]) => path.endsWith('manifest.llm.tsv'))?.[1];
  return (
    strFromU8(manifest ?? new Uint8Array())
      .split('\n')[0]
      ?.split('\t')[2] ?? ''
  );
}

test('[E2] a picked folder, a drop, the folder input and a zip have the same index_id @long', async ({
  page,
  folder,
}) => {
  await openWithPicker(page);
  const picked = await readIndexId(page);
  expect(picked).toMatch(/^[0-9a-f]{64}$/);

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

test('a dropped folder with names that the browser hides is synced without choosing it again @long', async ({
  page,
  folder,
}) => {
  await folder.write('guides/a: b?.md', '# Walrus\n\nIt has tusks.\n');
  await openFolder(page, folder, 7);
  await folder.write('guides/queues.md', '# Queues\n\nThe kingfisher waits.\n');
  await sync(page);
  await search(page, 'kingfisher');
  await expect(results(page).first()).toContainText('guides/queues.md');
  await search(page, 'tusks');
  await expect(results(page).first()).toContainText('a: b?.md');
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
    const messages = page.getByText(/^“acme-api” synced: /);
    // The observer starts a moment after the import; what was written before is not seen.
    let n = 0;
    await expect(async () => {
      for (const name of ['new', 'other']) await folder.write(`guides/${name}.md`, `# New\n\nWalrus ${++n} came.\n`);
      await expect(messages.first()).toBeVisible({ timeout: 6_000 });
    }).toPass();
    // It shows no card of its own.
    await expect(page.getByRole('article', { name: 'Syncing' })).toHaveCount(0);
    const numbers = (await messages.last().textContent())?.match(/\d+/g) ?? [];
    await page.getByRole('button', { name: 'Changes', exact: true }).last().click();
    const files = page.getByRole('list', { name: 'Changes' }).locator('summary');
    await expect(files).toHaveCount(numbers.reduce((sum, text) => sum + Number(text), 0));
  });
});

test('find, pack and sync with keys alone: the focus is always visible and never lost @long', async ({ page }) => {
  const copied = await recordClipboard(page);
  await prepare(page);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await expect.poll(() => page.evaluate(describeFocus), { message: `the focus after ${key}` }).toBe('visible');
    }
  };
  const pressUntil = async (key: string, target: Locator) => {
    await expect(target).toBeVisible();
    for (let i = 0; i < 60 && !(await isFocused(target)); i++) await press(key);
    await expect(target).toBeFocused();
  };

  // Find.
  await pressUntil('Tab', page.getByRole('button', { name: 'Choose folder' }));
  await page.keyboard.press('Enter');
  await expectFinished(page, 6);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('rate limit');
  await expect(results(page).first()).toBeVisible();
  await press('ArrowDown', 'j', 'k', 'Enter');
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('429');
  await pressUntil('Tab', page.getByRole('button', { name: 'Add to pack' }));
  await press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pack: 1 added' })).toBeVisible();
  await press('/', 'Escape');

  // Pack.
  await pressUntil('Tab', page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Pack' }));
  await press('Enter');
  const copy = page.getByRole('button', { name: 'Copy pack' });
  await expect(copy).toBeEnabled();
  await pressUntil('Tab', copy);
  await press('Enter');
  await expect.poll(copied).toContain('429');

  // Sync.
  await writePicked(page, { 'guides/walrus.md': '# Walrus\n\nIt has tusks.\n' });
  await press('g', 'l');
  const sync = page.getByRole('button', { name: 'Sync acme-api', exact: true });
  await pressUntil('Tab', sync);
  await press('Enter');
  await expect(page.getByText('“acme-api” synced: 1 added.')).toBeVisible();
  await expect.poll(() => page.evaluate(describeFocus)).toBe('visible');
  await pressUntil('Tab', page.getByRole('button', { name: 'Changes', exact: true }));
  await press('Enter');
  await pressUntil('Tab', page.getByRole('list', { name: 'Changes' }).getByRole('link').first());
  await press('Enter');
  await expect(page.getByRole('region', { name: 'File' })).toContainText('tusks');
});

/** An open list hides the rest of the page from assistive technology, and from a locator, until the next key. */
function isFocused(target: Locator): Promise<boolean> {
  return target
    .evaluate((element) => element === document.activeElement, undefined, { timeout: 500 })
    .catch(() => false);
}

/** Runs in the page: `visible`, or how the focus is not. A new screen has the focus as a whole, without a ring. */
function describeFocus(): string {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'lost';
  if (element.id === 'main') return 'visible';
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0 || bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth)
    return `outside: ${element.outerHTML.slice(0, 80)}`;
  // The search box shows the ring of its field around it.
  for (let one: Element | null = element, i = 0; one !== null && i < 3; one = one.parentElement, i++) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    if ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none') return 'visible';
  }
  return `no ring: ${element.outerHTML.slice(0, 80)}`;
}
