import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/zip/crc32.ts';

const digits = new TextEncoder().encode('123456789');

describe('crc32', () => {
  it('has the check value of the standard, for a text in pieces as for the whole', () => {
    for (let cut = 0; cut <= 9; cut++)
      expect(crc32(digits.subarray(cut), crc32(digits.subarray(0, cut)))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });
});
