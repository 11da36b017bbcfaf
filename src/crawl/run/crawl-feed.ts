import type { CrawlEvent, CrawlStatus } from '../../model/site/site.ts';
import type { CrawlClock } from '../clock.ts';
import type { CrawlMessage } from '../contract.ts';

/** The listeners of a crawl: they get events as they come, and the status at most four times a second. */
export interface CrawlFeed {
  /** Gets the status at once, `done` too if it has been emitted. Answers what ends the subscription. */
  subscribe(listener: (message: CrawlMessage) => void): () => void;
  emitEvent(event: CrawlEvent): void;
  emitStatusSoon(): void;
  /** At once; a status that was due soon is not sent. */
  emitStatus(): void;
}

const STATUS_EVERY_MS = 250;

export function createCrawlFeed(clock: CrawlClock, getStatus: () => CrawlStatus): CrawlFeed {
  const listeners = new Set<(message: CrawlMessage) => void>();
  let done: CrawlEvent | undefined;
  let timer: unknown;

  function emit(message: CrawlMessage): void {
    for (const listener of listeners) listener(message);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      listener({ type: 'status', status: getStatus() });
      if (done) listener({ type: 'event', event: done });
      return () => listeners.delete(listener);
    },
    emitEvent(event) {
      emit({ type: 'event', event });
      if (event.type === 'done') done = event;
    },
    emitStatusSoon() {
      if (timer !== undefined || listeners.size === 0) return;
      timer = clock.setTimeout(() => {
        timer = undefined;
        emit({ type: 'status', status: getStatus() });
      }, STATUS_EVERY_MS);
    },
    emitStatus() {
      if (timer !== undefined) clock.clearTimeout(timer);
      timer = undefined;
      emit({ type: 'status', status: getStatus() });
    },
  };
}
