import { pauseForEvents } from '../../lib/async/priorities.ts';
import type { Job } from '../jobs.ts';

/** Questions and a cancel are heard between two slices of a pack. */
const SLICE_MS = 30;

export interface PackStep {
  /** One file or chunk further; throws `engine/cancelled`. Nothing to wait for while the slice lasts. */
  (): Promise<void> | undefined;
  /** At least so far: what was known already took no step. */
  reach(done: number): void;
}

/** Tells how far a pack is, and lets other work in. A candidate may be tried several times, so steps end at `total`. */
export function createPackStep(job: Job | undefined, total: number): PackStep {
  job?.throwIfCancelled();
  job?.expect(total, 0);
  let done = 0;
  let sliceMs = performance.now();
  const advance = (to: number): void => {
    const next = Math.min(to, total);
    if (next <= done) return;
    job?.step({ done: next - done });
    done = next;
  };
  const pause = async (): Promise<void> => {
    await pauseForEvents();
    sliceMs = performance.now();
    job?.throwIfCancelled();
  };
  return Object.assign(
    () => {
      advance(done + 1);
      return performance.now() - sliceMs < SLICE_MS ? undefined : pause();
    },
    { reach: advance },
  );
}
