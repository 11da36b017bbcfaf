import { expect, it } from 'vitest';
import { HASH_BYTES, hashBytes } from '../../../../src/store/verify/block-hash.ts';
import { hashBlocks } from '../../../../src/store/verify/hash-blocks.ts';
import { makeBytes } from '../../../contract/store/make-collection.ts';

it('every block has its own hash, also the short one at the end', () => {
  const payload = makeBytes(40_001, 3).subarray(1);
  const hashes = hashBlocks(payload, 16_384);
  expect(hashes).toHaveLength(3 * HASH_BYTES);
  for (let i = 0; i < 3; i++)
    expect(hashes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES)).toEqual(
      hashBytes(payload.subarray(i * 16_384, (i + 1) * 16_384)),
    );
});
