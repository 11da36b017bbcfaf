import type { CrawlClock } from '../../src/crawl/clock.ts';

export const clock: CrawlClock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  random: Math.random,
};
