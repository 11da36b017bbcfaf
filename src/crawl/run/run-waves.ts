import { parseAge } from '../../site/site-options.ts';
import type { Robots } from '../discover/robots.ts';
import { isMdUrl } from '../fetch/md-variants.ts';
import type { QueueItem } from '../queue/journal.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { forEachItem, type Permit } from './for-each-item.ts';
import { mdHostOf, type Run } from './run.ts';
import { noteFiltered } from './run-state.ts';
import { addQueueEvent, followKnownLinks, visitPage } from './visit-page.ts';

const FLUSH_EVERY = 50;
/** Used while robots.txt could not be read, so that the crawl's rate limits are unknown. */
const CAREFUL_CONCURRENCY = 2;

/** Runs waves until the queue is empty, the budget is spent or the job is ending. */
export async function runWaves(run: Run): Promise<void> {
  const { frontier } = run;
  for (;;) {
    if (frontier.remaining().length === 0 && !(await startNextWave(run))) return;
    await runWave(run);
    // A page lost in a crash is found again only in its own wave, so commit its last page before the next wave begins.
    await run.keeper.flush();
    await run.log.flush();
    if (!(await run.gate())) return;
  }
}

/** Returns false when nothing is left to visit. */
async function startNextWave(run: Run): Promise<boolean> {
  const { state } = run;
  const { frontier, site } = run;
  for (;;) {
    const robots = new Map<string, Robots>();
    for (const origin of frontier.nextOrigins()) robots.set(origin, await run.robotsFor(origin));
    const fresh: QueueItem[] = [];
    const { items, cut } = frontier.startWave({
      limit: Math.min(site.maxPages - state.visited, site.maxFrontier),
      skip: (item) => {
        if (robots.get(new URL(item.request).origin)?.isAllowed(item.request) === false) {
          run.spare(item.key);
          return 'robots-disallow';
        }
        if (!isFresh(run, run.rowsByUrl.get(item.key))) return undefined;
        fresh.push(item);
        return 'fresh';
      },
    });
    if (cut.length > 0) noteCut(run, cut);
    if (items.length === 0 && fresh.length === 0) return false;
    run.journal.add({ type: 'wave', number: frontier.waveNumber, items });
    for (const item of fresh) leaveFresh(run, item);
    await run.journal.flush();
    if (items.length > 0) return true;
  }
}

/** Skips a page that is still fresh: it counts as seen, and its stored links are followed [S18]. */
function leaveFresh(run: Run, item: QueueItem): void {
  const page = run.rowsByUrl.get(item.key) as StoredPage;
  const { path } = page.row;
  run.seenPaths.add(path);
  run.frontier.leave(item.key);
  const found = followKnownLinks(run, item, page);
  run.journal.add({ type: 'fresh', path, key: item.key, found });
}

function noteCut(run: Run, cut: readonly QueueItem[]): void {
  run.cut();
  for (const item of cut) {
    run.spare(item.key);
    addQueueEvent(run, 'drop', item, 'overflow');
    noteFiltered(run.state, { url: item.key, reason: 'overflow' });
  }
}

/** True when fetched within its refetch window [S18]. */
function isFresh(run: Run, page: StoredPage | undefined): boolean {
  const { site, ports } = run;
  if (!page || run.options.full === true || run.options.mode === 'retry' || !run.known.has(page.row.path)) return false;
  const own = page.row.page_class === 'nav' ? site.refetch_hub_after : site.refetch_page_after;
  const windowMs = parseAge(own ?? site.refetch_after ?? '');
  const age = ports.clock.now() - Date.parse(page.row.crawl_timestamp);
  return windowMs !== undefined && age < windowMs;
}

async function runWave(run: Run): Promise<void> {
  const items = run.frontier.remaining();
  const isCareful = !(await run.robotsFor(run.start.origin)).isReadable && run.reader === undefined;
  const concurrency = isCareful ? Math.min(CAREFUL_CONCURRENCY, run.site.concurrency) : run.site.concurrency;
  let visits = 0;
  const { hosts } = run.ports;
  const admit = async ({ key, host }: QueueItem) => run.frontier.isDone(key) || hosts.admit(host, run.signal);
  // If it was the trial of a breaker, another page may try.
  const leave = ({ host }: QueueItem) => hosts.pageEnded(host, 'aborted');
  const visit = async (item: QueueItem, permit?: Permit): Promise<boolean> => {
    if (run.frontier.isDone(item.key)) return true;
    if (!(await run.gate())) {
      leave(item);
      return false;
    }
    const isEnded = await visitPage(run, item, permit);
    if (++visits % FLUSH_EVERY === 0) await Promise.all([run.journal.flush(), run.log.flush()]);
    return isEnded;
  };
  for (const item of items) {
    if (isAlone(run, item) && !((await admit(item)) && (await visit(item)))) return;
  }
  await forEachItem(items, { concurrency, admit, visit, leave });
}

/**
 * These pages run one at a time: the start page, which may move the site elsewhere, and pages that probe where a host keeps its Markdown.
 * In parallel, the first answer would decide which addresses the others request.
 */
function isAlone(run: Run, item: QueueItem): boolean {
  if (item.from === 'start') return true;
  if (!item.isLlms || run.ports.hosts.isUnreadable(item.host) || isMdUrl(item.request)) return false;
  return mdHostOf(run, item.host).pattern === undefined;
}
