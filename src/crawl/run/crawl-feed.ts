import type { CrawlEvent, CrawlStatus } from '../../model/site/site.ts';
import type { CrawlClock } from '../clock.ts';
import type { CrawlMessage } from '../contract.ts';

/** The listeners of a crawl. They get each event, and the status at most four times a second. */
export type CrawlFeed = ReturnType<typeof createCrawlFeed>;

const STATUS_EVERY_MS = 250;

export function createCrawlFeed(clock: CrawlClock, getStatus: () => CrawlStatus) {
  const listeners = new Set<(message: CrawlMessage) => void>();
  let done: CrawlEvent | undefined;
  let timer: unknown;

  function emit(message: CrawlMessage): void {
    for (const listener of listeners) listener(message);
  }

  return {
    /** Sends the status at once (and `done` if it was emitted). Returns the function that ends the subscription. */
    subscribe(listener: (message: CrawlMessage) => void): () => void {
      listeners.add(listener);
      listener({ type: 'status', status: getStatus() });
      if (done) listener({ type: 'event', event: done });
      return () => listeners.delete(listener);
    },
    emitEvent(event: CrawlEvent): void {
      emit({ type: 'event', event });
      if (event.type === 'done') done = event;
    },
    emitStatusSoon(): void {
      if (timer !== undefined || listeners.size === 0) return;
      timer = clock.setTimeout(() => {
        timer = undefined;
        emit({ type: 'status', status: getStatus() });
      }, STATUS_EVERY_MS);
    },
    /** Sends the status at once and cancels the pending one. */
    emitStatus(): void {
      if (timer !== undefined) clock.clearTimeout(timer);
      timer = undefined;
      emit({ type: 'status', status: getStatus() });
    },
  };
}
