import { LIMITS } from '../../model/limits.ts';
import type { CrawlPorts, SitePage } from '../contract.ts';
import type { Journal } from '../queue/journal.ts';

/**
 * Commits pages in batches. The journal records a page before the collection does, so after a crash the two can be compared: pages in
 * the collection are never fetched again, missing ones are.
 */
export type Keeper = ReturnType<typeof createKeeper>;

const MAX_PAGES = 200;
/** Short, so that the first pages can be searched soon and an early crash loses little. */
const FIRST_MS = 1_000;

interface KeeperHooks {
  onKeeping(pages: readonly SitePage[]): Promise<void>;
  onKept(pages: readonly SitePage[]): void;
}

export function createKeeper(ports: CrawlPorts, journal: Journal, { onKeeping, onKept }: KeeperHooks) {
  let buffer: SitePage[] = [];
  let bytes = 0;
  let timer: unknown;
  let isFirst = true;
  let committing = Promise.resolve();

  function drainBuffer(): SitePage[] {
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
    // Rows first: a row without its page is written again with the page, but a page without a row would never get one.
    await onKeeping(pages);
    await ports.keepPages(pages);
    onKept(pages);
  }

  /** Resolves when every added page is committed. */
  function flush(): Promise<void> {
    committing = committing.then(commit);
    return committing;
  }

  return {
    /** Resolves at once while there is room, otherwise after a commit. */
    async add(page: SitePage): Promise<void> {
      buffer.push(page);
      bytes += page.bytes.length;
      if (bytes >= LIMITS.checkpointBytes || buffer.length >= MAX_PAGES) {
        await flush();
        return;
      }
      // A failing store must not cause an unhandled rejection here; the next flush of the job reports it.
      timer ??= ports.clock.setTimeout(() => void flush().catch(() => {}), isFirst ? FIRST_MS : LIMITS.checkpointMs);
    },
    flush,
  };
}
