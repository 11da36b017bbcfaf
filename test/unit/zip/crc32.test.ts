import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/zip/crc32.ts';

/** Bit by bit, as the format describes it. */
function slowCrc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => (i * 131) ^ (i >> 3));

describe('crc32', () => {
  it('has the check value of the standard', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  it('equals the bitwise version at any length and offset', () => {
    for (let start = 0; start < 9; start++) {
      for (let length = 0; length < 30; length++) {
        const view = bytes.subarray(start, start + length);
        expect(crc32(view)).toBe(slowCrc32(view));
      }
    }
  });

  it('is the same for a text in pieces as for the whole', () => {
    for (const cut of [0, 1, 7, 8, 9, 500, 1_000]) {
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(slowCrc32(bytes));
    }
  });
});
