import { afterEach, describe, expect, it } from 'vitest';
import { freeBuffer, memoryTricks, nudgeGc } from '../../../src/lib/memory.ts';

/** `freeBuffer` needs `ArrayBuffer.transfer`, which is newer than some of the Nodes that run this. */
const canFree = 'transfer' in ArrayBuffer.prototype;

afterEach(() => {
  memoryTricks.isOn = true;
});

describe('memory tricks', () => {
  it('a nudge is counted, and takes no memory', () => {
    const before = process.memoryUsage().rss;
    expect(nudgeGc()).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  it('a nudge is no error where there is no room for it', () => {
    expect(nudgeGc(Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('a freed buffer is gone at once, where the platform can do it', () => {
    const bytes = new Uint8Array(8);
    freeBuffer(bytes);
    expect(bytes.length).toBe(canFree ? 0 : 8);
  });

  it('one switch turns all of it off', () => {
    memoryTricks.isOn = false;
    const bytes = new Uint8Array(8);
    freeBuffer(bytes);
    expect(bytes.length).toBe(8);
    expect(nudgeGc()).toBe(false);
  });
});
