import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import { createReaderService } from '../fetch/reader-service.ts';
import { createKeeper } from '../keep/keeper.ts';
import { openJournal } from '../queue/journal.ts';
import type { EventLog } from '../records/event-log.ts';
import { listPages, putPages } from '../records/page-rows.ts';
import type { ContextDeps } from './job-context.ts';
import { createJobContext } from './job-context.ts';
import { replayJournal } from './replay-journal.ts';
import type { Run } from './run.ts';

export interface RunDeps extends Omit<ContextDeps, 'journal' | 'spare' | 'cut' | 'mayReadStart' | 'addEvent'> {
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
    options,
    journal,
    keeper,
    log,
    reader: site.readerUrl === undefined ? undefined : createReaderService(site.readerUrl, readerDeps),
    known,
    rows,
    rowsByUrl: new Map([...rows.values()].map((page) => [page.row.url, page])),
    seenPaths: new Set(),
    goneKeys: new Set(),
    confirmedKeys: new Set(),
    unmetPaths: new Set(),
    readFiles: new Set(),
    sparedKeys,
    failedItems: new Map(),
    mdHosts: new Map(),
    foldedInto: new Map(),
    withHost: site.scope === 'domain' || spansHosts(site.urls),
    fail: deps.fail,
  };
  replayJournal(run, entries, sparedKeys);
  return run;
}

function spansHosts(urls: readonly string[] = []): boolean {
  return new Set(urls.map((url) => new URL(url).host)).size > 1;
}
