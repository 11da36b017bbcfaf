import { createListeners } from '../../lib/listeners.ts';
import type { RequestRow, SeenRequest } from '../../model/page/request-log.ts';

/** A crawl of some thousand pages stays readable; the count continues. */
const KEPT_ROWS = 2_000;

export function createRequestLog(ownOrigin: string) {
  const listeners = createListeners();
  let rows: readonly RequestRow[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    list: (): readonly RequestRow[] => rows,
    subscribe: listeners.subscribe,
    add(seen: readonly SeenRequest[]): void {
      const added = seen.filter(({ url }) => /^https?:/.test(url)).map((row) => toRow(row, ownOrigin));
      if (added.length === 0) return;
      count += added.filter(({ reason }) => reason !== 'app').length;
      rows = [...rows, ...added].slice(-KEPT_ROWS);
      listeners.emit();
    },
  };
}

function toRow(row: SeenRequest, ownOrigin: string): RequestRow {
  const isOwn = new URL(row.url).origin === ownOrigin;
  return { ...row, reason: row.reason ?? (isOwn ? 'app' : 'other') };
}

/** Reports the page's own requests, including those before the call. */
export function observeRequests(onRequests: (rows: readonly SeenRequest[]) => void): void {
  const observer = new PerformanceObserver((list) => {
    onRequests((list.getEntries() as PerformanceResourceTiming[]).map(toSeenRequest));
  });
  observer.observe({ type: 'resource', buffered: true });
}

function toSeenRequest(entry: PerformanceResourceTiming): SeenRequest {
  return {
    time: Math.round(performance.timeOrigin + entry.startTime),
    url: entry.name,
    status: entry.responseStatus ?? 0,
    bytes: entry.transferSize,
    ms: Math.round(entry.duration),
  };
}
