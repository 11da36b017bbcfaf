import { describe, expect, it } from 'vitest';
import { type EntryDeflater, localDeflater } from '../../../src/zip/entry-deflater.ts';
import { createZipWriter, type ZipWriterOptions } from '../../../src/zip/zip-writer.ts';
import { createRandom } from '../../support/make-corpus.ts';
import { makeSink, readZip } from '../../support/zip-fixtures.ts';

const BATCH_BYTES = 1 << 18;

/** Words in an order that deflates to about a third. */
function makeText(bytes: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  let text = '';
  while (text.length < bytes) text += `word${Math.floor(random() * 5_000)} `;
  return new TextEncoder().encode(text.slice(0, bytes));
}

async function* inPieces(bytes: Uint8Array, size = 70_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Small entries, one of each odd size, and two streams: one that fits into its header and one that is too long for it. */
const entries = [
  ...Array.from({ length: 450 }, (_, i) => ({
    name: `chunks/${String(i).padStart(4, '0')}.md`,
    bytes: makeText(i === 7 ? 0 : 500 + ((i * 37) % 6_000), i),
  })),
  { name: 'images/noise.png', bytes: Uint8Array.from({ length: 300_000 }, (_, i) => (i * i * 31) >>> 3) },
  { name: 'images/whole.svg', bytes: makeText(1_000_000, 1) },
];
const shortStream = makeText(1_500_000, 2);
const longStream = Uint8Array.from({ length: 4_400_000 }, createNoise(3));

function createNoise(seed: number): () => number {
  const random = createRandom(seed);
  return () => Math.floor(random() * 256);
}

async function writeAll(options: ZipWriterOptions, small = entries): Promise<Uint8Array> {
  const sink = makeSink();
  const zip = createZipWriter(sink, options);
  for (const [i, { name, bytes }] of small.entries()) {
    await zip.add(name, bytes);
    // As an export does: answers arrive as events.
    if (i % 64 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await zip.addStream('index.json', () => inPieces(shortStream));
  await zip.addStream('long.bin', () => inPieces(longStream));
  await zip.add('manifest.json', makeText(90_000, 4));
  await zip.finish();
  return sink.bytes();
}

/** Answers late and in another order. Counts what it was given and has not answered. */
function makeWorkers(workers: number, change: Partial<EntryDeflater> = {}) {
  const random = createRandom(workers);
  const counts = { given: 0, most: 0, batches: 0, pieces: 0 };
  const late = async <T>(bytes: number, work: () => Promise<T>): Promise<T> => {
    counts.given += bytes;
    counts.most = Math.max(counts.most, counts.given);
    await new Promise((resolve) => setTimeout(resolve, random() * 4));
    counts.given -= bytes;
    return work();
  };
  const deflater: EntryDeflater = {
    workers,
    isReady: true,
    deflateEntries(batch) {
      counts.batches++;
      return late(
        batch.reduce((sum, { length }) => sum + length, 0),
        () => localDeflater.deflateEntries(batch),
      );
    },
    openStream() {
      const stream = localDeflater.openStream();
      let before: Promise<unknown> = Promise.resolve();
      return {
        ...stream,
        push(piece) {
          counts.pieces++;
          const own = { ...piece, bytes: piece.bytes.slice() };
          const answer = before.then(() => late(own.bytes.length, () => stream.push(own)));
          before = answer;
          return answer;
        },
      };
    },
    ...change,
  };
  return { deflater, counts };
}

const plain = writeAll({});

describe('a zip whose entries are deflated elsewhere', () => {
  it.each([1, 3])(
    'has the same bytes with %i workers that answer late and out of order, and few of them under way [E1] [E2]',
    async (workers) => {
      const { deflater, counts } = makeWorkers(workers);
      const zip = await writeAll({ deflater });
      expect(Buffer.compare(zip, await plain)).toBe(0);
      expect(readZip(zip).declared).toBe(entries.length + 3);
      expect(counts.batches).toBeGreaterThan(2);
      expect(counts.pieces).toBe(Math.ceil(1_500_000 / BATCH_BYTES) + Math.ceil(4_400_000 / BATCH_BYTES));
      // An entry may be larger than a batch; then it is alone.
      expect(counts.most).toBeLessThanOrEqual(Math.max((workers + 2) * BATCH_BYTES, 1_000_000));
      expect(counts.most).toBeGreaterThan(BATCH_BYTES);
    },
  );

  it('starts no workers for a small zip, and sends none of them an entry of which a copy would be too large', async () => {
    const { deflater, counts } = makeWorkers(2);
    const cold = createZipWriter(makeSink(), { deflater: { ...deflater, isReady: false } });
    await cold.add('a.txt', makeText(1_000_000, 5));
    expect(counts.batches).toBe(0);
    await cold.add('b.txt', makeText(100_000, 5));
    await cold.finish();
    expect(counts.batches).toBe(1);
    const large = createZipWriter(makeSink(), { deflater });
    await large.add('a.bin', new Uint8Array((8 << 20) + 1));
    await large.add('b.bin', new Uint8Array(10));
    await large.finish();
    expect(counts).toMatchObject({ batches: 2, most: 100_000 });
  });

  it.each([0, 14])('deflates a stream again in this thread when its worker dies at piece %i [E2]', async (piece) => {
    const { deflater } = makeWorkers(2);
    let closed = 0;
    const mortal: EntryDeflater = {
      ...deflater,
      openStream() {
        const stream = localDeflater.openStream();
        let pushed = 0;
        return {
          push: async (next) => {
            if (pushed++ >= piece) throw new Error('gone');
            return stream.push(next);
          },
          close: () => closed++,
        };
      },
    };
    expect(Buffer.compare(await writeAll({ deflater: mortal }, []), await writeAll({}, []))).toBe(0);
    expect(closed).toBe(2);
  });

  it('fails with what the source of a stream failed with, and frees the stream', async () => {
    let closed = 0;
    const { deflater } = makeWorkers(1, {
      openStream: () => ({ ...localDeflater.openStream(), close: () => closed++ }),
    });
    const zip = createZipWriter(makeSink(), { deflater });
    const broken = zip.addStream('index.json', async function* () {
      yield makeText(1_500_000, 6);
      throw new Error('disk');
    });
    await expect(broken).rejects.toThrow('disk');
    expect(closed).toBe(1);
  });

  it('waits for no worker once it is aborted', async () => {
    const controller = new AbortController();
    const { deflater } = makeWorkers(1, { deflateEntries: () => new Promise(() => undefined) });
    const zip = createZipWriter(makeSink(), { deflater, signal: controller.signal });
    // Three are under way; beside them the writer deflates a few itself.
    const full = (async () => {
      for (const name of 'abcdefghijklmnop') await zip.add(name, makeText(BATCH_BYTES, 8));
    })();
    await new Promise((resolve) => setTimeout(resolve, 300));
    controller.abort(new Error('stopped'));
    await expect(full).rejects.toThrow('stopped');
  });
});
