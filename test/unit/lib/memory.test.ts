import { expect, it } from 'vitest';
import { freeBuffer } from '../../../src/lib/memory.ts';

/** `freeBuffer` needs `ArrayBuffer.transfer`, which some supported versions of Node do not have. */
const canFree = 'transfer' in ArrayBuffer.prototype;

it('a freed buffer is gone at once, where the platform can do it', () => {
  const bytes = new Uint8Array(8);
  freeBuffer(bytes);
  expect(bytes.length).toBe(canFree ? 0 : 8);
});
