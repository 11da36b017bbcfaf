import type { Page } from '@playwright/test';
import { openStorePage, run } from './call-page.ts';
import { expect, test } from './store-test.ts';

const theirs = [
  'theirs.txt',
  'their-folder/a.bin',
  'quire/theirs.txt',
  'quire/their-folder/g1-leaves-00000000deadbeef.quire',
];

test('OPFS files of other apps are never touched', async ({ page, bundled }) => {
  await openStorePage(page, bundled.url);
  for (const path of theirs) await plant(page, path);
  expect(await run(page, 'worker', 'liveAndDie', 'a')).toBe(1);
  expect(await listOpfs(page)).toEqual([...theirs].sort());
});

test('the app requests persistent storage, and the panel shows the result', async ({ page, bundled, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test answer the question');
  await openStorePage(page, bundled.url);
  expect(await run(page, 'page', 'persist')).toBe(false);
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(bundled.url);
  const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo;
  const context = browserContextId === undefined ? {} : { browserContextId };
  const permission = { name: 'persistent-storage' };
  await session.send('Browser.setPermission', { origin, permission, setting: 'granted', ...context });
  await session.send('Browser.grantPermissions', { origin, permissions: ['durableStorage'], ...context });
  expect(await run(page, 'page', 'persist')).toBe(true);
  // Workers cannot ask, only learn the answer.
  expect(await run(page, 'worker', 'persist')).toBe(true);
  const use = await run(page, 'worker', 'readUse');
  expect(use).toMatchObject({ backend: 'opfs', persisted: true });
  expect(use.quotaBytes).toBeGreaterThan(0);
});

function plant(page: Page, path: string): Promise<void> {
  return page.evaluate(async (names) => {
    let directory = await navigator.storage.getDirectory();
    for (const name of names.slice(0, -1)) directory = await directory.getDirectoryHandle(name, { create: true });
    const file = await directory.getFileHandle(names.at(-1) as string, { create: true });
    const stream = await file.createWritable();
    await stream.write('theirs');
    await stream.close();
  }, path.split('/'));
}

function listOpfs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    const walk = async (directory: FileSystemDirectoryHandle, prefix: string) => {
      for await (const [name, entry] of directory.entries()) {
        if (entry.kind === 'file') paths.push(prefix + name);
        else await walk(entry as FileSystemDirectoryHandle, `${prefix}${name}/`);
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return paths.sort();
  });
}
