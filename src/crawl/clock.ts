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
