import { describe, expect, it } from 'vitest';
import { createEstimate } from '../../../src/engine/estimate.ts';

describe('how long a job still takes', () => {
  it('is not said before its end is known, nor before its speed is', () => {
    const estimate = createEstimate();
    expect(estimate.leftMs({ total: 0, doneBytes: 50, totalBytes: 0 }, 13_000)).toBeUndefined();
    expect(estimate.leftMs({ total: 10, doneBytes: 100, totalBytes: 1_000 }, 14_000)).toBeUndefined();
    expect(estimate.leftMs({ total: 10, doneBytes: 110, totalBytes: 1_000 }, 18_000)).toBeUndefined();
  });

  it('goes by the speed since then, not by the time of looking for files', () => {
    const estimate = createEstimate();
    estimate.leftMs({ total: 10, doneBytes: 0, totalBytes: 1_000 }, 60_000);
    expect(estimate.leftMs({ total: 10, doneBytes: 500, totalBytes: 1_000 }, 65_000)).toBe(5_000);
    expect(estimate.leftMs({ total: 10, doneBytes: 1_000, totalBytes: 1_000 }, 70_000)).toBeUndefined();
  });
});
