import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFolder } from '../../../src/cli/node-folder.ts';
import { createSource } from '../../../src/sources/create-source.ts';
import type { DirectoryLike, EntryLike } from '../../../src/sources/directory-like.ts';
import { fakeFolder } from '../../support/fake-folder.ts';
import { pathsOf, SCAN_OPTIONS, scanAll } from '../../support/scan-all.ts';

const FILES = { 'a.txt': 'a', 'd/b.txt': 'b', 'd/e/c.txt': 'c', 'z.txt': 'z' };

function open(handle: DirectoryLike) {
  return createSource({ type: 'folder', name: 'folder', handle });
}

describe('folders that fail while being read', () => {
  it('a directory that vanished is a skip, and the source says that it is incomplete', async () => {
    const source = open(fakeFolder(FILES, { list: { 'd/e': 'NotFoundError' } }));
    const { files, skips } = await scanAll(source);
    expect(pathsOf(files)).toEqual(['a.txt', 'd/b.txt', 'z.txt']);
    expect(skips).toEqual([{ path: 'd/e', isDirectory: true, reason: 'unreadable' }]);
    expect(source.incomplete).toBe(true);
  });

  it('a file that cannot be opened is a skip, the rest stays', async () => {
    const source = open(fakeFolder(FILES, { open: { 'd/b.txt': 'NotReadableError', 'z.txt': 'NotAllowedError' } }));
    const { files, skips } = await scanAll(source);
    expect(pathsOf(files)).toEqual(['a.txt', 'd/e/c.txt']);
    expect(pathsOf(skips)).toEqual(['d/b.txt', 'z.txt']);
    expect(source.incomplete).toBe(true);
  });

  it('permission withdrawn half-way stops with source/permission after the files found', async () => {
    const source = open(fakeFolder(FILES, { allAfter: { calls: 4, name: 'NotAllowedError' } }));
    const found: string[] = [];
    const scan = async () => {
      for await (const item of source.scan(SCAN_OPTIONS)) if (item.type === 'file') found.push(item.file.path);
    };
    await expect(scan()).rejects.toMatchObject({ code: 'source/permission' });
    expect(found.length).toBeGreaterThan(0);
    expect(source.incomplete).toBe(true);
  });

  it('a root that cannot be listed is an error with a code', async () => {
    await expect(scanAll(open(fakeFolder(FILES, { list: { '': 'NotFoundError' } })))).rejects.toMatchObject({
      code: 'source/unreadable',
    });
    await expect(scanAll(open(fakeFolder(FILES, { list: { '': 'NotAllowedError' } })))).rejects.toMatchObject({
      code: 'source/permission',
    });
  });

  it('a file that fails only when read rejects with a code', async () => {
    const failures: { open?: Record<string, string> } = {};
    const { files } = await scanAll(open(fakeFolder({ 'a.txt': 'a' }, failures)));
    failures.open = { 'a.txt': 'NotFoundError' };
    await expect(files[0]?.read()).rejects.toMatchObject({ code: 'source/unreadable', details: { path: 'a.txt' } });
  });

  it('a file is opened again by its name when it is read, so that no handle waits', async () => {
    const asked: string[] = [];
    const folder = fakeFolder(FILES);
    const watched: DirectoryLike = {
      ...folder,
      getFileHandle: (name) => {
        asked.push(name);
        return (folder.getFileHandle as NonNullable<DirectoryLike['getFileHandle']>)(name);
      },
    };
    const { files } = await scanAll(open(watched));
    expect(asked).toEqual([]);
    const [first] = files.filter(({ path }) => path === 'z.txt');
    expect(new TextDecoder().decode(await first?.read())).toBe('z');
    expect(asked).toEqual(['z.txt']);
  });

  it('a loop of links is not followed', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quire-loop-'));
    mkdirSync(join(root, 'd'));
    writeFileSync(join(root, 'd', 'a.txt'), 'a');
    symlinkSync(root, join(root, 'd', 'loop'));
    symlinkSync('nowhere', join(root, 'broken'));
    const { files, skips } = await scanAll(open(nodeFolder(root)));
    rmSync(root, { recursive: true });
    expect(pathsOf(files)).toEqual(['d/a.txt']);
    expect(skips.map(({ path, reason }) => [path, reason])).toEqual([
      ['broken', 'symlink'],
      ['d/loop', 'symlink'],
    ]);
  });

  it('a cancelled scan stops with the given reason', async () => {
    const controller = new AbortController();
    const source = open(endlessFolder());
    let seen = 0;
    const scan = async () => {
      for await (const _ of source.scan({ ...SCAN_OPTIONS, signal: controller.signal })) {
        if (++seen === 50) controller.abort(new Error('enough'));
      }
    };
    await expect(scan()).rejects.toThrow('enough');
    expect(source.incomplete).toBe(true);
  });

  it('a paused reader pauses the walk, which never runs far ahead', async () => {
    const counter = { listed: 0 };
    for await (const _ of open(endlessFolder(counter)).scan(SCAN_OPTIONS)) break;
    const listed = counter.listed;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counter.listed - listed).toBeLessThanOrEqual(8);
    expect(listed).toBeLessThan(5_000);
  });
});

