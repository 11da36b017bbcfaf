/** Time as a crawl sees it; tests make it jump. */
export interface CrawlClock {
  /** Milliseconds since 1970, for people and for what is kept. It jumps when somebody sets the clock. */
  now(): number;
  /** Milliseconds from some moment on that only ever grow: whatever waits or is paced counts by these. */
  ticks(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  /** 0 ≤ x < 1; jitter only, never what is kept. */
  random(): number;
}
