import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { type ConsoleGuard, guardConsole } from '../../support/console-guard.ts';
import { type FakeGitHost, fakeGitHost } from '../../support/fake-git-host.ts';
import { type GitRepo, makeGitRepo } from '../../support/make-git-repo.ts';
import { chooseMore, expect, expectIngested, goTo, onlyChromium, results, search, test } from '../app/story.ts';
import { button, killTab } from './sites-test.ts';

onlyChromium('the driver of Firefox cannot give a folder to an input');

const RAW = 'raw.githubusercontent.com';
const TOKEN = 'ghp_secret0123456789token';

interface Place {
  readonly app: Page;
  readonly context: BrowserContext;
  readonly repo: GitRepo;
  readonly host: FakeGitHost;
  readonly guard: ConsoleGuard;
  close(): Promise<void>;
}

/** The built app in a browser for which the names of the hosts lead to loopback. */
async function open(baseURL: string): Promise<Place> {
  const repo = makeGitRepo({
    'README.md': '# Acme\n\nRun the installer and wait for the lighthouse.\n',
    '.gitignore': 'dist/\n',
    'dist/out.js': 'left out, though it is tracked',
    'docs/guide.md': '# Guide\n\n## Climb\n\nThe stairs of the lighthouse are steep.\n',
    'src/client.ts': 'export class Client {\n  start(): void {}\n}\n',
  });
  const host = await fakeGitHost(repo, { tls: true });
  const { args = [], ...options } = test.info().project.use.launchOptions as LaunchOptions;
  const rules = Object.keys(host.hosts).map((name) => `MAP ${name}:443 127.0.0.1:${host.port}`);
  const browser = await chromium.launch({
    ...options,
    args: [...args, `--host-resolver-rules=${rules.join(',')}`, '--ignore-certificate-errors'],
  });
  const context = await browser.newContext({ baseURL });
  const guard = await guardConsole(context);
  const app = await context.newPage();
  await app.goto('./');
  return {
    ...{ app, context, repo, host, guard },
    async close() {
      expect(guard.unexpected()).toEqual([]);
      await browser.close();
      await host.close();
      repo.delete();
    },
  };
}

async function addRepo(app: Page, address: string): Promise<void> {
  await app.getByRole('button', { name: 'Add site' }).first().click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(address);
  await expect(app.getByText('A repository or package')).toBeVisible();
  await button(app, 'Continue').click();
}

/** Returns the rows of every table in IndexedDB. */
function readTables(app: Page): Promise<Record<string, unknown[]>> {
  return app.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const tables: Record<string, unknown[]> = {};
    for (const { name } of await indexedDB.databases()) {
      const db = await ask(indexedDB.open(name as string));
      for (const store of db.objectStoreNames)
        tables[store] = await ask(db.transaction(store).objectStore(store).getAll());
      db.close();
    }
    // As JSON: some rows hold what a driver cannot send.
    return JSON.parse(JSON.stringify(tables));
  });
}

/** Returns the stored index_id of every collection. */
async function readIndexIds(app: Page): Promise<string[]> {
  const { collections = [] } = await readTables(app);
  return collections.map((row) => (row as { index_id: string }).index_id);
}

/** Everything that IndexedDB, the private file system and the storage of the page hold, as text. */
async function readAllStored(app: Page): Promise<string> {
  const files = await app.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry.kind === 'directory') await walk(entry);
        else texts.push(await (await entry.getFile()).text().catch(() => ''));
      }
    };
    await walk(await navigator.storage.getDirectory());
    return texts.join('\n');
  });
  return files + JSON.stringify(await readTables(app));
}

const askedFor = ({ host }: Place, name: string) =>
  host.asks.filter((ask) => ask.host === name).map(({ path }) => path);

