import type { CrawlStatus, FailedUrl, PageClass, PageRow } from '../../../model/site/site.ts';

export interface PageEntry {
  readonly url: string;
  /** `kept`, the code of a failure, or the reason it was skipped. */
  readonly outcome: string;
  readonly status: number;
  readonly attempts?: number;
  readonly page?: PageRow;
  /** Why the last run did not fetch a kept page. */
  readonly lately?: { readonly outcome: string; readonly status: number };
}

/** Lists kept, failed and skipped pages by address. `runs` are the runs of the source, newest first. */
export function listPages(pages: readonly PageRow[], runs: readonly CrawlStatus[]): readonly PageEntry[] {
  const [newest, ...older] = sinceDiscovery(runs);
  const left = new Map(toLeft(newest).map((entry) => [entry.url, entry]));
  const kept = pages.map((page) => withLately(toKept(page), left.get(page.url)));
  for (const { url } of kept) left.delete(url);
  const entries = [...kept, ...left.values()];
  // The result of an older run counts until a page or a newer run replaces it.
  const told = new Set(entries.flatMap(({ url, page }) => [url, ...(page?.aliases ?? [])]));
  for (const run of older) {
    const added = toLeft(run).filter(({ url }) => !told.has(url));
    for (const { url } of added) told.add(url);
    entries.push(...added);
  }
  return entries.sort(byUrl);
}

/** Sorts pages in the order of an address list, with a result for each; an address without a result waits. */
export function inListOrder(entries: readonly PageEntry[], urls: readonly string[]): readonly PageEntry[] {
  const byName = new Map<string, PageEntry>();
  for (const entry of entries)
    for (const name of [...(entry.page?.aliases ?? []), entry.url]) byName.set(foldName(name), entry);
  const listed = new Set(
    urls.map((url): PageEntry => byName.get(foldName(url)) ?? { url, outcome: 'waiting', status: 0 }),
  );
  return [...listed, ...entries.filter((entry) => !listed.has(entry))];
}

/** Removes the final slash or index file, as page addresses do. */
function foldName(url: string): string {
  return url.replace(/#(?!!?\/).*$/, '').replace(/\/(?:index\.html?)?$/, '');
}

function toKept(page: PageRow): PageEntry {
  const { url, status_code: status, attempts } = page;
  return { url, outcome: 'kept', status, page, attempts };
}

function withLately(entry: PageEntry, left: PageEntry | undefined): PageEntry {
  return left ? { ...entry, lately: { outcome: left.outcome, status: left.status } } : entry;
}

/** Lists the failed and skipped pages of a run. */
function toLeft(run: CrawlStatus | undefined): PageEntry[] {
  const failed = (run?.failed ?? []).map(({ url, code, status, attempts }) => ({
    ...{ url, outcome: code, status },
    attempts,
  }));
  return [...failed, ...(run?.filteredUrls ?? []).map(({ url, reason }) => ({ url, outcome: reason, status: 0 }))];
}

/** Returns the last full crawl and the retries after it. */
function sinceDiscovery(runs: readonly CrawlStatus[]): readonly CrawlStatus[] {
  const last = runs.findIndex((run) => run.mode === 'crawl');
  return last < 0 ? runs : runs.slice(0, last + 1);
}

export const PAGE_CLASSES: readonly PageClass[] = ['article', 'nav', 'other'];

/** A filter; an empty field matches everything. */
export interface PageFilter {
  readonly text: string;
  readonly outcome: string;
  readonly pageClass: string;
  /** Lowest confidence of the class, 0–1; pages without a class match only 0. */
  readonly minConfidence: number;
}

export const CONFIDENCES = [0.5, 0.7, 0.85] as const;

/** Text that the typed filter searches: address, title, description and aliases. */
export function toPageText({ url, page }: PageEntry): string {
  return [url, page?.title, page?.description, ...(page?.aliases ?? [])].join(' ');
}

/** Compares everything but the typed text. */
export function matchesFilter(entry: PageEntry, filter: Omit<PageFilter, 'text'>): boolean {
  if (filter.outcome !== '' && entry.outcome !== filter.outcome && entry.lately?.outcome !== filter.outcome)
    return false;
  if (filter.pageClass !== '' && entry.page?.page_class !== filter.pageClass) return false;
  return filter.minConfidence === 0 || (entry.page?.confidence ?? 0) >= filter.minConfidence;
}

/** Groups failures by host, kind and status, largest first: one unreadable host is one line, not five hundred. */
export function groupFailures(failed: readonly FailedUrl[]) {
  const groups = new Map<string, Pick<FailedUrl, 'code' | 'status' | 'message'> & { host: string; count: number }>();
  for (const { url, code, status, message } of failed) {
    const host = URL.canParse(url) ? new URL(url).host : url;
    const key = `${host} ${code} ${status}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { host, code, status, count: 1, message });
    else group.count++;
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function byUrl(a: PageEntry, b: PageEntry): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0;
}
