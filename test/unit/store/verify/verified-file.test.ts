import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../../../src/lib/bytes.ts';
import { type ByteSource, createBlobSource } from '../../../../src/store/backends/file-backend.ts';
import type { StoredFile } from '../../../../src/store/contract.ts';
import { toFileBytes } from '../../../../src/store/verify/block-hash.ts';
import { createHashedWriter } from '../../../../src/store/verify/hashed-writer.ts';
import { createVerifiedFile } from '../../../../src/store/verify/verified-file.ts';
import { makeBytes } from '../../../contract/store/make-collection.ts';

/** A Blob returns its bytes later, a handle at once. */
const SOURCES: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => ByteSource>> = {
  'read through a Blob': (bytes) => createBlobSource(new Blob([bytes])),
  'read through a handle': (bytes) => ({
    open: async () => ({
      size: bytes.length,
      readInto(target, startByte) {
        const part = bytes.subarray(startByte, startByte + target.length);
        target.set(part);
        return part.length;
      },
      close: () => {},
    }),
  }),
};

describe.each(Object.entries(SOURCES))('a stored file, %s', (_, toSource) => {
  it('is reported as damaged if any one byte is flipped', async () => {
    const { bytes, file } = await writeFile([makeBytes(300)]);
    for (let offset = 0; offset < bytes.length; offset++) {
      const flipped = bytes.slice();
      flipped[offset] = ~(flipped[offset] as number);
      const opened = createVerifiedFile(toSource(flipped), file);
      await expect(opened.readAll(), `byte ${offset}`).rejects.toMatchObject({ code: 'store/damaged' });
      await expect(opened.read(0, 1), `byte ${offset}`).rejects.toMatchObject({ code: 'store/damaged' });
    }
  });

  it('is reported as damaged if two of its blocks are swapped', async () => {
    const { bytes, file } = await writeFile([makeBytes(3 * 65_536)]);
    const swapped = bytes.slice();
    swapped.set(bytes.subarray(64, 64 + 65_536), 64 + 65_536);
    swapped.set(bytes.subarray(64 + 65_536, 64 + 2 * 65_536), 64);
    const opened = createVerifiedFile(toSource(swapped), file);
    await expect(opened.read(0, 1)).rejects.toMatchObject({ code: 'store/damaged' });
    expect((await opened.read(2 * 65_536, 3 * 65_536)).length).toBe(65_536);
  });

  it('is reported as damaged if it was replaced by another valid file', async () => {
    const [one, other] = [await writeFile([makeBytes(300, 1)]), await writeFile([makeBytes(300, 2)])];
    const opened = createVerifiedFile(toSource(other.bytes), one.file);
    await expect(opened.readAll()).rejects.toMatchObject({ code: 'store/damaged', details: { place: 'header' } });
  });

  it('is reported as damaged if it became shorter while open', async () => {
    const { bytes, file } = await writeFile([makeBytes(50_000)]);
    let left = bytes;
    const source = toSource(bytes);
    const opened = createVerifiedFile(
      {
        async open() {
          const whole = await source.open();
          const now = await toSource(left).open();
          return { ...now, size: whole.size };
        },
      },
      file,
    );
    expect(await opened.read(0, 10)).toEqual(makeBytes(50_000).subarray(0, 10));
    left = bytes.slice(0, 20_000);
    await expect(opened.read(40_000, 40_010)).rejects.toMatchObject({ code: 'store/damaged' });
  });

  it('does not depend on how its payload was split into writes', async () => {
    const payload = makeBytes(70_000);
    const whole = await writeFile([payload]);
    const cuts = fc.array(fc.integer({ min: 0, max: payload.length }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), payload.length];
        const pieces = edges.slice(1).map((edge, i) => payload.subarray(edges[i], edge));
        const { bytes, file } = await writeFile(pieces);
        expect(file).toEqual(whole.file);
        expect(bytes.every((byte, i) => byte === whole.bytes[i])).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

async function writeFile(pieces: readonly Uint8Array[]): Promise<{ bytes: Uint8Array<ArrayBuffer>; file: StoredFile }> {
  const bytes = new Uint8Array(toFileBytes(concatBytes(pieces).length));
  const sink = {
    write: (part: Uint8Array, at: number) => bytes.set(part, at),
    flush: async () => {},
    discard: async () => {},
  };
  const writer = createHashedWriter(sink, async () => false);
  for (const piece of pieces) await writer.write(piece);
  const hash = await writer.seal();
  return { bytes, file: { name: 'g1-leaves-0', role: 'leaves', length: writer.length, hash, where: 'opfs' } };
}
