import { describe, expect, it } from 'vitest';
import { createEstimate } from '../../../src/engine/jobs.ts';

describe('the remaining time of a job', () => {
  it('is unknown before its total and its speed are known', () => {
    const estimate = createEstimate();
    expect(estimate.leftMs({ total: 0, doneBytes: 50, totalBytes: 0 }, 13_000)).toBeUndefined();
    expect(estimate.leftMs({ total: 10, doneBytes: 100, totalBytes: 1_000 }, 14_000)).toBeUndefined();
    expect(estimate.leftMs({ total: 10, doneBytes: 110, totalBytes: 1_000 }, 18_000)).toBeUndefined();
  });

  it('follows the speed since then, without the time spent finding files', () => {
    const estimate = createEstimate();
    estimate.leftMs({ total: 10, doneBytes: 0, totalBytes: 1_000 }, 60_000);
    expect(estimate.leftMs({ total: 10, doneBytes: 500, totalBytes: 1_000 }, 65_000)).toBe(5_000);
    expect(estimate.leftMs({ total: 10, doneBytes: 1_000, totalBytes: 1_000 }, 70_000)).toBeUndefined();
  });
});
