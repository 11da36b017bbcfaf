import { describe, expect, it } from 'vitest';
import { remindCollector } from '../../../src/lib/remind-collector.ts';

describe('a word to the collector', () => {
  it('is counted, and takes no memory', () => {
    const before = process.memoryUsage().rss;
    expect(remindCollector()).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  it('is no error where there is no room for it', () => {
    expect(remindCollector(Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
