import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFolder } from '../../../src/cli/node-folder.ts';
import type { FileSource, ScanOptions } from '../../../src/sources/contract.ts';
import { createSource } from '../../../src/sources/create-source.ts';
import { fakeFolder } from '../../support/fake-folder.ts';
import { type FileTexts, makeTar, makeTarGz, makeZip, toBlob } from '../../support/make-archives.ts';
import { pathsOf, scanAll } from '../../support/scan-all.ts';

const FILES: FileTexts = {
  '.gitignore': '*.log\n!keep.log\n/out/\n# no\n',
  'README.md': '# Read me\n',
  'a.log': 'ignored',
  'keep.log': 'kept',
  'out/made.txt': 'ignored',
  'src/out/not-made.txt': 'kept: the rule is anchored',
  'src/.gitignore': 'tmp-?.txt\n!a.log\n',
  'src/.ignore': 'secret.txt\n',
  'src/a.log': 'kept by the nearer file',
  'src/tmp-1.txt': 'ignored',
  'src/secret.txt': 'ignored',
  'src/deep/er/tmp-2.txt': 'ignored',
  'src/deep/er/x.ts': 'export const x = 1;\n',
  'cafe\u0301.md': 'decomposed name',
  '1.txt': 'integer-like names keep their place',
  'node_modules/left/index.js': 'default',
  'packages/a/node_modules/b/index.js': 'default',
  'packages/a/build': 'a file of that name is no build directory',
  'yarn.lock': 'default',
  'app.min.js': 'default',
  'app.js.map': 'default',
  'empty.txt': '',
};

const WAYS = ['folder', 'fake folder', 'files', 'zip', 'zip with its folder', 'tar', 'tar.gz with its folder'] as const;

let root = '';
beforeAll(() => {
  root = join(mkdtempSync(join(tmpdir(), 'quire-ways-')), 'repo');
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(dirname(root), { recursive: true }));

const INSIDE = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`repo/${path}`, text]));

async function open(way: (typeof WAYS)[number]): Promise<FileSource> {
  switch (way) {
    case 'folder':
      return createSource({ type: 'folder', name: 'repo', handle: nodeFolder(root) });
    case 'fake folder':
      return createSource({ type: 'folder', name: 'repo', handle: fakeFolder(FILES) });
    case 'files': {
      const files = Object.entries(FILES).map(([path, text]) => ({ path, file: new File([text], path) }));
      return createSource({ type: 'files', name: 'repo', files });
    }
    case 'zip':
      return createSource({ type: 'archive', name: 'other.zip', file: toBlob(makeZip(FILES)) });
    case 'zip with its folder':
      return createSource({ type: 'archive', name: 'repo.zip', file: toBlob(makeZip(INSIDE)) });
    case 'tar':
      return createSource({ type: 'archive', name: 'other.tar', file: toBlob(await makeTar(FILES)) });
    case 'tar.gz with its folder':
      return createSource({ type: 'archive', name: 'repo.tar.gz', file: toBlob(await makeTarGz(INSIDE)) });
  }
}

async function describeScan(way: (typeof WAYS)[number], options: Partial<ScanOptions> = {}) {
  const source = await open(way);
  const { files, skips, warnings } = await scanAll(source, options);
  const texts: [string, number, string][] = [];
  for (const file of files) texts.push([file.path, file.size, new TextDecoder().decode(await file.read())]);
  return { texts, skips, warnings, incomplete: source.incomplete };
}

