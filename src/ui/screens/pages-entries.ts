import type { CrawlStatus, FailCode, FailedUrl, PageRow } from '../../model/site.ts';

export interface PageEntry {
  readonly url: string;
  /** `kept`, a failure's code, or the reason it was left out. */
  readonly outcome: string;
  readonly status: number;
  readonly page?: PageRow;
}

/** Kept pages first by address, then what failed and what was left out in the last run. */
export function listPages(pages: readonly PageRow[], status: CrawlStatus | undefined): readonly PageEntry[] {
  const kept = pages.map((page): PageEntry => ({ url: page.url, outcome: 'kept', status: page.status_code, page }));
  const failed = (status?.failed ?? []).map(
    ({ url, code, status: answer }): PageEntry => ({ url, outcome: code, status: answer }),
  );
  const filtered = (status?.filteredUrls ?? []).map(
    ({ url, reason }): PageEntry => ({ url, outcome: reason, status: 0 }),
  );
  return [...kept, ...failed, ...filtered].sort(byUrl);
}

export interface FailureGroup {
  readonly host: string;
  readonly code: FailCode;
  readonly count: number;
  readonly message: string;
}

/** By host and kind, largest first: one unreadable host is one line, not five hundred. */
export function groupFailures(failed: readonly FailedUrl[]): readonly FailureGroup[] {
  const groups = new Map<string, { host: string; code: FailCode; count: number; message: string }>();
  for (const { url, code, message } of failed) {
    const host = toHost(url);
    const group = groups.get(`${host} ${code}`);
    if (group === undefined) groups.set(`${host} ${code}`, { host, code, count: 1, message });
    else group.count++;
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function toHost(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

function byUrl(a: PageEntry, b: PageEntry): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0;
}
