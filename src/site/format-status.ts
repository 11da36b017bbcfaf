import type { CrawlStatus } from '../model/site/site.ts';

const LISTED = 10;

export interface StatusOptions {
  readonly name: string;
  /** Chunks of the site; absent while unknown. */
  readonly chunks?: number;
}

/** Formats a status as text: progress while it runs, a summary afterwards [S16]. */
export function formatStatus(status: CrawlStatus, { name, chunks }: StatusOptions): string {
  const head = [
    `Source: ${name} (${status.url})`,
    `Status: ${status.sourceState}${status.reason === '' ? '' : ` (${status.reason})`}`,
  ];
  const lines = status.endedAt === '' ? formatRunning(status) : formatEnded(status, chunks);
  return `${[...head, ...lines].join('\n')}\n`;
}

function formatRunning(status: CrawlStatus): string[] {
  const total = status.visited + status.queueSize;
  const share = total === 0 ? 0 : Math.round((status.visited / total) * 100);
  return [
    `Progress: ${status.visited}/${total} pages crawled (${share}%)${status.paused ? ', paused' : ''}`,
    `Skipped: ${status.unchanged} pages (unchanged content)`,
    ...formatLists(status),
    `Started: ${status.startedAt}`,
    `Elapsed: ${formatElapsed(Date.parse(status.lastActivityAt || status.startedAt) - Date.parse(status.startedAt))}`,
  ];
}

function formatEnded(status: CrawlStatus, chunks: number | undefined): string[] {
  return [
    `Last crawl: ${status.endedAt}`,
    `Pages: ${status.saved + status.unchanged} crawled, ${status.unchanged} skipped (unchanged), ${status.removed} removed, ${status.errors} errors`,
    ...(chunks === undefined ? [] : [`Chunks: ${withCommas(chunks)} total`]),
    ...formatLists(status),
    `Elapsed: ${formatElapsed(Date.parse(status.endedAt) - Date.parse(status.startedAt))}`,
  ];
}

function formatLists(status: CrawlStatus): string[] {
  return [
    `Errors: ${status.errors} pages failed`,
    ...status.failed.slice(0, LISTED).map((failed) => `  - ${failed.url}: ${failed.message}`),
    `Filtered: ${status.filtered} URLs excluded by scope`,
    ...status.filteredUrls
      .slice(0, LISTED)
      .map((filtered) => `  - ${filtered.url}: ${filtered.reason.replace(/^blocked:/, 'blocked by ')}`),
  ];
}

/** The same everywhere, unlike `toLocaleString`. */
function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m ${seconds % 60}s`;
}