/** Every directory contains ten files and another directory, which follows them in path order. */
function endlessFolder(counter = { listed: 0 }, depth = 0): DirectoryLike {
  return {
    kind: 'directory',
    name: `z${depth}`,
    async *values(): AsyncGenerator<EntryLike> {
      counter.listed++;
      for (let i = 0; i < 10; i++) yield { kind: 'file', name: `f${i}.txt`, getFile: async () => new File(['x'], 'x') };
      yield endlessFolder(counter, depth + 1);
    },
  };
}

describe('large and odd trees', () => {
  it('items arrive during the walk', async () => {
    let first: string | undefined;
    for await (const item of open(endlessFolder()).scan(SCAN_OPTIONS)) {
      first = item.type === 'file' ? item.file.path : undefined;
      break;
    }
    expect(first).toMatch(/^f\d\.txt$/);
  });

  it('odd names are kept or cleaned, never lost', async () => {
    const names = {
      'sp ace.txt': '',
      '\ud800lone.txt': '',
      'new\nline.txt': '',
      'back\\slash.txt': '',
      'e\u0301.txt': '',
      '.hidden': '',
    };
    const { files } = await scanAll(open(fakeFolder(names)));
    expect(pathsOf(files)).toEqual([
      '.hidden',
      'back\\slash.txt',
      'new\nline.txt',
      'sp ace.txt',
      '\u00e9.txt',
      '\ufffdlone.txt',
    ]);
    expect(files.find((file) => file.path === '\u00e9.txt')?.rawName).toBe('e\u0301.txt');
  });

  it('patterns made to be slow stop by count, not by time [E4]', async () => {
    const slow = `${'**/a/'.repeat(12)}b\n${'*a'.repeat(60)}b\n[${'a'.repeat(5_000)}\n`;
    const files = { '.gitignore': slow, [`${'a/'.repeat(40)}c`]: '', [`${'a'.repeat(200)}`]: '' };
    const { files: found } = await scanAll(open(fakeFolder(files)), {
      include: [`${'**/a/'.repeat(12)}z`, '**/*'],
      exclude: ['*a'.repeat(60)],
    });
    expect(found.length).toBeGreaterThan(0);
  });

  it('several dropped folders keep their names, a bad path of a list is a warning', async () => {
    const files = ['one/a.txt', 'two/a.txt', '../out.txt', ''].map((path) => ({ path, file: new File(['x'], 'x') }));
    const { files: found, warnings } = await scanAll(createSource({ type: 'files', name: 'drop', files }));
    expect(pathsOf(found)).toEqual(['one/a.txt', 'two/a.txt']);
    expect(warnings.map((warning) => warning.code)).toEqual(['bad-path', 'bad-path']);
  });
});

describe('paths that are too long', () => {
  it('a file below too many folders and one with too long a name are bad-path with limit and actual, the rest stays', async () => {
    const deep = (count: number) => `${'d/'.repeat(count - 1)}f.txt`;
    const wide = `${'ä'.repeat(2_100)}.txt`;
    const { files, warnings } = await scanAll(
      open(fakeFolder({ [deep(64)]: 'kept', [deep(65)]: 'not', [`${'e/'.repeat(70)}x.md`]: 'not', [wide]: 'not' })),
    );
    expect(pathsOf(files)).toEqual([deep(64)]);
    expect(warnings.map(({ code, limit, actual }) => [code, limit, actual]).sort()).toEqual([
      ['bad-path', 4_096, 4_204],
      ['bad-path', 64, 65],
      ['bad-path', 64, 65],
    ]);
  });
});
