import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { EntryReader } from '../../../src/zip/entry-reader.ts';
import { salvageZip } from '../../../src/zip/salvage-zip.ts';
import { createZipWriter } from '../../../src/zip/zip-writer.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { makeZip, toBlob } from '../../support/make-archives.ts';
import { makeSink } from '../../support/zip-fixtures.ts';

describe('salvageZip', () => {
  it('finds the entries before the cut of a truncated zip, and names the one that is cut', async () => {
    const zip = craftZip([{ name: 'a.txt' }, { name: 'dir/' }, { name: 'b.txt' }]);
    const blob = toBlob(zip.subarray(0, 39 + 38 + 37));
    const entries = (await salvageZip(blob)) ?? [];
    expect(entries.map(({ name, kind, problem }) => [name, kind, problem])).toEqual([
      ['a.txt', 'file', undefined],
      ['dir/', 'directory', undefined],
      ['b.txt', 'file', 'cut-off'],
    ]);
    const [first] = entries;
    expect(Buffer.from(await new EntryReader(blob).read(first!)).toString()).toBe('text');
  });

  it('distinguishes encrypted entries from unknown methods, as the directory does', async () => {
    const entries = await salvageZip(
      toBlob(
        craftZip([
          { name: 'a', flags: 0x801 },
          { name: 'b', method: 93 },
        ]),
      ),
    );
    expect(entries?.map(({ problem, size }) => [problem, size])).toEqual([
      ['encrypted', 4],
      ['unknown-method', 4],
    ]);
  });

  it('returns undefined if the bytes do not begin with an entry', async () => {
    expect(await salvageZip(toBlob(new Uint8Array(0)))).toBeUndefined();
    expect(await salvageZip(toBlob(new Uint8Array(100)))).toBeUndefined();
    expect(await salvageZip(toBlob(makeZip({})))).toBeUndefined();
  });

  it('finds what our own writer wrote', async () => {
    const sink = makeSink();
    const zip = createZipWriter(sink);
    await zip.add('a.txt', new TextEncoder().encode('aaaa'.repeat(500)));
    // More than the writer holds back: sizes of eight bytes follow the data.
    const large = randomBytes(5_000_000);
    await zip.addStream('aa.bin', Readable.from([large]));
    await zip.add('b.txt', new TextEncoder().encode('b'));
    const blob = toBlob(await zip.finish().then(() => sink.bytes()));
    const entries = (await salvageZip(blob)) ?? [];
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['a.txt', 2_000],
      ['aa.bin', 5_000_000],
      ['b.txt', 1],
    ]);
    expect(large.equals(await new EntryReader(blob).read(entries[1]!))).toBe(true);
  });
});
