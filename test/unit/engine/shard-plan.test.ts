import { describe, expect, it } from 'vitest';
import { toShardCount } from '../../../src/engine/shard-plan.ts';
import { LIMITS } from '../../../src/model/limits.ts';

describe('shard count', () => {
  it('keeps the text of a shard near its size', () => {
    expect(toShardCount(0, 0)).toBe(1);
    expect(toShardCount(LIMITS.shardBytes, 1_000)).toBe(1);
    expect(toShardCount(LIMITS.shardBytes + 1, 1_000)).toBe(2);
    expect(toShardCount(LIMITS.shardBytes * 5, 1_000)).toBe(8);
  });

  it('keeps the chunks of a shard few enough to merge, however short they are', () => {
    expect(toShardCount(5_000_000, LIMITS.shardChunks)).toBe(1);
    expect(toShardCount(5_000_000, 100_000)).toBe(4);
  });
});
