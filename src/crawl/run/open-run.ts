import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import { createReaderService } from '../fetch/reader-service.ts';
import { breakRing, releaseFolded, waitFor } from '../keep/folded-pages.ts';
import { createKeeper } from '../keep/keeper.ts';
import { type JournalEntry, openJournal, type PageEntry, type QueueItem } from '../queue/journal.ts';
import type { EventLog } from '../records/event-log.ts';
import { isLost } from '../records/job-records.ts';
import { listPages, putPages } from '../records/page-rows.ts';
import { type ContextDeps, createJobContext } from './job-context.ts';
import { createRunMarks, type Run } from './run.ts';
import { forgetFailed, noteFailed, noteFiltered } from './run-state.ts';

interface RunDeps extends Omit<ContextDeps, 'journal' | 'spare' | 'cut' | 'mayReadStart' | 'addEvent'> {
  readonly log: EventLog;
  /** Ends the job with this reason. */
  fail(reason: string): void;
}

/** Opens a run with the progress from its journal. */
export async function openRun(options: CrawlOptions, ports: CrawlPorts, deps: RunDeps): Promise<Run> {
  const { state, log } = deps;
  const { site, sourceId } = options;
  const { journal, entries } = await openJournal(ports.records, options.jobId);
  const known = new Map((await ports.knownPages()).map((page) => [page.path, page]));
  const rows = new Map((await listPages(ports.records, sourceId)).map((page) => [page.row.path, page]));
  const sparedKeys = new Set<string>();
  const spare = (key: string) => {
    if (sparedKeys.has(key)) return;
    sparedKeys.add(key);
    journal.add({ type: 'spared', key });
  };
  const cut = () => {
    if (!state.isCut) journal.add({ type: 'cut' });
    state.isCut = true;
  };
  const mayReadStart = known.size === 0 || !(site.refetch_after ?? site.refetch_page_after ?? site.refetch_hub_after);
  const context = createJobContext(options, ports, { ...deps, addEvent: log.add, journal, spare, cut, mayReadStart });
  const keeper = createKeeper(ports, journal, {
    async onKeeping(pages) {
      const stored = pages.map((page) => rows.get(page.path)).filter((page) => page !== undefined);
      await putPages(ports.records, sourceId, stored);
    },
    onKept(pages) {
      state.saved += pages.length;
      deps.touch();
    },
  });
  const { requester, signal } = context;
  const readerDeps = { requester, hosts: ports.hosts, signal, maxBytes: site.maxPageBytes };
  const run: Run = {
    ...context,
    ...createRunMarks(),
    ...{ options, journal, keeper, log, known, rows, sparedKeys },
    reader: site.readerUrl === undefined ? undefined : createReaderService(site.readerUrl, readerDeps),
    rowsByUrl: new Map([...rows.values()].map((page) => [page.row.url, page])),
    withHost: site.scope === 'domain' || new Set(site.urls?.map((url) => new URL(url).host)).size > 1,
    fail: deps.fail,
  };
  replayJournal(run, entries, sparedKeys);
  return run;
}

/** Replays the journal into a run. */
function replayJournal(run: Run, entries: readonly JournalEntry[], sparedKeys: Set<string>): void {
  const { state } = run;
  const { frontier, scope } = run;
  const items = new Map<string, QueueItem>();
  for (const entry of entries) {
    if (entry.type === 'page') {
      for (const [alias, key] of entry.aliases) frontier.addAlias(alias, key);
      if (isLost(entry, run.known)) continue;
      frontier.replay(entry);
      replayPage(run, entry, { item: items.get(entry.key), sparedKeys });
      continue;
    } else if (entry.type === 'discovered') {
      state.isDiscovered = true;
      for (const path of entry.paths) run.seenPaths.add(path);
      state.fullPages = entry.paths.length;
      for (const url of entry.files) run.readFiles.add(url);
    } else if (entry.type === 'wave') for (const item of entry.items) items.set(item.key, item);
    else if (entry.type === 'pattern') run.mdPlaces.set(entry.host, { pattern: entry.pattern, misses: entry.misses });
    else if (entry.type === 'milestone') state.milestones.add(entry.kind);
    else if (entry.type === 'spared') sparedKeys.add(entry.key);
    else if (entry.type === 'fresh') run.seenPaths.add(entry.path);
    else if (entry.type === 'cut') state.isCut = true;
    else if (entry.type === 'gone') run.confirmedKeys.add(entry.key);
    else if (entry.type === 'removing') state.removedUrls = entry.urls;
    else if (entry.type === 'adopted') scope.adopt(new URL(entry.from), new URL(entry.to));
    frontier.replay(entry);
  }
  // These aliases came from the journal; do not write them again.
  frontier.drainAliases();
}

function replayPage(
  run: Run,
  entry: PageEntry,
  { item, sparedKeys }: { item: QueueItem | undefined; sparedKeys: Set<string> },
): void {
  const { state } = run;
  if (item?.from === 'known' && run.options.mode === 'crawl' && entry.path !== '') run.unmetPaths.add(entry.path);
  const isSecond = run.goneKeys.delete(entry.key);
  if (isSecond) {
    forgetFailed(state, entry.key);
    run.failedItems.delete(entry.key);
  } else state.visited++;
  if (entry.outcome !== 'failed') state.downloaded++;
  if (entry.outcome === 'kept') state.saved++;
  if (entry.outcome === 'unchanged') state.unchanged++;
  if (entry.path !== '') run.seenPaths.add(entry.path);
  replayLinks(run, entry);
  if (entry.failed) {
    noteFailed(state, entry.failed);
    if (item) run.failedItems.set(entry.key, item);
    (entry.isGone ? run.goneKeys : sparedKeys).add(entry.key);
    releaseFolded(run, entry.key);
  }
  if (entry.filtered) noteFiltered(state, entry.filtered);
  if (entry.outcome === 'kept' || entry.outcome === 'unchanged')
    run.foldedInto.delete(entry.target === '' ? entry.key : entry.target);
  if (entry.waits && item) waitFor(run, item, entry.target);
  else if (entry.outcome === 'folded') breakRing(run, entry.key, entry.target);
}

/** Restores the links of unchanged pages. Their rows are written at the end of a run, so until then only the journal has these links. */
function replayLinks(run: Run, entry: PageEntry): void {
  const stored = run.rows.get(entry.path);
  if (!stored || entry.outcome !== 'unchanged' || run.options.mode !== 'crawl') return;
  run.rows.set(entry.path, { ...stored, links: entry.found.map(({ request }) => request) });
}