describe.each(WAYS)('a way in: %s', (way) => {
  it('gives the same paths, bytes and skips as every other [E2]', async () => {
    const scan = await describeScan(way);
    expect(scan).toEqual(await describeScan('folder'));
    expect(scan.incomplete).toBe(false);
    expect(scan.texts.map(([path]) => path)).toEqual([
      ...[
        '.gitignore',
        '1.txt',
        'README.md',
        'caf\u00e9.md',
        'empty.txt',
        'keep.log',
        'packages/a/build',
        'src/.gitignore',
        'src/.ignore',
      ],
      ...['src/a.log', 'src/deep/er/x.ts', 'src/out/not-made.txt'],
    ]);
  });

  it('names the exact rule of every skip, with one skip for a whole directory', async () => {
    const { skips } = await describeScan(way);
    expect(skips.map((skip) => [skip.path, skip.isDirectory, skip.reason, skip.rule])).toEqual([
      ['a.log', false, 'ignored', '.gitignore:1 *.log'],
      ['app.js.map', false, 'default', 'default *.map'],
      ['app.min.js', false, 'default', 'default *.min.*'],
      ['node_modules', true, 'default', 'default node_modules'],
      ['out', true, 'ignored', '.gitignore:3 /out/'],
      ['packages/a/node_modules', true, 'default', 'default node_modules'],
      ['src/deep/er/tmp-2.txt', false, 'ignored', 'src/.gitignore:1 tmp-?.txt'],
      ['src/secret.txt', false, 'ignored', 'src/.ignore:1 secret.txt'],
      ['src/tmp-1.txt', false, 'ignored', 'src/.gitignore:1 tmp-?.txt'],
      ['yarn.lock', false, 'default', 'default *.lock'],
    ]);
  });

  it('includes win over ignore rules and the default list, excludes over everything', async () => {
    const options = { include: ['out/made.txt', 'node_modules'], exclude: ['*.md', 'src'] };
    const { texts, skips } = await describeScan(way, options);
    const paths = texts.map(([path]) => path);
    expect(paths).toContain('out/made.txt');
    expect(paths).toContain('node_modules/left/index.js');
    expect(paths).toContain('keep.log');
    expect(paths).not.toContain('README.md');
    expect(skips).toContainEqual({ path: 'src', isDirectory: true, reason: 'excluded', rule: 'exclude src' });
    expect(skips).toContainEqual({
      path: 'packages/a/node_modules',
      isDirectory: true,
      reason: 'default',
      rule: 'default node_modules',
    });
  });

  it('an include with a wildcard skips what it does not match, and does not restore ignored files', async () => {
    const { texts, skips } = await describeScan(way, { include: ['src/**/*.{ts,txt}'] });
    expect(texts.map(([path]) => path)).toEqual(['src/deep/er/x.ts', 'src/out/not-made.txt']);
    expect(pathsOf(skips.filter((skip) => skip.reason === 'ignored'))).toContain('src/secret.txt');
    expect(pathsOf(skips.filter((skip) => skip.reason === 'not-included'))).toContain('README.md');
  });

  it('a plain path next to a wildcard still restores ignored files', async () => {
    const { texts } = await describeScan(way, { include: ['src/**/*.ts', '/src/secret.txt', 'node_modules/**'] });
    expect(texts.map(([path]) => path)).toEqual(['src/deep/er/x.ts', 'src/secret.txt']);
  });

  it('a file over the limit is a skip that names limit and actual size', async () => {
    const { skips } = await describeScan(way, { maxFileBytes: 30 });
    const tooLarge = skips.filter((skip) => skip.reason === 'too-large');
    expect(tooLarge).toContainEqual({
      path: '1.txt',
      isDirectory: false,
      reason: 'too-large',
      limit: 30,
      actual: 35,
    });
  });

  it('without ignore files and the default list everything is included', async () => {
    const { texts, skips } = await describeScan(way, { useIgnoreFiles: false, useDefaultList: false });
    expect(texts).toHaveLength(Object.keys(FILES).length);
    expect(skips).toEqual([]);
  });
});

it('files of a folder on the disk are read in batches, whether they are Blobs or not', async () => {
  const { files } = await scanAll(await open('folder'), {});
  expect(files.filter(({ openBlob }) => openBlob === undefined)).toEqual([]);
});
