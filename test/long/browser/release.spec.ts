import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { atEnd, expect, test } from '../../support/app-test.ts';

let release: string;
let work: string;

test.beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'quire-release-'));
  release = join(work, 'release');
  const env = { ...process.env, QUIRE_RELEASE: release, QUIRE_EXTENSION: join(work, 'extension') };
  execFileSync('node', ['scripts/release.mjs', '--dry-run'], { env, stdio: 'pipe', maxBuffer: 1 << 28 });
});
test.afterAll(() => rmSync(work, { recursive: true, force: true }));

function unzip(name: string): Record<string, Uint8Array> {
  return unzipSync(readFileSync(join(release, name)));
}

function read(files: Record<string, Uint8Array>, name: string): string {
  return new TextDecoder().decode(files[name]);
}

test('every file of a release is in its checksums', () => {
  const rows = readFileSync(join(release, 'checksums.txt'), 'utf8').trim().split('\n');
  const made = readdirSync(release).filter((name) => name !== 'checksums.txt');
  expect(rows.map((row) => row.split('  ')[1])).toEqual(made.sort());
  for (const row of rows) {
    const [sum, name = ''] = row.split('  ');
    expect(
      createHash('sha256')
        .update(readFileSync(join(release, name)))
        .digest('hex'),
    ).toBe(sum);
  }
  expect(readFileSync(join(release, 'notes.md'), 'utf8')).toContain('**Find and read**');
});

test('the app of a release opens from a plain host and searches', async ({ page }) => {
  const root = join(work, 'web');
  for (const [name, bytes] of Object.entries(unzip('quire-web.zip'))) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), bytes);
  }
  const server = await startStaticServer({ root });
  atEnd(server.stop);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Open sample' }).click();
  await page.getByRole('searchbox', { name: 'Search this collection' }).fill('chunk');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem').first()).toBeVisible();
});

test('the command of a release runs in an empty folder', () => {
  const folder = join(work, 'empty');
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'docs', 'retries.md'), '# Retries\n\nA failed request is retried twice.\n');
  const file = String(readdirSync(release).find((name) => name.endsWith('.tgz')));
  copyFileSync(join(release, file), join(folder, file));
  const npx = (...given: string[]) =>
    execFileSync('npx', ['--yes', '--offline', `./${file}`, ...given], { cwd: folder, encoding: 'utf8' });
  expect(npx('--help')).toContain('  search    Prints the best chunks');
  expect(npx('search', 'docs', 'how often is a request retried')).toContain('retries.md');
});

for (const browser of ['chromium', 'firefox'])
  test(`the companion for ${browser} has every file that its manifest names`, () => {
    const files = unzip(`quire-companion-${browser}.zip`);
    const manifest = JSON.parse(read(files, 'manifest.json'));
    const named = [
      ...manifest.background.scripts,
      ...manifest.content_scripts.flatMap(({ js }: { js: string[] }) => js),
      manifest.action.default_popup,
      ...Object.values(manifest.icons),
    ];
    expect(named.filter((name) => files[name] === undefined)).toEqual([]);
    expect(manifest.host_permissions.length).toBeGreaterThan(0);
  });
