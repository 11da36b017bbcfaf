import { describe, expect, it } from 'vitest';
import { createScanPacker, createScanUnpacker } from '../../../../src/engine/scan/scan-wire.ts';
import type { FilePlace, ScannedFile, ScannedFolder } from '../../../../src/model/raw-file.ts';
import type { ScanItem } from '../../../../src/sources/contract.ts';

function makeHandle(rawPath: string): FileSystemDirectoryHandle {
  const file = (name: string) => ({
    kind: 'file',
    name,
    getFile: async () => new Blob([`text of ${rawPath}${name}`]),
  });
  return { name: rawPath, getFileHandle: async (name: string) => file(name) } as unknown as FileSystemDirectoryHandle;
}

interface Found {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly mtimeMs?: number;
}

function makeFiles(rawPath: string, found: readonly Found[]): ScanItem[] {
  const handle = makeHandle(rawPath);
  const folder: ScannedFolder = { file: () => ({}) as ScannedFile };
  return found.map(({ name, ...rest }) => {
    const place: FilePlace = { folder: handle, name };
    const file = { ...rest, rawName: rawPath + name, folder, place, read: async () => new Uint8Array() };
    return { type: 'file', file };
  });
}

const toFacts = (items: readonly ScanItem[]) =>
  items.map((item) => {
    if (item.type !== 'file') return item;
    const { path, rawName, size, mtimeMs } = item.file;
    return { path, rawName, size, mtimeMs };
  });

describe('a scan sent to another thread', () => {
  const upper = makeFiles('', [
    { path: 'a.md', name: 'a.md', size: 0, mtimeMs: 0 },
    { path: 'old.md', name: 'old.md', size: 7, mtimeMs: 86_400_000 },
  ]);
  const lower = makeFiles('Bu\u0308cher/', [
    { path: 'B\u00fccher/\u00e9.md', name: 'e\u0301.md', size: 5_000_000_000, mtimeMs: 1_700_000_000_000 },
    { path: 'B\u00fccher/b.md', name: 'b.md', size: 3 },
  ]);
  const others: ScanItem[] = [
    { type: 'skip', skip: { path: 'dist', isDirectory: true, reason: 'ignored', rule: '.gitignore:1 dist/' } },
    { type: 'warning', warning: { path: 'x', code: 'unreadable', message: 'gone' } },
  ];

  it('arrives unchanged, each folder once, however it is batched', async () => {
    const items = [...upper.slice(0, 1), ...others, ...lower, ...upper.slice(1)];
    for (const size of [1, 2, 100]) {
      const packer = createScanPacker();
      const unpack = createScanUnpacker();
      const arrived: ScanItem[] = [];
      let folders = 0;
      for (let at = 0; at < items.length; at += size) {
        for (const item of items.slice(at, at + size)) packer.add(item);
        expect(packer.count).toBe(Math.min(size, items.length - at));
        const batch = packer.finish();
        expect(packer.count).toBe(0);
        folders += batch.folders.length;
        arrived.push(...unpack(batch));
      }
      expect(folders).toBe(2);
      expect(toFacts(arrived)).toEqual(toFacts(items));
      const read = arrived.flatMap((item) => (item.type === 'file' ? [item.file.read()] : []));
      const texts = (await Promise.all(read)).map((bytes) => new TextDecoder().decode(bytes));
      expect(texts).toEqual(
        ['a.md', 'Bu\u0308cher/e\u0301.md', 'Bu\u0308cher/b.md', 'old.md'].map((n) => `text of ${n}`),
      );
    }
  });

  it('includes prefetched bytes of a file, and none of the others', async () => {
    const bytes = new TextEncoder().encode('xyz');
    const [first, second] = makeFiles('', [
      { path: 'a.md', name: 'a.md', size: 2 },
      { path: 'b.md', name: 'b.md', size: 0 },
    ]);
    const packer = createScanPacker();
    for (const [item, end] of [
      [first, 3],
      [second, 1],
    ] as const)
      if (item?.type === 'file') packer.add({ type: 'file', file: { ...item.file, ahead: { bytes, start: 1, end } } });
    for (const item of lower) packer.add(item);
    const arrived = [...createScanUnpacker()(packer.finish())].flatMap((item) =>
      item.type === 'file' ? [item.file] : [],
    );
    expect(arrived.map((file) => file.ahead !== undefined)).toEqual([true, true, false, false]);
    const texts = await Promise.all(arrived.map(async (file) => new TextDecoder().decode(await file.read())));
    expect(texts.slice(0, 3)).toEqual(['yz', '', 'text of Bu\u0308cher/e\u0301.md']);
  });

  it('is refused for a file that only its own thread can read', () => {
    const file = { path: 'a', rawName: 'a', size: 1, read: async () => new Uint8Array() };
    expect(() => createScanPacker().add({ type: 'file', file })).toThrow('only its own thread');
  });
});
