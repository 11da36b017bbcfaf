/** Time as a crawl sees it; tests make it jump. */
export interface CrawlClock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  /** 0 ≤ x < 1; jitter only, never what is kept. */
  random(): number;
}
