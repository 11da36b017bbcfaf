import type { CrawlClock } from './contract.ts';

/** Pacing and breakers by host, shared between jobs [S11], [S12]. */
export interface Hosts {
  readonly clock: CrawlClock;
}
