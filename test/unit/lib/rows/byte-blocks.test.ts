import { describe, expect, it } from 'vitest';
import { createByteBlocks, toOffset } from '../../../../src/lib/rows/byte-blocks.ts';

const BLOCK_BYTES = 1 << 18;

describe('blocks of bytes', () => {
  it('accept an empty piece first: the first file of many folders is empty', () => {
    const blocks = createByteBlocks();
    const empty = blocks.append(new Uint8Array());
    const full = blocks.append(Uint8Array.of(1, 2, 3));
    expect([toOffset(empty), toOffset(full)]).toEqual([0, 0]);
    expect(blocks.blockOf(empty)).toBe(blocks.blockOf(full));
  });

  it('return an empty piece after a block that is full to the last byte', () => {
    const blocks = createByteBlocks();
    const first = blocks.append(new Uint8Array(BLOCK_BYTES).fill(7));
    const empty = blocks.append(new Uint8Array());
    expect(blocks.blockOf(empty)).toHaveLength(BLOCK_BYTES);
    const next = blocks.append(Uint8Array.of(9));
    expect(blocks.blockOf(first)[BLOCK_BYTES - 1]).toBe(7);
    expect([toOffset(empty), toOffset(next)]).toEqual([0, 0]);
    expect(blocks.blockOf(next)[toOffset(next)]).toBe(9);
    expect(blocks.blockOf(next)).not.toBe(blocks.blockOf(first));
  });

  it('accept an empty piece after one longer than a block', () => {
    const blocks = createByteBlocks();
    const long = blocks.append(new Uint8Array(BLOCK_BYTES + 5).fill(3));
    const empty = blocks.append(new Uint8Array());
    expect(blocks.blockOf(long)[toOffset(long) + BLOCK_BYTES + 4]).toBe(3);
    expect(blocks.blockOf(empty)).toHaveLength(BLOCK_BYTES);
  });

  it('accept an empty piece after being freed', () => {
    const blocks = createByteBlocks();
    blocks.append(Uint8Array.of(1));
    blocks.free();
    expect(blocks.blockOf(blocks.append(new Uint8Array()))).toHaveLength(BLOCK_BYTES);
  });
});
