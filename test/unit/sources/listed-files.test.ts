import { describe, expect, it } from 'vitest';
import type { FileLike } from '../../../src/sources/directory-like.ts';
import { createListedFiles } from '../../../src/sources/listed-files.ts';

const toFile = (name: string, from: string): FileLike => ({
  kind: 'file',
  name,
  getFile: async () => new Blob([from]),
});

function makeFolder(names: readonly string[], listingFails = false) {
  const asked: string[] = [];
  const counts = { listings: 0 };
  return {
    asked,
    counts,
    kind: 'directory' as const,
    name: 'folder',
    async *values() {
      counts.listings++;
      if (listingFails) throw new DOMException('gone', 'NotFoundError');
      for (const name of names) yield toFile(name, 'listed');
    },
    async getFileHandle(name: string) {
      asked.push(name);
      if (!names.includes(name)) throw new DOMException('gone', 'NotFoundError');
      return toFile(name, 'asked for');
    },
  };
}

const names = Array.from({ length: 600 }, (_, i) => `f${i}.md`);

describe('files of a folder, read one after the other', () => {
  it('are listed once if there are several, and requested by name if there are few', async () => {
    const getFile = createListedFiles();
    const many = makeFolder(names.slice(0, 100));
    const few = makeFolder(names.slice(0, 3));
    for (const name of names.slice(0, 100)) expect((await getFile(many, name)).name).toBe(name);
    for (const name of names.slice(0, 3)) expect((await getFile(few, name)).name).toBe(name);
    expect(many.counts.listings).toBe(1);
    expect(many.asked).toEqual(names.slice(0, 4));
    expect(few.counts.listings).toBe(0);
  });

  it('are kept for a few folders at a time', async () => {
    const getFile = createListedFiles();
    const folders = Array.from({ length: 8 }, () => makeFolder(names.slice(0, 20)));
    for (const folder of folders) for (const name of names.slice(0, 10)) await getFile(folder, name);
    for (const folder of folders) for (const name of names.slice(10, 20)) await getFile(folder, name);
    expect(folders.map(({ asked }) => asked.length)).toEqual([14, 14, 14, 14, 4, 4, 4, 4]);
    expect(folders.map(({ counts }) => counts.listings)).toEqual(folders.map(() => 1));
  });

  it('are requested by name beyond the listing, the second time, and if the listing fails', async () => {
    const getFile = createListedFiles();
    const large = makeFolder(names);
    const found = await Promise.all(names.map((name) => getFile(large, name)));
    expect(found.map(({ name }) => name)).toEqual(names);
    expect(large.counts.listings).toBe(1);
    expect(large.asked).toHaveLength(4 + 600 - 512);
    await getFile(large, 'f10.md');
    expect(large.asked.at(-1)).toBe('f10.md');
    const broken = makeFolder(names, true);
    for (const name of names.slice(0, 9)) expect((await getFile(broken, name)).name).toBe(name);
    await expect(getFile(broken, 'not there')).rejects.toThrow('gone');
  });
});
