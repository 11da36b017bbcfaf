/** From when all is known that is to be done; before, nothing is estimated. */
const MIN_MS = 3_000;
const MIN_SHARE = 0.05;

interface Counts {
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * How long a job still takes, by its speed since its end is known. The time before, of looking for files, says nothing about the speed of
 * reading them: with it the first estimate of half a minute was a quarter of an hour.
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
