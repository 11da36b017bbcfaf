import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { test as base, expect } from '../../support/app-test.ts';
import { dropByScript, giveHands } from './firefox-hands.ts';

export { expect };

/** The test function of the stories: a folder of its own on the disk, gone afterwards. */
export const test = base.extend<{ folder: Folder; followsFolders: boolean }>({
  // Stories change files at their own pace; a sync in between would change what theirs finds.
  followsFolders: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  folder: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'quire-story-'));
    const folder = await makeFolder(join(root, 'acme-api'), FILES);
    await use(folder);
    rmSync(root, { recursive: true, force: true });
  },
  page: async ({ page, browserName, followsFolders }, use) => {
    if (!followsFolders)
      await page.addInitScript(() => {
        // An empty page has no storage.
        if (origin !== 'null') localStorage['quire.preferences'] ??= '{"watchFolders":false}';
      });
    if (browserName === 'firefox') await giveHands(page);
    await use(page);
  },
});

export interface Folder {
  readonly path: string;
  write(path: string, text: string): Promise<void>;
  remove(path: string): void;
}

export const FILES: Readonly<Record<string, string>> = {
  'README.md':
    '# Acme\n\nA small service that sends letters.\n\n## Install\n\nRun the installer and wait for the lighthouse.\n',
  'guides/limits.md':
    '# Limits\n\nEvery key has a limit.\n\n## Rate limits\n\n### What to do on 429\n\nRequests above the rate limit get 429. Retry after the number of seconds in the header; never retry writes without an idempotency key.\n',
  'guides/queues.md': '# Queues\n\n## Back-pressure\n\nWhen workers meet a rate limit the queue slows down.\n',
  'src/client.ts':
    'export class Client {\n  /** Waits as long as the server asks. */\n  async retryAfter(attempt: number) {\n    await sleep(attempt);\n  }\n}\n',
  'reference/errors.json': '{\n  "rate_limited": { "status": 429, "message": "Rate limit exceeded" }\n}\n',
  '.gitignore': 'dist/\n',
  'dist/bundle.js': 'console.log("left out");\n',
};

export async function makeFolder(path: string, files: Readonly<Record<string, string>>): Promise<Folder> {
  const write = async (name: string, text: string) => {
    const full = join(path, name);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, text);
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { path, write, remove: (name) => rmSync(join(path, name), { force: true }) };
}

/** Stories that only Chromium can tell, with the reason. */
export function onlyChromium(reason: string): void {
  test.skip(({ browserName }) => browserName !== 'chromium', reason);
}

/** Reason to skip specs that change a folder and sync it in browsers other than Chromium. */
export const NEEDS_HANDLE = 'only Chromium lets a page read a folder again without asking';

/** In Firefox these stories run with the long tests, where it has time for them. */
export function longInFirefox(): void {
  test.skip(() => test.info().project.name === 'firefox', 'runs with the long tests');
}

/** A drop from the file manager: a real one in Chromium, in Firefox one with the same entries. */
export async function dropOn(page: Page, paths: readonly string[]): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  if (page.context().browser()?.browserType().name() !== 'chromium') return dropByScript(page, paths);
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: 160, y: 300, data });
  }
  await client.detach();
}

/** Chooses files by their names and contents, as with the button *Choose files*. */
export async function chooseFiles(page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  await page.locator('#choose-files-input').setInputFiles(toPayloads(files));
}

export function toPayloads(files: Readonly<Record<string, string | Uint8Array>>) {
  const mimeType = 'application/octet-stream';
  return Object.entries(files).map(([name, content]) => ({ name, mimeType, buffer: Buffer.from(content as string) }));
}

/** Imports the app's own documentation. */
export async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open sample' }).click();
  await expectFinished(page);
}

/** Waits until the page announces the end of an import, by default with any number of files. */
export async function expectFinished(page: Page, files: number | string = '\\d+'): Promise<void> {
  const said = page.getByText(new RegExp(`^Finished: ${files} indexed`)).first();
  await expect(said).toBeAttached({ timeout: 30_000 });
}

/** Waits until the collection's last ingest has its summary on screen. */
export async function expectIngested(page: Page, files: number): Promise<void> {
  await expect(page.getByRole('link', { name: `${files} indexed` })).toBeVisible({ timeout: 20_000 });
}

/** Chooses New collection for dropped files, and waits until the summary of that collection is on screen. */
export async function takeAsNewCollection(page: Page, files: number): Promise<void> {
  const before = readCollection(page);
  await page.getByRole('dialog').getByRole('button', { name: 'New collection' }).click();
  await expect.poll(() => readCollection(page)).not.toBe(before);
  await expectIngested(page, files);
}

function readCollection(page: Page): string | undefined {
  return /#\/c\/([^/?]+)/.exec(page.url())?.[1];
}

/** Makes another collection, of a folder next to the first one. */
export async function addFolder(
  page: Page,
  { path }: Folder,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const other = await makeFolder(join(path, '..', name), files);
  await dropOn(page, [other.path]);
  await takeAsNewCollection(page, Object.keys(files).length);
}

/** First visit, a folder dropped, everything read. */
export async function openFolder(page: Page, folder: Folder, files = 6): Promise<void> {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  await dropOn(page, [folder.path]);
  await expectIngested(page, files);
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search this collection' }).fill(text);
}

export function results(page: Page) {
  return page.getByRole('list', { name: 'Results' }).getByRole('listitem');
}

export async function goTo(page: Page, place: string): Promise<void> {
  // A published site has its places in a menu.
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: place, exact: true }).click();
}

/** Reads the folder of the only source again. */
export async function sync(page: Page): Promise<void> {
  await goTo(page, 'Library');
  await page.getByRole('button', { name: /^Sync / }).click();
}

/** Clicks a button that saves a file. */
export async function save(page: Page, button: string | RegExp): Promise<Download> {
  // As long as the test may take: an encrypted website takes a minute on a busy machine.
  const waiting = page.waitForEvent('download', { timeout: 0 });
  await page.getByRole('button', { name: button }).click();
  return waiting;
}

/** Presses the Tab key until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 40; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached with the Tab key').toBeFocused();
}

/** Chooses from the menu of a collection or a source. */
export async function chooseMore(page: Page, of: 'collection' | 'source', what: string): Promise<void> {
  await page
    .getByRole('button', { name: of === 'source' ? /^More for the source/ : /^More for (?!the source)/ })
    .click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

/** By how many pixels the page, or the place in it that scrolls, is wider than there is room. */
export function measureOver(page: Page): Promise<number> {
  return page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('main > div')];
    return Math.max(...places.map((element) => element.scrollWidth - element.clientWidth));
  });
}

/** Records what the page copies, even where a test may not read the clipboard. */
export async function recordClipboard(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const store = window as unknown as { copiedText: string };
    store.copiedText = '';
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: async (text: string) => {
          store.copiedText = text;
        },
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { copiedText: string }).copiedText);
}
