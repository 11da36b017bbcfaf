import type { CrawlPorts } from '../contract.ts';
import type { NewEvent } from '../records/event-log.ts';
import type { Remover } from '../records/gone-pages.ts';
import { putHeld, putRemoved } from '../records/gone-pages.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { deletePages } from '../records/page-rows.ts';
import type { Run } from '../run/run.ts';
import { listKnown } from './known-pages.ts';

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
