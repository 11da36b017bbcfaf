import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import {
  dropOn,
  expect,
  FILES,
  goTo,
  makeFolder,
  onlyChromium,
  results,
  save,
  search,
  test,
} from '../../browser/app/story.ts';
import { openKillable } from '../../browser/engine/killable-browser.ts';
import { addSite } from '../../browser/sites/sites-test.ts';
import { openSite } from '../../support/app-test.ts';
import { checkOutRelease } from '../../support/check-out-release.ts';
import { page as sitePage } from '../../support/fake-site.ts';
import { serveDist } from '../../support/serve-dist.ts';

onlyChromium('only Chromium lets a page read a folder again without asking');

const RELEASE = '1.0.0-rc.2';

/** A real profile: its service worker, permissions, databases and files are those that the release left. */
test(`what a browser has of ${RELEASE} is there after the upgrade: it is found, synced and exported`, async () => {
  const released = checkOutRelease(RELEASE);
  test.skip(released === undefined, `needs the history of the repository with ${RELEASE}`);
  if (released === undefined) return;
  execFileSync('npm', ['run', '-s', 'build'], { cwd: released, stdio: 'pipe', maxBuffer: 1 << 28 });
  const root = mkdtempSync(join(tmpdir(), 'quire-upgrade-'));
  const folder = await makeFolder(join(root, 'acme-api'), FILES);
  const site = await openSite({
    '/': sitePage('Home', ['/a']),
    '/a': sitePage('Reeds', [], 'A bittern booms in the reeds.'),
  });

  const before = await serveDist({ root: join(released, 'dist') });
  let browser = await openKillable(join(root, 'profile'));
  let { page } = browser;
  page.setDefaultTimeout(30_000);
  await page.goto(before.url);
  await dropOn(page, [folder.path]);
  await expect(page.getByRole('link', { name: '6 indexed' })).toBeVisible({ timeout: 30_000 });
  const address = page.url();
  await folder.write('guides/queues.md', '# Queues\n\nWhen workers meet a rate limit the queue slows down.\n');
  await goTo(page, 'Library');
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(page.getByText(/synced: 1 new or changed/)).toBeVisible();
  await page.goto(`${address}/selections`);
  await page.getByRole('textbox', { name: 'Include' }).fill('guides/**');
  await page.getByRole('textbox', { name: 'Name' }).fill('guides only');
  await goTo(page, 'Settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await goTo(page, 'Library');
  await addSite(page, `${site.origin}/`);
  await expect(page.getByText('done', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/Offline ready/)).toBeVisible({ timeout: 120_000 });
  await browser.close();
  await before.stop();

  const now = await serveDist({ port: Number(new URL(before.url).port) });
  expect(now.url).toBe(before.url);
  browser = await openKillable(join(root, 'profile'));
  page = browser.page;
  page.setDefaultTimeout(30_000);
  // The service worker of the release answers until its user takes the new one.
  await page.goto(address);
  await page.getByRole('button', { name: 'Reload to update' }).click({ timeout: 120_000 });
  await expect(page.getByRole('link', { name: 'Pack: 0 added' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await search(page, 'rate limit');
  await expect(results(page).first()).toContainText('limits.md');
  await page.goto(`${address}/selections`);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('guides only');
  await expect(page.getByRole('textbox', { name: 'Include' })).toHaveValue('guides/**');
  await goTo(page, 'Changes');
  // The upgrade itself is the newest state: its chunks are those of a newer chunker.
  await page.getByRole('combobox', { name: 'From' }).selectOption({ index: 2 });
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('queues.md');

  // Headless, the browser refuses what it would ask the user for: the folder is dropped again instead.
  await folder.write('guides/herons.md', '# Herons\n\nA heron waits in the reeds.\n');
  await dropOn(page, [folder.path]);
  await page.getByRole('dialog').getByRole('button', { name: /^Sync/ }).click();
  await expect(page.getByText(/1 added/).first()).toBeVisible();
  await page.goto(address);
  await search(page, 'heron');
  await expect(results(page)).toHaveCount(1);
  await goTo(page, 'Export');
  const archive = await save(page, 'Download full archive');
  const names = Object.keys(unzipSync(readFileSync(await archive.path())));
  expect(names).toContain('index.json');

  const requests = site.requests.length;
  await goTo(page, 'Library');
  await page
    .getByRole('article', { name: new URL(site.origin).host })
    .getByRole('button', { name: /^Sync / })
    .click();
  // The collection was not opened since the upgrade.
  await expect.poll(() => site.requests.length).toBeGreaterThan(requests);
  await goTo(page, 'Jobs');
  await expect(page.getByText(/2 visited · 0 saved · 2 unchanged/)).toBeVisible();
  await browser.close();
  await now.stop();
  rmSync(root, { recursive: true, force: true });
});
