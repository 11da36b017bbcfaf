import { describe, expect, it } from 'vitest';
import { toHex, toUtf8 } from '../../../../src/lib/bytes.ts';
import { hashBytes } from '../../../../src/store/verify/block-hash.ts';

describe('hashBytes', () => {
  // Made with the reference implementation, MurmurHash3_x86_128 with seed 0, read as bytes in memory order.
  it.each([
    ['', '00000000000000000000000000000000'],
    ['a', '3c9394a71bb056551bb056551bb05655'],
    ['hello', 'a044242bf7de91dbb631db9ab631db9a'],
    ['Hello, world!', 'a7dbac26fc8d63f063422b40c3d4fd0a'],
    ['The quick brown fox jumps over the lazy dog', 'c383152f672ceeec6cf67b5d2c1de9e5'],
  ])('gives the published hash of %j', (text, hash) => {
    expect(toHex(hashBytes(toUtf8(text)))).toBe(hash);
  });

  it('hashes every block of a longer input', () => {
    const bytes = Uint8Array.from({ length: 768 }, (_, i) => i);
    expect(toHex(hashBytes(bytes))).toBe('d7c3bf1b294aad21e645dbd0fbb54091');
  });

  it('does not depend on the offset of the input in its buffer', () => {
    const text = toUtf8('The quick brown fox jumps over the lazy dog');
    for (let shift = 0; shift < 4; shift++) {
      const buffer = new Uint8Array(100);
      buffer.set(text, shift);
      expect(hashBytes(buffer.subarray(shift, shift + text.length))).toEqual(hashBytes(text));
    }
  });
});
