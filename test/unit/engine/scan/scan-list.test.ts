import { describe, expect, it } from 'vitest';
import { createScanList } from '../../../../src/engine/scan/scan-list.ts';
import { compareUtf8 } from '../../../../src/lib/bytes.ts';
import type { FoundFile, ScannedFile, ScannedFolder } from '../../../../src/model/raw-file.ts';
import { createRandom } from '../../../support/random.ts';

/** A folder that can reopen its files. */
function makeFolder(rawPath: string): ScannedFolder {
  const folder: ScannedFolder = {
    file: ({ name, ...found }: FoundFile): ScannedFile => ({
      ...found,
      rawName: rawPath + name,
      folder,
      read: async () => new TextEncoder().encode(rawPath + name),
    }),
  };
  return folder;
}

describe('the list of a scan', () => {
  it('keeps a file’s prefetched bytes until it is freed', () => {
    const list = createScanList();
    const folder = makeFolder('');
    const bytes = new TextEncoder().encode('some text');
    list.add({ ...folder.file({ path: 'a', name: 'a', size: 4 }), ahead: { bytes, start: 5, end: 9 } });
    list.add({ ...folder.file({ path: 'b', name: 'b', size: 0 }), ahead: { bytes, start: 2, end: 2 } });
    list.add(folder.file({ path: 'c', name: 'c', size: 4 }));
    bytes.fill(0);
    const [a, b, c] = [0, 1, 2].map((index) => list.file(index).ahead);
    expect(new TextDecoder().decode(a?.bytes.subarray(a.start, a.end))).toBe('text');
    expect(b && b.end - b.start).toBe(0);
    expect(c).toBeUndefined();
  });

  it('returns every file of a folder, by its name in the folder', async () => {
    const list = createScanList();
    const folder = makeFolder('Bilder/');
    const found = [
      { path: 'Bilder/é.png', name: 'e\u0301.png', size: 5_000_000_000, mtimeMs: 1_700_000_000_000.5 },
      { path: 'Bilder/a.png', name: 'a.png', size: 0 },
    ];
    for (const file of found) list.add(folder.file(file));
    expect(list.length).toBe(2);
    const files = [0, 1].map((index) => list.file(index));
    expect(files).toMatchObject([
      { path: 'Bilder/é.png', rawName: 'Bilder/e\u0301.png', size: 5_000_000_000, mtimeMs: 1_700_000_000_000 },
      { path: 'Bilder/a.png', rawName: 'Bilder/a.png', size: 0 },
    ]);
    expect(files[1]).not.toHaveProperty('mtimeMs');
    expect(new TextDecoder().decode(await files[0]?.read())).toBe('Bilder/e\u0301.png');
  });

  it('keeps the object of a file that no folder can reopen', () => {
    const list = createScanList();
    const file: ScannedFile = { path: 'a', rawName: 'a', size: 1, read: async () => new Uint8Array() };
    list.add(file);
    expect(list.file(0)).toBe(file);
  });

  it('[E1] is in the byte order of its paths, and finds equal ones', () => {
    const random = createRandom(11);
    const folder = makeFolder('');
    const list = createScanList();
    const names = Array.from({ length: 6_000 }, () =>
      Array.from({ length: 1 + random.below(3) }, () =>
        random.pick(['a', 'b', '/', '.', 'é', '\u{1f426}', '\uffee']),
      ).join(''),
    );
    for (const path of names) list.add(folder.file({ path, name: path, size: 1 }));
    const sorted = [...list.sorted()];
    expect(sorted.map((index) => list.path(index))).toEqual(names.toSorted(compareUtf8));
    for (let i = 1; i < sorted.length; i++) {
      const [a, b] = [sorted[i - 1] as number, sorted[i] as number];
      expect(list.hasSamePath(a, b)).toBe(names[a] === names[b]);
    }
  });
});
