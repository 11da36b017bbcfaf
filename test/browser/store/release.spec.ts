import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '../../support/app-test.ts';
import type { Dump } from '../../support/restore-dump.ts';

const home = resolve(import.meta.dirname, '../../contract/releases');
/** The last of the release candidates each time, with the upgrade of its format; the others with the long tests. */
const releases = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory());

for (const [i, { name }] of releases.entries())
  test(`what ${name} stored in OPFS and IndexedDB opens in this app with the same search results${i < releases.length - 1 ? ' @long' : ' @long-in-firefox'}`, async ({
    page,
    consoleGuard,
  }) => {
    // The browser itself requests it for the text page.
    consoleGuard.allow(/favicon\.ico/);
    const dump = gunzipSync(readFileSync(join(home, name, 'database.json.gz'))).toString();
    // A page of the origin without the app.
    await page.goto('./licences.txt');
    await page.evaluate(storeDump, dump);
    await page.goto('./');
    const box = page.getByRole('searchbox', { name: 'Search this collection' });
    await box.pressSequentially('"wait for the lighthouse"');
    const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await expect(results).toHaveCount(1);
    await results.first().getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Chunk' })).toContainText(
      'Run the installer and wait for the lighthouse.',
    );
    await page.goto(page.url().replace(/(#\/c\/[^/?]+).*/, '$1/selections'));
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('code only');
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Changes' }).click();
    // The newest change is the update to this release.
    await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
  });

/** Runs in the page: rows go to the database of the app, stored files to OPFS, as the app itself keeps them. */
async function storeDump(text: string): Promise<void> {
  const { version, stores } = JSON.parse(text) as Dump;
  const decode = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const toValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(toValue);
    const { $blob, $bytes } = value as { $blob?: string; $bytes?: string };
    if ($blob !== undefined || $bytes !== undefined) return decode($blob ?? $bytes ?? '');
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toValue(inner)]));
  };
  const home = await (await navigator.storage.getDirectory()).getDirectoryHandle('quire', { create: true });
  for (const [key, value] of stores.files?.entries ?? []) {
    const [collection, file] = key as [string, string];
    const folder = await home.getDirectoryHandle(`c-${encodeURIComponent(collection)}`, { create: true });
    const stream = await (await folder.getFileHandle(file, { create: true })).createWritable();
    await stream.write(toValue(value) as Uint8Array<ArrayBuffer>);
    await stream.close();
  }
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('llmx-ingestor', version);
    request.onupgradeneeded = () => {
      for (const [store, { keyPath }] of Object.entries(stores)) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const names = Object.keys(stores).filter((store) => store !== 'files');
  const transaction = db.transaction(names, 'readwrite');
  for (const store of names)
    for (const [key, value] of stores[store]?.entries ?? []) {
      const row = toValue(value) as { files?: { where: string }[] };
      if (store === 'indexes') for (const file of row.files ?? []) file.where = 'opfs';
      transaction.objectStore(store).put(row, stores[store]?.keyPath === null ? key : undefined);
    }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = reject;
  });
  db.close();
}
