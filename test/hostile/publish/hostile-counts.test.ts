import { beforeAll, describe, expect, it } from 'vitest';
import { ByteReader } from '../../../src/lib/byte-reader.ts';
import { ByteWriter } from '../../../src/lib/byte-writer.ts';
import type { SpanReader } from '../../../src/lib/span.ts';
import { decodeDirectory } from '../../../src/publish/format/block-directory.ts';
import { decodeHead, encodeHead, type PublishedHead } from '../../../src/publish/format/head.ts';
import { createPartWriter, decodePart, encodePart, type PartReader } from '../../../src/publish/format/index-part.ts';
import { decodeFront } from '../../../src/publish/format/segment-front.ts';
import { readSpanBytes } from '../../../src/publish/read/read-span.ts';
import { openPublishedParts, type PublishedParts } from '../../fuzz/targets/published-parts.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { publishToMap } from '../../support/static-host.ts';

let parts: PublishedParts;

beforeAll(async () => {
  const { engine } = await makeEngine();
  const files = { 'a.md': '# A\n\nword\n', 'b.md': '# B\n\nword\n' };
  parts = openPublishedParts(await publishToMap(engine, await makeCollection(engine, files)));
});

const ARRAYS = ['Uint8Array', 'Uint32Array', 'Float64Array'] as const;

/** Measures the bytes of typed arrays that `run` allocates by length, and catches its error. */
function measure(run: () => unknown): { readonly bytes: number; readonly error: unknown } {
  let bytes = 0;
  const plain = ARRAYS.map((name) => globalThis[name]);
  ARRAYS.forEach((name, i) => {
    const own = plain[i] as Uint8ArrayConstructor;
    const counted = new Proxy(own, {
      construct(target, args: unknown[]): object {
        if (typeof args[0] === 'number') bytes += args[0] * target.BYTES_PER_ELEMENT;
        return Reflect.construct(target, args);
      },
    });
    Object.assign(globalThis, { [name]: counted });
  });
  try {
    run();
    return { bytes, error: undefined };
  } catch (error) {
    return { bytes, error };
  } finally {
    ARRAYS.forEach((name, i) => {
      Object.assign(globalThis, { [name]: plain[i] });
    });
  }
}

function toReader(write: (columns: ByteWriter) => void): PartReader {
  const columns = new ByteWriter();
  write(columns);
  return { isOld: false, columns: new ByteReader(columns.finish()), hashes: new ByteReader(new Uint8Array()) };
}

const toPart = (head: PublishedHead): PartReader => {
  const writer = createPartWriter();
  encodeHead(writer, head);
  return decodePart(encodePart(writer));
};

describe('counts from a host', () => {
  it('of a part that is a bomb cost nothing: 20 KB do not become 20 MB', () => {
    const writer = createPartWriter();
    writer.columns.raw(new Uint8Array(20_000_000));
    const bomb = encodePart(writer);
    expect(bomb.length).toBeLessThan(40_000);
    const { bytes, error } = measure(() => decodePart(bomb));
    expect(error).toBeInstanceOf(RangeError);
    expect(bytes).toBeLessThan(1_000);
  });

  it('of blocks without hashes cost nothing', () => {
    const part = toReader((columns) => {
      columns.uint(4_096);
      columns.uint(1_000_000);
      columns.raw(new Uint8Array(1_000_000).fill(1));
    });
    const { bytes, error } = measure(() => decodeDirectory(part, 64_000_000));
    expect(error).toBeInstanceOf(RangeError);
    expect(bytes).toBeLessThan(1_000);
  });

  it('of a segment that is larger than its numbers cost nothing', () => {
    const front = (parts.head.segments[0] as PublishedHead['segments'][number]).front;
    const { columns } = toReader((out) => {
      out.uint(1_500_000);
      out.raw(front.subarray(0, 100));
      out.raw(new Uint8Array(100_000));
    });
    const { bytes, error } = measure(() => decodeFront(columns));
    expect(error).toBeInstanceOf(RangeError);
    expect(bytes).toBeLessThan(1_000);
  });

  it('of chunks are the same in the head and in the starts of files', () => {
    const { head, manifest } = parts;
    expect(decodeHead(toPart(head), manifest.files).kinds).toEqual(head.kinds);
    const segment = head.segments[0] as PublishedHead['segments'][number];
    const front = segment.front.slice();
    const view = new DataView(front.buffer);
    view.setUint32(view.getUint32(14 * 4, true) + head.kinds.length * 4, 0xffff_fff0, true);
    expect(() => decodeHead(toPart({ ...head, segments: [{ ...segment, front }] }), manifest.files)).toThrow(
      'bad file starts',
    );
  });

  it('of names cannot exceed the number of files', () => {
    const { head, manifest } = parts;
    const sources = { ...head.sources, names: [...head.sources.names, ...Array<string>(100_000).fill('')] };
    expect(() => decodeHead(toPart({ ...head, sources }), manifest.files)).toThrow('bad names');
  });

  it('of bytes are allocated only when the bytes have arrived', async () => {
    const missing = new RangeError('not there');
    const reader: SpanReader = { length: 4e9, readSpans: () => Promise.reject(missing) };
    let reading: Promise<Uint8Array> | undefined;
    const { bytes } = measure(() => {
      reading = readSpanBytes(reader, [0, 4e9]);
    });
    await expect(reading).rejects.toBe(missing);
    expect(bytes).toBe(0);
  });
});
