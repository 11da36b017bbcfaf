/** Time after the total is known before an estimate is shown. */
const MIN_MS = 3_000;
const MIN_SHARE = 0.05;

interface Counts {
  readonly done?: number;
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Estimates a job's remaining time from its speed, in bytes or, if it counts none, in items, since the total is known. The time spent finding files says nothing about how fast they
 * are read: counted in, it turned a first estimate of half a minute into a quarter of an hour.
 */
export function createEstimate(): { leftMs(counts: Counts, nowMs: number): number | undefined } {
  let known: { readonly ms: number; readonly done: number } | undefined;
  return {
    leftMs(counts, nowMs) {
      if (counts.total === 0) return undefined;
      const [sum, all] =
        counts.totalBytes > 0 ? [counts.doneBytes, counts.totalBytes] : [counts.done ?? 0, counts.total];
      known ??= { ms: nowMs, done: sum };
      const elapsedMs = nowMs - known.ms;
      const done = sum - known.done;
      const left = all - sum;
      if (elapsedMs < MIN_MS || done < all * MIN_SHARE || done <= 0 || left <= 0) return undefined;
      return Math.round((left / done) * elapsedMs);
    },
  };
}
