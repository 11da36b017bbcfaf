import { pauseForEvents } from '../../lib/async/priorities.ts';
import type { Job } from '../jobs.ts';

/** Time before a pack lets other requests and a cancel in. */
const SLICE_MS = 30;

export interface PackStep {
  /** Counts one file or chunk; throws `engine/cancelled`. Returns undefined while the slice lasts. */
  (): Promise<void> | undefined;
  /** Advances to at least `done`: cached files took no step. */
  reach(done: number): void;
}

/** Reports a pack's progress and lets other work in. Steps end at `total`, since a candidate may be tried several times. */
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
