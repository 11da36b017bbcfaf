import type { QueueEvent, SiteOptions } from '../../../src/model/site/site.ts';
import { crawlKit, readResult } from '../../support/crawl-kit.ts';

/** The visible result of a crawl, and the files in the collection. Waiting costs nothing: the clock jumps. */
export interface ObservedCrawl {
  readonly files: Readonly<Record<string, string>>;
  readonly status: Readonly<Record<string, unknown>>;
  readonly failed: readonly string[];
  readonly drops: readonly string[];
  readonly retries: readonly string[];
  readonly problems: readonly string[];
  readonly milestones: readonly string[];
  /** States of the site's breaker that were seen. */
  readonly breaker: readonly string[];
}

export async function observeCrawl(options: Partial<SiteOptions> & { url: string }): Promise<ObservedCrawl> {
  const kit = crawlKit({ fetch: (input, init) => fetch(input, init) });
  const crawl = kit.open(options);
  const breaker = new Set<string>();
  crawl.subscribe((message) => {
    if (message.type !== 'status') return;
    for (const host of Object.values(message.status.perHost)) breaker.add(host.state);
  });
  const ended = await crawl.start();
  const result = await readResult(crawl, ended, kit.collection);
  kit.close();
  const { status, reason, visited, saved, errors, filtered, requests } = ended;
  const queue = (action: QueueEvent['action']) =>
    result.events
      .flatMap((event) => (event.type === 'queue' && event.action === action && !isOfOrder(event) ? [event] : []))
      .map(({ url, reason }) => `${url} ${reason}`)
      .sort();
  return {
    files: Object.fromEntries(result.paths.map((path) => [path, kit.collection.text(path)])),
    status: { status, reason, visited, saved, errors, filtered, requests },
    failed: ended.failed.map((page) => `${page.url} ${page.code} ${page.status} ${page.attempts}`).sort(),
    drops: queue('drop'),
    retries: queue('retry'),
    problems: result.events
      .flatMap((event) => (event.type === 'problem' ? [`${event.kind} ${event.target}`] : []))
      .sort(),
    milestones: result.milestones().sort(),
    breaker: [...breaker].sort(),
  };
}

/** Whether a link leads to a page that waits or to one that was visited depends on which answer came first. */
function isOfOrder({ reason, alias }: QueueEvent): boolean {
  return reason === 'visited' || (reason === 'duplicate' && alias === '');
}