test('[R4] a repository has the same index_id as its checked-out folder, and a sync fetches only changes @long', async ({
  server,
}) => {
  const place = await open(server.url);
  const { app, repo, host } = place;
  await app.locator('input[type=file][webkitdirectory]').first().setInputFiles(repo.path);
  await expectIngested(app, 4);

  await goTo(app, 'Library');
  await app.getByRole('button', { name: 'New collection' }).click();
  await addRepo(app, 'github.com/owner/repo');
  await expect(app.getByLabel('Branch', { exact: true })).toHaveValue('main');
  await button(app, 'Start').click();
  await expect(app.getByText(/4 saved/)).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => new Set(await readIndexIds(app)).size).toBe(1);
  expect(await readIndexIds(app)).toHaveLength(2);
  expect(askedFor(place, RAW)).toHaveLength(4);

  await goTo(app, 'Search');
  await search(app, 'stairs');
  await results(app).first().click();
  await button(app, 'Open at github.com').click();
  const commit = repo.git('rev-parse', 'HEAD').trim();
  await expect(app.getByText(new RegExp(`/owner/repo/blob/${commit}/docs/guide.md#L\\d+-L5`)).first()).toBeVisible();
  await app.keyboard.press('Escape');

  repo.write({ 'docs/guide.md': '# Guide\n\nThere is a lift for the ptarmigan now.\n' });
  const next = repo.commit('a lift');
  host.asks.length = 0;
  await goTo(app, 'Library');
  await expect(app.getByText(`at ${commit.slice(0, 6)}`)).toBeVisible();
  await app.getByRole('button', { name: 'Sync owner/repo' }).click();
  await expect(app.getByText(/1 saved · 3 unchanged/)).toBeVisible({ timeout: 30_000 });
  expect(askedFor(place, RAW)).toEqual([`/owner/repo/${next}/docs/guide.md`]);
  await goTo(app, 'Library');
  await expect(app.getByText(`at ${next.slice(0, 6)}`)).toBeVisible();
  await goTo(app, 'Search');
  await search(app, 'ptarmigan');
  await expect(results(app).first()).toContainText('guide.md');
  await place.close();
});

test('[R4] another branch of the same repository replaces what the first one had @long', async ({ server }) => {
  const place = await open(server.url);
  const { app, repo, host } = place;
  await addRepo(app, 'github.com/owner/repo');
  await button(app, 'Start').click();
  await expect(app.getByText(/4 saved/)).toBeVisible({ timeout: 30_000 });
  repo.git('checkout', '-q', '-b', 'next');
  repo.remove('src');
  repo.write({ 'docs/guide.md': '# Guide\n\nThere is a lift for the ptarmigan now.\n' });
  const commit = repo.commit('a lift');
  host.asks.length = 0;

  await goTo(app, 'Library');
  await chooseMore(app, 'source', 'Branch…');
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Branch', { exact: true }).selectOption('next');
  await expect(dialog.getByLabel('Branch', { exact: true })).toHaveValue('next');
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await expect(app.getByText(/1 saved · 2 unchanged/)).toBeVisible({ timeout: 30_000 });
  expect(askedFor(place, RAW)).toEqual([`/owner/repo/${commit}/docs/guide.md`]);
  await app.getByRole('link', { name: 'Show files' }).first().click();
  await expect(app.getByRole('treeitem', { name: /guide\.md/ })).toBeVisible();
  await expect(app.getByText('client.ts')).toHaveCount(0);
  await goTo(app, 'Library');
  await expect(app.getByText(`at ${commit.slice(0, 6)}`)).toBeVisible();
  expect(await readIndexIds(app)).toHaveLength(1);
  await place.close();
});

