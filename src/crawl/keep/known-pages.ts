import type { PageRow } from '../../model/site/site.ts';
import { wait } from '../clock.ts';
import type { CrawlPorts } from '../contract.ts';
import type { QueueItem } from '../queue/journal.ts';
import type { NewEvent } from '../records/event-log.ts';
import { deletePages, putHeld, putRemoved, type Remover, type StoredPage } from '../records/page-rows.ts';
import { forEachItem } from '../run/for-each-item.ts';
import type { Run } from '../run/run.ts';
import { visitAgain } from '../run/visit-page.ts';

/** Wait between the first 404 of a page and the second try, so that a deployment or a restart can finish. */
const ASK_AGAIN_MS = 5_000;

/** Queues the known pages for a refresh, which visits nothing else [S18]. */
export function queueKnown(run: Run): void {
  const stored = listKnown(run);
  const isOfFile = ({ row }: StoredPage) => row.source_type === 'llms_full';
  const pages = stored.filter((page) => !isOfFile(page)).sort(byPath);
  const seeds = pages.flatMap((page, order) => queueOne(run, page, order) ?? []);
  const paths = stored.filter(isOfFile).map(({ row }) => row.path);
  for (const path of paths) run.seenPaths.add(path);
  run.journal.add({ type: 'discovered', seeds, covered: [], paths, aliases: [], files: [] });
}

/**
 * Queues known pages that no link led to, up to the page limit. A changed menu or a failed hub does not mean that the pages it linked
 * to are gone [S18]. Returns false when nothing was queued.
 */
export function queueUnmet(run: Run): boolean {
  const { site } = run;
  if (run.options.mode !== 'crawl') return false;
  const unmet = listKnown(run)
    .filter((page) => isUnmet(run, page))
    .sort(byPath);
  const budget = Math.max(0, site.maxPages - run.state.visited);
  if (unmet.length > budget) run.cut();
  let isQueued = false;
  for (const [order, page] of unmet.slice(0, budget).entries()) {
    run.unmetPaths.add(page.row.path);
    if (queueOne(run, page, order)) isQueued = true;
  }
  return isQueued;
}

function isUnmet(run: Run, { row }: StoredPage): boolean {
  const { frontier, scope, site, ports } = run;
  if (row.source_type === 'llms_full' || run.seenPaths.has(row.path)) return false;
  if (frontier.isDone(row.url) || run.sparedKeys.has(row.url)) return false;
  if (row.depth > (site.maxDepth ?? row.depth) || scope.check(row.url) !== undefined) return false;
  return !ports.hosts.isUnreadable(new URL(row.url).host);
}

/** Queues the address that answered, not the canonical key: the server may know the page only with its slash or file name. */
function queueOne(run: Run, { row, answered }: StoredPage, order: number): QueueItem | undefined {
  const { frontier, start } = run;
  const { url, depth, title, description } = row;
  // The title may come from the index; the page itself may have none.
  const isLlms = row.source_type === 'llms_page' && run.options.mode !== 'crawl';
  const from = isLlms ? ({ from: 'llms', title, description } as const) : ({ from: 'known' } as const);
  return frontier.consider({ url, request: answered, base: start.href, depth, order, allowQuery: true, ...from });
}

/** Requests known pages that answered 404 or 410 a second time; a page that answers so twice is gone. */
export async function askAgain(run: Run): Promise<void> {
  if (run.options.mode === 'retry') return;
  const { ports, signal, site } = run;
  const doubtful = listKnown(run).filter(
    ({ row }) => !run.seenPaths.has(row.path) && run.goneKeys.has(row.url) && !run.confirmedKeys.has(row.url),
  );
  if (doubtful.length === 0) return;
  await wait(ports.clock, ASK_AGAIN_MS, signal);
  const items = doubtful.flatMap(({ row, answered }) => {
    const item = run.failedItems.get(row.url);
    return item ? [{ ...item, request: answered }] : [];
  });
  await forEachItem(items, {
    concurrency: site.concurrency,
    admit: async ({ host }) => (await run.gate()) && ports.hosts.admit(host, signal),
    visit: (item, permit) => visitAgain(run, item, permit),
    leave: ({ host }) => ports.hosts.pageEnded(host, 'aborted'),
  });
  await run.keeper.flush();
}

/** Returns the rows of pages that are in the collection. */
export function listKnown(run: Run): StoredPage[] {
  return [...run.rows.values()].filter(({ row }) => run.known.has(row.path));
}

function byPath(a: { readonly row: PageRow }, b: { readonly row: PageRow }): number {
  return a.row.path < b.row.path ? -1 : 1;
}

/** Removing more than this share of the pages, and more than `FEW`, needs the user's confirmation [S18]. */
const MAX_REMOVED = 0.1;
const FEW = 5;
/** Successful runs without a link to a page before it is removed, if the site option says so. */
const UNLINKED_RUNS = 2;

/** Removes pages with evidence of their own. Holds a large number of them until the user confirms. */
export async function removeGone(run: Run): Promise<void> {
  const { options, state, known, journal } = run;
  const gone = findGone(run);
  const urls = gone.map(({ row }) => row.url);
  const paths = gone.map(({ row }) => row.path);
  const { records } = run.ports;
  if (gone.length > Math.max(FEW, known.size * MAX_REMOVED)) {
    await putHeld(records, options.jobId, paths);
    state.heldUrls = urls;
    return;
  }
  if (gone.length === 0) return;
  journal.add({ type: 'removing', urls });
  await journal.flush();
  await removePages(run.ports, options, gone);
  for (const path of paths) run.rows.delete(path);
  for (const url of urls) run.log.add(toGoneEvent('removed', url));
  state.removedUrls = urls;
}

export function toGoneEvent(action: 'removed' | 'restored', url: string): NewEvent {
  return { type: 'page', action, url, host: new URL(url).host, status: 0, reason: '', attempts: 0 };
}

/** Removes pages and stores a copy of each; they can be restored until the next successful run. */
export async function removePages(ports: CrawlPorts, job: Remover, pages: readonly StoredPage[]): Promise<void> {
  const paths = pages.map(({ row }) => row.path);
  const metas = new Map((await ports.knownPages()).map(({ path, meta }) => [path, meta]));
  for (const stored of pages) {
    const markdown = await ports.readPage?.(stored.row.path);
    const meta = metas.get(stored.row.path);
    if (markdown !== undefined && meta) await putRemoved(ports.records, job, { stored, markdown, meta });
  }
  await ports.removePages(paths);
  await deletePages(ports.records, job.sourceId, paths);
}

function findGone(run: Run): StoredPage[] {
  // A retry visits only failed pages, so it cannot judge the others.
  if (run.options.mode === 'retry') return [];
  return listKnown(run)
    .filter((page) => isGone(run, page))
    .sort((a, b) => (a.row.path < b.row.path ? -1 : 1));
}

function isGone(run: Run, { row, answered }: StoredPage): boolean {
  const isSeen = run.seenPaths.has(row.path);
  if (row.source_type === 'llms_full') return !isSeen && run.readFiles.has(answered);
  if (!isSeen && run.confirmedKeys.has(row.url)) return true;
  return run.site.removeUnlinked && (row.unlinked ?? 0) >= UNLINKED_RUNS && run.unmetPaths.has(row.path);
}
