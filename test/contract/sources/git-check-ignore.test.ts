import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeFolder } from '../../../src/cli/node-folder.ts';
import { createSource } from '../../../src/sources/create-source.ts';
import { createRandom } from '../../support/random.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { scanAll } from '../../support/scan-all.ts';

const NAMES = [
  ...['a', 'b', 'ab', 'abc', 'foo', 'bar', 'Foo', 'src', 'lib', 'dist', 'x.log', 'y.log', 'a.txt', 'b.md', 'c.js'],
  ...'foo.bar¦.hid¦a-b¦[x]¦a b¦é¦temp¦temp1¦#a¦!b¦back\\slash¦star*¦trail ¦日本'.split('¦'),
];

const PIECES = [
  ...'a b ab abc foo bar src lib dist temp * ** *.log *.txt a* *b ? ?? f?o *.*'.split(' '),
  ...'[ab] [!a]* [^a-c]* [a-c] [[:alpha:]] [[:upper:]]* []x] \\[x\\] *[ [a- f**o *** .* é ?é'.split(' '),
  ...'\\#a \\!b'.split(' '),
  ...'star\\*¦back\\\\slash¦tra*\\ ¦[[:bad:]]¦[\\]a]*¦[a-\\c]¦temp[0-9]¦Foo¦FOO¦日?¦[é]'.split('¦'),
  // Stars next to plain text, classes that span a slash or are written backwards, and brackets that are never closed.
  ...['a**', '**b', 'foo**', '[a/b]', '[z-a]*', '[a-c-e]', '[[:space:]]*', '[[:]', '[!]a]*', '*a*b*', '**/**', '\\a'],
];

type Random = ReturnType<typeof createRandom>;

function makePattern(random: Random): string {
  const count = 1 + random.below(random.next() < 0.5 ? 1 : 4);
  let pattern = Array.from({ length: count }, () => random.pick(PIECES)).join('/');
  if (random.next() < 0.25) pattern = `/${pattern}`;
  if (random.next() < 0.25) pattern = `${pattern}/`;
  if (random.next() < 0.3) pattern = `!${pattern}`;
  if (random.next() < 0.05) pattern = `${pattern}  `;
  if (random.next() < 0.03) pattern = `${pattern}\\`;
  return pattern;
}

function makeIgnoreFile(random: Random): string {
  const lines = Array.from({ length: 1 + random.below(6) }, () => makePattern(random));
  if (random.next() < 0.2) lines.splice(random.below(lines.length), 0, '# a comment', '', '   ');
  const end = random.next() < 0.2 ? '\r\n' : '\n';
  return (random.next() < 0.05 ? '\ufeff' : '') + lines.join(end) + (random.next() < 0.8 ? end : '');
}

function makeTree(seed: number): ReadonlyMap<string, string> {
  const random = createRandom(seed);
  const files = new Map<string, string>();
  const directories = [''];
  for (let i = 0; i < 12; i++) directories.push(`${random.pick(directories)}${random.pick(NAMES)}/`);
  for (const directory of new Set(directories)) {
    for (let i = 0; i < 12; i++) files.set(directory + random.pick(NAMES), 'x');
    if (directory === '' || random.next() < 0.4) files.set(`${directory}.gitignore`, makeIgnoreFile(random));
  }
  for (const path of [...files.keys()]) if (directories.includes(`${path}/`)) files.delete(path);
  return files;
}

/** Rules of the person who runs the test must not count. */
const NO_CONFIG = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  XDG_CONFIG_HOME: '/nowhere',
};

/** `path → rule` in our spelling, from `git check-ignore -v`. */
function askGit(root: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const args = ['check-ignore', '--no-index', '-v', '-z', '--stdin'];
  const { stdout } = spawnSync('git', args, {
    cwd: root,
    env: NO_CONFIG,
    input: `${paths.join('\0')}\0`,
    maxBuffer: 1 << 26,
  });
  const fields = stdout.toString('utf8').split('\0');
  const rules = new Map<string, string>();
  for (let i = 0; i + 3 < fields.length; i += 4) {
    const [source, line, pattern, path] = fields.slice(i, i + 4) as [string, string, string, string];
    if (!pattern.startsWith('!')) rules.set(path, `${source}:${line} ${pattern}`);
  }
  return rules;
}

const roots: string[] = [];
const SEEDS = sampleSize({ sample: 8, whole: 20 });

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

function writeTree(files: ReadonlyMap<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'quire-ignore-'));
  roots.push(root);
  for (const [path, text] of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync('git', ['init', '-q', '--template=', root]);
  return root;
}

describe('ignore files', () => {
  it('are decided, with the same rule, as git check-ignore does on generated paths', async () => {
    const wrong: unknown[] = [];
    let asked = 0;
    let ignored = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const files = makeTree(seed);
      const root = writeTree(files);
      const git = askGit(root, [...files.keys()]);
      const source = createSource({ type: 'folder', name: 'tree', handle: nodeFolder(root) });
      const scanned = await scanAll(source, { useDefaultList: false, exclude: ['/.git'] });
      const taken = new Set(scanned.files.map((file) => file.path));
      for (const path of files.keys()) {
        const skip = scanned.skips.find(
          (row) => row.path === path || (row.isDirectory && path.startsWith(`${row.path}/`)),
        );
        const ours = taken.has(path) ? undefined : (skip?.rule ?? 'lost');
        if (ours !== git.get(path)) wrong.push({ seed, path, ours, git: git.get(path) });
        asked++;
        if (ours !== undefined) ignored++;
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(100 * SEEDS);
    expect(ignored).toBeGreaterThan(20 * SEEDS);
    expect(asked - ignored).toBeGreaterThan(20 * SEEDS);
  });
});
