import { parseAge } from '../../site/site-options.ts';
import { discover } from '../discover/discover.ts';
import type { Robots } from '../discover/robots.ts';
import { isMdUrl, MD_MISSES } from '../fetch/md-variants.ts';
import { keepFullPages } from '../keep/keep-page.ts';
import { askAgain, listKnown, queueKnown, queueUnmet } from '../keep/known-pages.ts';
import type { QueueItem } from '../queue/journal.ts';
import { listFailed } from '../records/job-records.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { finishRun } from './finish-run.ts';
import { forEachItem, type Permit } from './for-each-item.ts';
import { mdPlaceOf, type Run } from './run.ts';
import { noteFiltered } from './run-state.ts';
import { addQueueEvent, followKnownLinks, noteUnreadable, visitPage } from './visit-page.ts';

/** Runs discovery, waves and finish; each continues where the journal stops. */
export async function runCrawl(run: Run): Promise<void> {
  if (!(await run.gate())) return;
  if (!run.state.isDiscovered) {
    run.state.phase = 'discover';
    if (!(await fillQueue(run)) || !(await run.gate())) return;
  }
  run.state.phase = 'fetch';
  await visitAll(run);
  if (!(await run.gate())) return;
  const failure = findFailure(run);
  if (failure === undefined) await finishRun(run);
  else run.fail(failure);
}

/** Returns why a run that met no page, or only pages known from before, is not done [S15]. */
function findFailure(run: Run): string | undefined {
  const [first] = run.state.failed;
  const isMet = [...run.seenPaths].some((path) => !run.unmetPaths.has(path));
  if (run.options.mode === 'retry' || isMet) return undefined;
  if (!first) return run.options.mode === 'crawl' && run.known.size === 0 ? findNoPages(run) : undefined;
  if (first.code === 'unreadable' || first.code === 'cors') return 'crawl/unreadable';
  const what = run.failedItems.get(first.url)?.from === 'start' ? 'the start page' : 'no page';
  return `${what} could ${what === 'no page' ? '' : 'not '}be read (${first.message})`;
}

function findNoPages({ state }: Run): string {
  const has = (isReason: (reason: string) => boolean) => state.filteredUrls.some(({ reason }) => isReason(reason));
  if (has((reason) => reason === 'not-allowed' || reason.startsWith('blocked:'))) return 'crawl/no-match';
  return has((reason) => reason === 'robots-disallow') ? 'crawl/robots' : 'crawl/no-pages';
}

/** Visits discovered pages, then known pages that discovery missed, then, a second time, pages that seem gone. */
async function visitAll(run: Run): Promise<void> {
  for (;;) {
    await runWaves(run);
    if (!(await run.gate())) return;
    if (queueUnmet(run)) continue;
    await askAgain(run);
    if (!(await run.gate()) || run.frontier.nextOrigins().length === 0) return;
  }
}

/** Returns false when the job cannot continue. */
async function fillQueue(run: Run): Promise<boolean> {
  if (run.options.mode === 'crawl') return prepare(run);
  if (run.options.mode === 'retry') await queueFailed(run);
  else queueKnown(run);
  return true;
}

async function prepare(run: Run): Promise<boolean> {
  const found = await discover(run);
  if (!found.isReadable) {
    noteUnreadable(run, run.start.host);
    run.fail('crawl/unreadable');
    return false;
  }
  if (!(await run.gate())) return false;
  const paths = await keepFullPages(run, found.files);
  if (found.areFilesWhole) for (const { url } of found.files) run.readFiles.add(url);
  if (!(await run.gate())) return false;
  run.journal.add({
    type: 'discovered',
    seeds: found.seeds,
    covered: found.files.flatMap((file) => file.pages.map((page) => page.key)).filter((key) => key !== ''),
    paths,
    aliases: [...run.frontier.drainAliases()],
    files: found.areFilesWhole ? found.files.map(({ url }) => url) : [],
  });
  await run.journal.flush();
  const hosts = new Set(found.seeds.map((seed) => seed.host)).size;
  const details = { seeds: found.seeds.length, fullPages: paths.length, hosts };
  run.milestone('seeds-prepared', run.start.host, 'the first pages are queued', details);
  return true;
}

/** Queues only the failed URLs of another job. Pages in the collection count as covered, whatever links to them. */
async function queueFailed(run: Run): Promise<void> {
  const { frontier, start, ports } = run;
  const { retryOf = '' } = run.options;
  const failed = await listFailed(ports.records, retryOf);
  const keys = new Set(failed.map((item) => item.key));
  const covered = listKnown(run)
    .map(({ row }) => row.url)
    .filter((url) => !keys.has(url));
  for (const key of covered) frontier.cover(key);
  const seeds = failed.flatMap((item, order) => {
    const { depth, title, description, isOptional } = item;
    const from = item.isLlms ? 'llms' : item.from === 'start' ? 'start' : 'retry';
    const found = { url: item.request, base: start.href, from, depth, order, title, description, isOptional } as const;
    const seed = frontier.consider({ ...found, allowQuery: true });
    if (!seed) return [];
    const whole = { ...seed, ignoreCanonical: item.ignoreCanonical };
    frontier.add(whole);
    return [whole];
  });
  run.journal.add({ type: 'discovered', seeds, covered, paths: [], aliases: [], files: [] });
}

const FLUSH_EVERY = 50;
/** Used while robots.txt could not be read, so that the crawl's rate limits are unknown. */
const CAREFUL_CONCURRENCY = 2;

/** Runs waves until the queue is empty, the budget is spent or the job is ending. */
async function runWaves(run: Run): Promise<void> {
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
  const { pattern, misses } = mdPlaceOf(run, item);
  return pattern === undefined && misses < MD_MISSES;
}
