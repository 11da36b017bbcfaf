import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUP_BLOCKS, toProofs, toRoot } from '../../../src/publish/format/block-directory.ts';
import { BLOCK_BYTES, BLOCK_UNIT } from '../../../src/publish/format/layout.ts';
import { createBlockReader, createBlocks, openSizedBlock } from '../../../src/publish/read/blocks.ts';
import { createVerifiedHost } from '../../../src/publish/read/verified-host.ts';
import { createBlockWriter } from '../../../src/publish/write/block-writer.ts';
import { createRandom } from '../../support/random.ts';
import { makeHost, makeSink, sha256 } from './make-published.ts';

const toBytes = (count: number, of: (i: number) => number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, i) => of(i));

/** Text compresses; noise does not, and is stored uncompressed. */
function makeContents(): Record<string, Uint8Array> {
  const random = createRandom(7);
  return {
    nothing: new Uint8Array(),
    'one byte': Uint8Array.of(42),
    text: toBytes(BLOCK_BYTES * 3 + 17, (i) => 97 + (i % 7)),
    noise: toBytes(BLOCK_BYTES * 2 + 5, () => random.below(256)),
    'a whole number of blocks': toBytes(BLOCK_BYTES * 2, (i) => i % 11),
  };
}

async function write(bytes: Uint8Array) {
  const sink = makeSink();
  const writer = await createBlockWriter(sink, 'text', sha256);
  for (let at = 0; at < bytes.length; at += 1_000) await writer.write(bytes.subarray(at, at + 1_000));
  return { ...(await writer.finish((name) => name)), files: sink.files };
}

describe('blocks of a published file', () => {
  it.each(Object.entries(makeContents()))('return %s, for any requested part', async (_, bytes) => {
    const { file, directory, files } = await write(bytes);
    expect(file.bytes % BLOCK_UNIT).toBe(0);
    const host = makeHost(files);
    const reader = createBlockReader(createVerifiedHost(host, new Uint8Array(), sha256), file, directory);
    for (const [start, end] of [
      [0, bytes.length],
      [bytes.length >> 1, bytes.length],
      [0, Math.min(1, bytes.length)],
    ] as const) {
      const got = new Uint8Array(end - start);
      await reader.readSpans([[start, end]], (part, at) => got.set(part, at - start));
      expect(got).toEqual(bytes.slice(start, end));
    }
    expect(new Set(host.asked).size).toBe(host.asked.length);
  });

  it('with sizes of their own decode to the original bytes', async () => {
    const sink = makeSink();
    const writer = await createBlockWriter(sink, 'text', sha256);
    const blocks = Object.values(makeContents()).slice(1);
    for (const block of blocks) await writer.writeBlock(block);
    const { file, directory } = await writer.finish((name) => name);
    const host = createVerifiedHost(makeHost(sink.files), new Uint8Array(), sha256);
    const read = createBlocks({ host, file, directory, decode: (stored) => openSizedBlock(stored).slice() });
    await read.prepare(blocks.keys());
    expect(blocks.map((_, i) => read.get(i))).toEqual(blocks);
  });

  it('with any changed bit are refused, including proof and padding', async () => {
    const { file, directory, files } = await write(toBytes(3_000, (i) => 97 + (i % 5)));
    const right = files.get(file.name) as Uint8Array;
    for (let at = 0; at < right.length; at += 3) {
      const wrong = right.slice();
      wrong[at] = (wrong[at] as number) ^ (1 << (at % 8));
      const host = createVerifiedHost(makeHost(new Map([[file.name, wrong]])), new Uint8Array(), sha256);
      const reader = createBlockReader(host, file, directory);
      await expect(reader.readSpans([[0, 10]], () => {})).rejects.toMatchObject({
        code: 'publish/damaged',
        details: { file: file.name },
      });
    }
  });

  it('are proven only at their own index in the group', () => {
    const group = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: GROUP_BLOCKS });
    fc.assert(
      fc.property(group, fc.nat(), fc.nat(), (blocks, a, b) => {
        const [place, other] = [a % blocks.length, b % GROUP_BLOCKS];
        const { root, proofs } = toProofs(blocks, sha256);
        const proven = new Uint8Array([...(proofs[place] as Uint8Array), ...(blocks[place] as Uint8Array)]);
        expect(toRoot(proven, place, sha256)).toEqual(root);
        const isSame =
          other === place || Buffer.compare(blocks[other] ?? Buffer.from('\0'), blocks[place] as Uint8Array) === 0;
        if (!isSame) expect(toRoot(proven, other, sha256)).not.toEqual(root);
      }),
      { numRuns: 60 },
    );
  });
});
