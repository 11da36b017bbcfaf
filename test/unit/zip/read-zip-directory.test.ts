import { describe, expect, it } from 'vitest';
import { readZipDirectory } from '../../../src/zip/read-zip-directory.ts';
import type { ZipDirectory } from '../../../src/zip/zip-entry.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { toBlob } from '../../support/make-archives.ts';

const zip = craftZip([{ name: 'a.txt' }, { name: 'dir/b.txt' }]);
const END_BYTES = 22;

const namesOf = ({ entries }: ZipDirectory) => entries.map(({ name }) => name);
const damageOf = ({ damage }: ZipDirectory) => damage.map(({ kind }) => kind);

function edit(bytes: Uint8Array, change: (view: DataView, end: number) => void): Blob {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), copy.length - END_BYTES);
  return toBlob(copy);
}

function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe('readZipDirectory', () => {
  it('lists all entries of an intact zip without damage, with Zip64 and with a comment', async () => {
    const commented = join(zip, new Uint8Array(300));
    new DataView(commented.buffer).setUint16(zip.length - 2, 300, true);
    for (const bytes of [zip, craftZip([{ name: 'a.txt' }, { name: 'dir/b.txt' }], { zip64: true }), commented]) {
      const directory = await readZipDirectory(toBlob(bytes));
      expect(directory).toMatchObject({ declaredEntries: 2, damage: [] });
      expect(namesOf(directory)).toEqual(['a.txt', 'dir/b.txt']);
    }
  });

  it('finds the Zip64 end record before the longest comment', async () => {
    const bytes = join(craftZip([{ name: 'a.txt' }], { zip64: true }), new Uint8Array(65_535));
    new DataView(bytes.buffer).setUint16(bytes.length - 65_535 - 2, 65_535, true);
    expect(namesOf(await readZipDirectory(toBlob(bytes)))).toEqual(['a.txt']);
  });

  it('is not misled by an end record inside the comment whose own comment would not fit', async () => {
    const fake = new Uint8Array(END_BYTES + 10);
    new DataView(fake.buffer).setUint32(0, 0x06054b50, true);
    new DataView(fake.buffer).setUint16(20, 5_000, true);
    const bytes = join(zip, fake);
    new DataView(bytes.buffer).setUint16(zip.length - 2, fake.length, true);
    const directory = await readZipDirectory(toBlob(bytes));
    expect([namesOf(directory), damageOf(directory)]).toEqual([['a.txt', 'dir/b.txt'], []]);
  });

  it('reads a directory where the end record says, even with bytes between the two', async () => {
    const end = zip.length - END_BYTES;
    const bytes = join(zip.subarray(0, end), new Uint8Array(40), zip.subarray(end));
    const directory = await readZipDirectory(toBlob(bytes));
    expect([namesOf(directory), damageOf(directory)]).toEqual([['a.txt', 'dir/b.txt'], []]);
    expect(directory.entries[0]?.offset).toBe(0);
  });

  it.each<[string, Blob, number]>([
    ['no-directory', toBlob(new Uint8Array(100)), 0],
    ['no-directory', toBlob(zip.subarray(0, zip.length - END_BYTES)), 0],
    ['comment-cut-off', edit(zip, (view, end) => view.setUint16(end + 20, 9, true)), 2],
    ['directory-outside', edit(zip, (view, end) => view.setUint32(end + 16, 10_000, true)), 0],
    ['wrong-count', edit(zip, (view, end) => view.setUint16(end + 10, 3, true)), 2],
    ['record-broken', edit(zip, (view, end) => view.setUint8(end - 46 - 'dir/b.txt'.length, 0)), 1],
    ['record-cut-off', edit(zip, (view, end) => view.setUint16(end - 'dir/b.txt'.length - 16, 99, true)), 1],
  ])('reports %s and keeps the entries before it', async (kind, blob, count) => {
    const directory = await readZipDirectory(blob);
    expect(damageOf(directory)[0]).toBe(kind);
    expect(directory.entries).toHaveLength(count);
  });

  it('reports a Zip64 locator that points nowhere or at something else, and uses the 32-bit fields', async () => {
    const large = craftZip([{ name: 'a.txt' }], { zip64: true });
    const nowhere = edit(large, (view, end) => view.setUint32(end - 20 + 8, 1 << 30, true));
    expect(damageOf(await readZipDirectory(nowhere))).toContain('zip64-outside');
    const elsewhere = edit(large, (view, end) => view.setUint32(end - 20 + 8, 1, true));
    expect(damageOf(await readZipDirectory(elsewhere))).toContain('zip64-missing');
  });

  it('refuses a directory over the limit without reading it', async () => {
    const size = 600_000_000;
    const head = zip.subarray(zip.length - END_BYTES).slice();
    new DataView(head.buffer).setUint32(12, size, true);
    new DataView(head.buffer).setUint32(16, 0, true);
    const slices: number[] = [];
    const blob = {
      size: size + END_BYTES,
      slice(from: number, to = size + END_BYTES) {
        slices.push(to - from);
        const tail = new Uint8Array(to - from);
        if (to === size + END_BYTES) tail.set(head, tail.length - END_BYTES);
        return new Blob([tail]);
      },
    };
    const directory = await readZipDirectory(blob as unknown as Blob);
    expect(directory.damage).toEqual([{ kind: 'directory-too-large', offset: 0, limit: 512_000_000, actual: size }]);
    expect(Math.max(...slices)).toBeLessThan(100_000);
  });

  it('stops at the entry limit of the caller', async () => {
    const directory = await readZipDirectory(toBlob(zip), { maxEntries: 1 });
    expect(namesOf(directory)).toEqual(['a.txt']);
    expect(damageOf(directory)).toEqual(['too-many-entries', 'wrong-count']);
  });
});
