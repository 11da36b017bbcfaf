import type { PageRow } from '../../model/site/site.ts';
import type { QueueItem } from '../queue/journal.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { forEachItem } from '../run/for-each-item.ts';
import type { Run } from '../run/run.ts';
import { visitAgain } from '../run/visit-page.ts';
import { wait } from '../wait.ts';

/** Between the first 404 of a page and the last word about it: a deployment or a restart has time to end. */
const ASK_AGAIN_MS = 5_000;

/** A refresh visits the pages that are known, and nothing else [S18]. */
export function queueKnown(run: Run): void {
  const stored = listKnown(run);
  const isOfFile = ({ row }: StoredPage) => row.source_type === 'llms_full';
  const pages = stored.filter((page) => !isOfFile(page)).sort(byPath);
  const seeds = pages.flatMap((page, order) => queueOne(run, page, order) ?? []);
  const paths = stored.filter(isOfFile).map(({ row }) => row.path);
  for (const path of paths) run.seenPaths.add(path);
  run.journal.add({ type: 'discovered', seeds, covered: [], paths, aliases: [], files: [], isComplete: false });
}

/**
 * Known pages that nothing led to are asked for directly, as far as the limits of the run go: a changed menu or a hub that fails says
 * nothing about the pages behind it [S18]. False when there are none.
 */
export function queueUnmet(run: Run): boolean {
  const { site } = run.context;
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
  const { frontier, scope, site, ports } = run.context;
  if (row.source_type === 'llms_full' || run.seenPaths.has(row.path)) return false;
  if (frontier.isDone(row.url) || run.sparedKeys.has(row.url)) return false;
  if (row.depth > (site.maxDepth ?? row.depth) || scope.check(row.url) !== undefined) return false;
  return !ports.hosts.isUnreadable(new URL(row.url).host);
}

/** By the address that answered, not the folded one: a server may know the page only with its slash or file name. */
function queueOne(run: Run, { row, answered }: StoredPage, order: number): QueueItem | undefined {
  const { frontier, start } = run.context;
  const { url, depth, title, description } = row;
  // A title its index gave it: the page itself may have none.
  const isLlms = row.source_type === 'llms_page' && run.options.mode !== 'crawl';
  const from = isLlms ? ({ from: 'llms', title, description } as const) : ({ from: 'known' } as const);
  return frontier.consider({ url, request: answered, base: start.href, depth, order, allowQuery: true, ...from });
}

/** Asks again for known pages that answered 404 or 410; what answers so twice is gone. */
export async function askAgain(run: Run): Promise<void> {
  if (run.options.mode === 'retry') return;
  const { ports, signal, site } = run.context;
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
    visit: (item, slot) => visitAgain(run, item, slot),
    leave: ({ host }) => ports.hosts.pageEnded(host, 'aborted'),
  });
  await run.keeper.flush();
}

/** Rows of the pages that the collection has. */
export function listKnown(run: Run): StoredPage[] {
  return [...run.rows.values()].filter(({ row }) => run.known.has(row.path));
}

function byPath(a: { readonly row: PageRow }, b: { readonly row: PageRow }): number {
  return a.row.path < b.row.path ? -1 : 1;
}