test('[R3] a private repository asks for a token, which nothing stores or logs @long', async ({ server }) => {
  const place = await open(server.url);
  const { app, host, guard } = place;
  // The browser itself writes a line for each answer that is an error.
  guard.allow(/Failed to load resource.*404/);
  host.trouble.token = TOKEN;
  await addRepo(app, 'https://github.com/owner/repo/tree/main/docs');
  await expect(app.getByText(/If it's private, enter a token/)).toBeVisible();
  await app.getByLabel('Token (for private repositories)').fill(TOKEN);
  await button(app, 'Try again').click();
  await expect(app.getByLabel('Folder', { exact: true })).toHaveValue('docs');
  await button(app, 'Start').click();
  await expect(app.getByText(/1 saved/)).toBeVisible({ timeout: 30_000 });
  const bearers = host.asks.filter(({ headers }) => headers.authorization !== undefined);
  expect(new Set(bearers.map((ask) => ask.host))).toEqual(new Set(['api.github.com']));
  expect(askedFor(place, RAW)).toEqual([]);

  await app.getByRole('status', { name: 'Network requests' }).click();
  expect(await app.content()).not.toContain(TOKEN);
  await app.keyboard.press('Escape');
  const stored = await readAllStored(app);
  expect(stored).toContain('lighthouse');
  expect(stored).not.toContain(TOKEN);
  expect(guard.lines.join('\n')).not.toContain(TOKEN);
  await place.close();
});

test('[R2] a rate limit is shown with its end, in the form and in the waiting job @long', async ({ server }) => {
  const place = await open(server.url);
  const { app, host, guard } = place;
  guard.allow(/Failed to load resource.*40[34]/);
  host.trouble.limitUntil = Math.floor(Date.now() / 1_000) + 1_800;
  for (const branch of ['main', 'master'])
    host.trouble.instead.set(`data.jsdelivr.com/v1/packages/gh/owner/repo@${branch}?structure=flat`, { status: 404 });
  await addRepo(app, 'github.com/owner/repo');
  await expect(app.getByText(/rate limit is used up.*The rate limit resets at/)).toBeVisible();
  await button(app, 'Cancel').click();

  // Known before the limit was met: its sync waits, and can be stopped.
  host.trouble.limitUntil = 0;
  await app.reload();
  await addRepo(app, 'github.com/owner/repo');
  await button(app, 'Start').click();
  await expect(app.getByText(/4 saved/)).toBeVisible({ timeout: 30_000 });
  host.trouble.limitUntil = Math.floor(Date.now() / 1_000) + 1_800;
  await goTo(app, 'Library');
  await app.getByRole('button', { name: /^Sync / }).click();
  await expect(app.getByText(/api.github.com requested a pause until/)).toBeVisible({ timeout: 20_000 });
  await app.getByRole('combobox', { name: 'Show' }).first().selectOption('problem');
  await app.getByRole('combobox', { name: 'Kind' }).first().selectOption('rate-limit');
  await expect(app.getByText(/rate limited until/).first()).toBeVisible();
  await app.getByRole('combobox', { name: 'Kind' }).first().selectOption('submodule');
  await expect(app.getByText('No events.').first()).toBeVisible();
  await button(app, 'Stop').click();
  await expect(app.getByText('stopped', { exact: true })).toBeVisible();
  await goTo(app, 'Search');
  await search(app, 'stairs');
  await expect(results(app).first()).toContainText('guide.md');
  await place.close();
});

test('[S15] a tab closed during a repository import leaves a job to resume @long', async ({ server }) => {
  const place = await open(server.url);
  const { repo, host, context } = place;
  let { app } = place;
  const names = Array.from({ length: 60 }, (_, i) => `more/${i}.md`);
  repo.write(Object.fromEntries(names.map((name, i) => [name, `# Part ${i}\n\nThe heron of part ${i}.\n`])));
  repo.commit('more');
  await addRepo(app, 'github.com/owner/repo');
  await button(app, 'Start').click();
  // The first checkpoint comes after a second.
  await expect.poll(() => askedFor(place, RAW).length, { intervals: [50] }).toBeGreaterThan(30);
  await killTab(app, context, 'close');
  app = await context.newPage();
  await app.goto('./#/jobs');
  await expect(app.getByText('paused', { exact: true })).toBeVisible();
  // Requests that were running when the tab closed have arrived by now.
  const before = askedFor(place, RAW).length;
  host.asks.length = 0;
  await app.waitForTimeout(500);
  expect(askedFor(place, RAW)).toEqual([]);
  await button(app, 'Resume').click();
  await expect(button(app, 'Retry failed')).toBeVisible({ timeout: 40_000 });
  const after = askedFor(place, RAW);
  expect(new Set(after).size).toBe(after.length);
  expect(after.length).toBeLessThan(64);
  expect(before + after.length).toBeGreaterThanOrEqual(64);
  await goTo(app, 'Library');
  await expect(app.getByText(/64 files/).first()).toBeVisible();
  await place.close();
});
