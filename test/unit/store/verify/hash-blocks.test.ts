import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_BYTES, hashBytes } from '../../../../src/store/verify/block-hash.ts';
import { hashBlocks, hashSlowly, hashWhole } from '../../../../src/store/verify/hash-blocks.ts';
import { makeBytes } from '../../../contract/store/make-collection.ts';

describe('the hash in WebAssembly', () => {
  it('gives what the one in JavaScript gives, whatever the lengths', () => {
    const sizes = fc.record({
      length: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 70_000 })),
      blockBytes: fc.constantFrom(16, 48, 1024, 16_384, 65_536),
      shift: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(sizes, ({ length, blockBytes, shift }) => {
        const payload = makeBytes(length + shift, length).subarray(shift);
        const slow = new Uint8Array(Math.ceil(length / blockBytes) * HASH_BYTES);
        hashSlowly(payload, blockBytes, slow);
        expect(hashBlocks(payload, blockBytes)).toEqual(slow);
        expect(hashWhole(payload)).toEqual(hashBytes(payload));
      }),
      { numRuns: 80 },
    );
  });

  it('goes on where its memory ends', () => {
    const payload = makeBytes((1 << 20) * 2 + 12_345, 3);
    const slow = new Uint8Array(Math.ceil(payload.length / 16_384) * HASH_BYTES);
    hashSlowly(payload, 16_384, slow);
    expect(hashBlocks(payload, 16_384)).toEqual(slow);
    expect(hashWhole(payload)).toEqual(hashBytes(payload));
  });
});
