import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '../../../src/lib/bytes.ts';
import type { DirectoryLike, EntryLike } from '../../../src/sources/directory-like.ts';
import { createWalkedSource } from '../../../src/sources/walk-folder.ts';
import { fakeFolder } from '../../support/fake-folder.ts';
import { createRandom } from '../../support/random.ts';
import { SCAN_OPTIONS } from '../../support/scan-all.ts';

async function listPaths(folder: DirectoryLike): Promise<string[]> {
  const paths: string[] = [];
  for await (const item of createWalkedSource('made', folder).scan(SCAN_OPTIONS))
    if (item.type === 'file') paths.push(item.file.path);
  return paths;
}

/** Answers after random times, so that folders are listed in a random order. */
function delay(folder: DirectoryLike, random: ReturnType<typeof createRandom>): DirectoryLike {
  return {
    ...folder,
    async *values(): AsyncGenerator<EntryLike> {
      await new Promise((resolve) => setTimeout(resolve, random.below(8)));
      for await (const entry of folder.values()) yield entry.kind === 'directory' ? delay(entry, random) : entry;
    },
  };
}

describe('the walk of a folder', () => {
  it('[E1] finds files in path order, whatever folder answers first', async () => {
    const random = createRandom(7);
    const names = ['a', 'a b', 'a.b', 'a0', 'b', 'é', '\u{1f600}', '\uff5e', 'z'];
    const files: Record<string, string> = {};
    for (let i = 0; i < 400; i++) {
      const folders = Array.from({ length: random.below(5) }, () => `${random.pick(names)}/`);
      files[`${folders.join('')}${random.pick(names)}-${i}.md`] = 'text';
    }
    const paths = await listPaths(delay(fakeFolder(files), random));
    expect(paths).toEqual(Object.keys(files).sort(compareUtf8));
  });

  it('[E1] joins folders whose names differ only in how they are encoded', async () => {
    const files = { 'é/b.md': '', 'e\u0301/a.md': '', 'e\u0301/c.md': '', 'é/d/e.md': '', 'e\u0301/d/f.md': '' };
    expect(await listPaths(fakeFolder(files))).toEqual(['é/a.md', 'é/b.md', 'é/c.md', 'é/d/e.md', 'é/d/f.md']);
  });

  it('stops listing when no one takes its results', async () => {
    let listed = 0;
    const count = (folder: DirectoryLike): DirectoryLike => ({
      ...folder,
      async *values() {
        listed++;
        for await (const entry of folder.values()) yield entry.kind === 'directory' ? count(entry) : entry;
      },
    });
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}/a/b/c.md`, '']));
    for await (const _ of createWalkedSource('made', count(fakeFolder(files))).scan(SCAN_OPTIONS)) break;
    const before = listed;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(listed - before).toBeLessThanOrEqual(32);
    expect(listed).toBeLessThan(900);
  });
});
