import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listFiles, readFigures } from '../../browser/app/real-trees.ts';
import { dropOn, expect, onlyChromium, results, search, test } from '../../browser/app/story.ts';
import { testData } from '../../support/test-data.ts';

onlyChromium('a large tree cannot be sent to Firefox as a drop by script; flask is, in another test');

const PROJECTS = ['flask', 'metro', 'pytest', 'requests', 'sphinx'];
const PACKAGES = ['typescript', 'zod', 'lighthouse', 'react-aria-components', 'gpt-tokenizer'];
const READ_MS = 300_000;

let root = '';
test.beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quire-trees-'));
});
test.afterAll(() => rmSync(root, { recursive: true, force: true }));

for (const [name, find] of listTrees()) {
  test(`${name}: dropped, every file is accounted for, and the console stays empty`, async ({ page }) => {
    const path = find();
    test.skip(path === undefined, `${name} is not on this machine`);
    if (path === undefined) return;
    await page.goto('./');
    await dropOn(page, [path]);
    const large = page.getByRole('dialog', { name: 'Large import' }).getByRole('button').last();
    await page.addLocatorHandler(large, () => large.click());
    const { indexed, withoutText, failed } = await readFigures(page, READ_MS);
    expect(indexed).toBeGreaterThan(0);
    expect(failed).toBe(0);
    expect(indexed + withoutText).toBe(countWanted(path));
    await search(page, 'the');
    await expect(results(page).first()).toBeVisible();
  });
}

function listTrees(): readonly (readonly [name: string, find: () => string | undefined])[] {
  return [
    ...PROJECTS.map((name) => [name, () => unpack(name)] as const),
    ...PACKAGES.map((name) => [name, () => findFolder(resolve('node_modules', name))] as const),
    ['the Python library', findPython] as const,
    ['system docs', () => findFolder('/usr/share/doc')] as const,
  ];
}

function unpack(project: string): string | undefined {
  if (!testData.available) return undefined;
  const path = join(root, project);
  mkdirSync(path);
  execFileSync('tar', ['xzf', testData.path('packs', project, 'snapshot.tar.gz'), '-C', path]);
  return path;
}

function findFolder(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

function findPython(): string | undefined {
  try {
    const script = 'import sysconfig; print(sysconfig.get_paths()["stdlib"])';
    return findFolder(execFileSync('python3', ['-c', script], { encoding: 'utf8' }).trim());
  } catch {
    return undefined;
  }
}

interface Ingested {
  readonly skipped: readonly { readonly path: string; readonly isDirectory: boolean; readonly reason: string }[];
}

/** All files on the disk but those that the same engine says, under Node, that it leaves out. */
function countWanted(path: string): number {
  const args = ['run', '-s', 'harness', '--', 'ingest', path, '--json'];
  const { skipped } = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1e9 })) as Ingested;
  const files = listFiles(path).length;
  return skipped.reduce((left, skip) => left - countSkipped(join(path, skip.path), skip.isDirectory), files);
}

function countSkipped(path: string, isDirectory: boolean): number {
  if (isDirectory) return listFiles(path).length;
  return lstatSync(path).isFile() ? 1 : 0;
}
