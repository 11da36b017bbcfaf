import type { CrawlClock } from './clock.ts';

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
