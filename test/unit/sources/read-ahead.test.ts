import { describe, expect, it } from 'vitest';
import type { ScannedFile } from '../../../src/model/raw-file.ts';
import { createSource } from '../../../src/sources/create-source.ts';
import type { DirectoryLike, FileLike } from '../../../src/sources/directory-like.ts';
import { fakeFolder } from '../../support/fake-folder.ts';
import { pathsOf, scanAll } from '../../support/scan-all.ts';

async function scan(handle: DirectoryLike, readAheadBytes?: number): Promise<readonly ScannedFile[]> {
  const source = createSource({ type: 'folder', name: 'folder', handle });
  return (await scanAll(source, readAheadBytes === undefined ? {} : { readAheadBytes })).files;
}

const textOf = async (file: ScannedFile): Promise<string> => new TextDecoder().decode(await file.read());

describe('small files of a folder', () => {
  it('are read during the scan and not requested again', async () => {
    const failures: { open?: Record<string, string> } = {};
    const files = await scan(fakeFolder({ 'a.txt': 'one', 'd/b.txt': 'two' }, failures), 100);
    failures.open = { 'a.txt': 'NotFoundError', 'd/b.txt': 'NotFoundError' };
    expect(await Promise.all(files.map(textOf))).toEqual(['one', 'two']);
  });

  it('are read later over the total, over the file limit, and without the option', async () => {
    const made = { 'a.txt': 'aaaa', 'b.txt': 'bbbb', 'c.txt': 'cccc', 'large.txt': 'x'.repeat(16_385) };
    const ahead = (await scan(fakeFolder(made), 9)).filter((file) => file.ahead !== undefined);
    expect(ahead.length).toBe(2);
    const all = await scan(fakeFolder(made), 1_000_000);
    expect(pathsOf(all.filter((file) => file.ahead === undefined))).toEqual(['large.txt']);
    expect((await scan(fakeFolder({ ...made, 'empty.txt': '' }))).every((file) => file.ahead === undefined)).toBe(true);
  });

  it('are read later if reading during the scan failed', async () => {
    let broken = true;
    const file: FileLike = {
      kind: 'file',
      name: 'a.txt',
      getFile: async () => ({
        size: 4,
        arrayBuffer: async () => {
          if (broken) throw new DOMException('failed on purpose', 'NotReadableError');
          return new TextEncoder().encode('text').buffer;
        },
      }),
    };
    const folder: DirectoryLike = {
      kind: 'directory',
      name: 'folder',
      async *values() {
        yield file;
      },
      getFileHandle: async () => file,
    };
    const [found] = await scan(folder, 100);
    expect(found?.ahead).toBeUndefined();
    broken = false;
    expect(found && (await textOf(found))).toBe('text');
  });
});
