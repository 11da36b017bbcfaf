/** The crawler's clock; tests advance it by hand. */
export interface CrawlClock {
  /** Milliseconds since 1970, for display and storage. Jumps when the system clock is set. */
  now(): number;
  /** Monotonic milliseconds. Waits and pacing use these, so a changed system clock cannot stall a crawl. */
  ticks(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  /** 0 ≤ x < 1. Used for jitter only, never in stored data. */
  random(): number;
}

/** Resolves after `ms`, or at once when the signal is aborted. Never rejects; the caller checks the signal. */
export function wait(clock: CrawlClock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = clock.setTimeout(end, ms);
    function end(): void {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end, { once: true });
  });
}
