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

/** A run ready to start, with the progress from its journal. */
export interface OpenedRun extends Run {
  readonly isDiscovered: boolean;
}

export interface RunDeps extends Omit<ContextDeps, 'journal' | 'spare' | 'cut' | 'mayReadStart'> {
  readonly log: EventLog;
  /** Ends the job with this reason. */
  fail(reason: string): void;
}

export async function openRun(options: CrawlOptions, ports: CrawlPorts, deps: RunDeps): Promise<OpenedRun> {
  const { state } = deps;
  const { journal, entries } = await openJournal(ports.records, options.jobId);
  const known = new Map((await ports.knownPages()).map((page) => [page.path, page]));
  const rows = new Map((await listPages(ports.records, options.sourceId)).map((page) => [page.row.path, page]));
  const byUrl = new Map([...rows.values()].map((page) => [page.row.url, page]));
  const sparedKeys = new Set<string>();
  const spare = (key: string) => {
    if (sparedKeys.has(key)) return;
    sparedKeys.add(key);
    journal.add({ type: 'spared', key });
  };
  let isCut = entries.some((entry) => entry.type === 'cut');
  const cut = () => {
    if (!isCut) journal.add({ type: 'cut' });
    isCut = true;
  };
  const { refetch_after, refetch_page_after, refetch_hub_after } = options.site;
  const mayReadStart = known.size === 0 || !(refetch_after ?? refetch_page_after ?? refetch_hub_after);
  const context = createJobContext(options, ports, { ...deps, journal, spare, cut, mayReadStart });
  const keeper = createKeeper(ports, journal, {
    async onKeeping(pages) {
      const stored = pages.map((page) => rows.get(page.path)).filter((page) => page !== undefined);
      await putPages(ports.records, options.sourceId, stored);
    },
    onKept(pages) {
      state.saved += pages.length;
      deps.touch();
    },
  });
  const { readerUrl } = options.site;
  const run: Run = {
    options,
    context,
    state,
    journal,
    keeper,
    log: deps.log,
    reader:
      readerUrl === undefined
        ? undefined
        : createReaderService(readerUrl, {
            requester: context.requester,
            hosts: ports.hosts,
            signal: context.signal,
            maxBytes: options.site.maxPageBytes,
          }),
    known,
    rows,
    rowsByUrl: byUrl,
    seenPaths: new Set(),
    goneKeys: new Set(),
    confirmedKeys: new Set(),
    unmetPaths: new Set(),
    readFiles: new Set(),
    sparedKeys,
    spare,
    failedItems: new Map(),
    mdHosts: new Map(),
    foldedInto: new Map(),
    get isCut() {
      return isCut;
    },
    cut,
    withHost: options.site.scope === 'domain' || spansHosts(options.site.urls),
    gate: deps.gate,
    fail: deps.fail,
    touch: deps.touch,
  };
  const isDiscovered = replayJournal(run, entries, sparedKeys);
  return Object.assign(run, { isDiscovered });
}

function spansHosts(urls: readonly string[] = []): boolean {
  return new Set(urls.map((url) => new URL(url).host)).size > 1;
}
