import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { EntryReader } from '../../../src/zip/entry-reader.ts';
import { readZipDirectory } from '../../../src/zip/read-zip-directory.ts';
import type { ZipEntry } from '../../../src/zip/zip-entry.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { toBlob } from '../../support/make-archives.ts';

const text = new TextEncoder().encode('A line that comes again and again.\n'.repeat(5_000));

async function open(zip: Uint8Array): Promise<{ reader: EntryReader; entry: ZipEntry }> {
  const blob = toBlob(zip);
  const { entries } = await readZipDirectory(blob);
  return { reader: new EntryReader(blob), entry: entries[0] as ZipEntry };
}

const ways = {
  read: ({ reader, entry }: Awaited<ReturnType<typeof open>>) => reader.read(entry),
  stream: async ({ reader, entry }: Awaited<ReturnType<typeof open>>) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of reader.stream(entry)) pieces.push(piece);
    return new Uint8Array(Buffer.concat(pieces));
  },
};

describe.each(Object.entries(ways))('EntryReader.%s', (_, readBytes) => {
  it('reads stored, deflated and empty entries', async () => {
    for (const level of [0, 6] as const) {
      expect(await readBytes(await open(zipSync({ a: text }, { level })))).toEqual(text);
    }
    expect(await readBytes(await open(craftZip([{ name: 'a', data: new Uint8Array(0) }])))).toHaveLength(0);
  });

  it.each([
    ['encrypted', { flags: 0x801 }],
    ['unknown-method', { method: 93 }],
    ['bad-deflate', { method: 8, data: new Uint8Array(50).fill(0xff) }],
    ['too-long', { claimedSize: 3 }],
    ['too-short', { claimedSize: 5 }],
    ['wrong-checksum', { crc: 1 }],
  ] as const)('refuses an entry that is %s', async (damage, fields) => {
    await expect(readBytes(await open(craftZip([{ name: 'a', ...fields }])))).rejects.toMatchObject({ damage });
  });

  it('refuses an entry outside the file, without a header, or that ends too late', async () => {
    const { reader, entry } = await open(craftZip([{ name: 'a' }]));
    for (const [damage, fields] of [
      ['outside', { offset: 10_000 }],
      ['no-header', { offset: 1 }],
      ['cut-off', { storedSize: 10_000, size: 10_000 }],
    ] as const) {
      await expect(readBytes({ reader, entry: { ...entry, ...fields } })).rejects.toMatchObject({ damage });
    }
  });
});

describe('a deflated entry that expands to more than declared', () => {
  const bomb = zipSync({ 'x.txt': [new Uint8Array(3_000_000), { level: 9 }] });
  new DataView(bomb.buffer).setUint32(bomb.length - 22 - 46 - 5 + 24, 100, true);

  it('is stopped within one piece when streamed', async () => {
    const { reader, entry } = await open(bomb);
    await expect(reader.stream(entry).next()).rejects.toMatchObject({ damage: 'too-long' });
  });
});
