/** Time after the total is known before an estimate is shown. */
const MIN_MS = 3_000;
const MIN_SHARE = 0.05;

interface Counts {
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Estimates a job's remaining time from its speed since the total is known. The time spent finding files says nothing about how fast they
 * are read: counted in, it turned a first estimate of half a minute into a quarter of an hour.
 */
export function createEstimate(): { leftMs(counts: Counts, nowMs: number): number | undefined } {
  let known: { readonly ms: number; readonly bytes: number } | undefined;
  return {
    leftMs({ total, doneBytes, totalBytes }, nowMs) {
      if (total === 0) return undefined;
      known ??= { ms: nowMs, bytes: doneBytes };
      const elapsedMs = nowMs - known.ms;
      const bytes = doneBytes - known.bytes;
      const leftBytes = totalBytes - doneBytes;
      if (elapsedMs < MIN_MS || bytes < totalBytes * MIN_SHARE || bytes <= 0 || leftBytes <= 0) return undefined;
      return Math.round((leftBytes / bytes) * elapsedMs);
    },
  };
}
