import { LIMITS } from '../../model/limits.ts';
import type { CrawlPorts, KeptPage } from '../contract.ts';
import type { Journal } from '../queue/journal.ts';

/**
 * Hands pages over in batches. The journal knows of a page before the collection does, so after a crash the two can be compared: what
 * the collection has is never fetched again, what it lacks is.
 */
export interface Keeper {
  /** Resolves at once while there is room; waits for a commit when there is not. */
  add(page: KeptPage): Promise<void>;
  /** Everything added is committed when this resolves. */
  flush(): Promise<void>;
}

const MAX_PAGES = 200;
/** The first pages can be searched soon, and a crash soon after the start loses little. */
const FIRST_MS = 1_000;

export function createKeeper(
  ports: CrawlPorts,
  journal: Journal,
  onKeeping: (pages: readonly KeptPage[]) => Promise<void>,
): Keeper {
  let buffer: KeptPage[] = [];
  let bytes = 0;
  let timer: unknown;
  let isFirst = true;
  let committing = Promise.resolve();

  function drainBuffer(): KeptPage[] {
    const pages = buffer;
    buffer = [];
    bytes = 0;
    if (timer !== undefined) ports.clock.clearTimeout(timer);
    timer = undefined;
    return pages;
  }

  async function commit(): Promise<void> {
    const pages = drainBuffer();
    if (pages.length > 0) isFirst = false;
    await journal.flush();
    if (pages.length === 0) return;
    // Before the pages: a row whose page is lost is written again with it, a page without a row would never get one.
    await onKeeping(pages);
    await ports.keepPages(pages);
    journal.add({ type: 'committed', paths: pages.map((page) => page.path) });
  }

  function flush(): Promise<void> {
    committing = committing.then(commit);
    return committing;
  }

  return {
    async add(page) {
      buffer.push(page);
      bytes += page.bytes.length;
      if (bytes >= LIMITS.checkpointBytes || buffer.length >= MAX_PAGES) {
        await flush();
        return;
      }
      // A failing store must not become an unhandled rejection here: the next flush of the job meets it.
      timer ??= ports.clock.setTimeout(() => void flush().catch(() => {}), isFirst ? FIRST_MS : LIMITS.checkpointMs);
    },
    flush,
  };
}
