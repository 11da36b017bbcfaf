import { CRAWL_TYPES, PROBLEM_SEVERITY } from '../../model/site.ts';
import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import type { Robots } from '../discover/robots.ts';
import { EMPTY_ROBOTS, parseRobots, UNREADABLE_ROBOTS } from '../discover/robots.ts';
import { decodeText } from '../fetch/decode-text.ts';
import { createReaderService } from '../fetch/reader-service.ts';
import { createRequester } from '../fetch/request.ts';
import { createFrontier } from '../queue/frontier.ts';
import type { Journal, JournalEntry, PageEntry, QueueItem } from '../queue/journal.ts';
import { openJournal } from '../queue/journal.ts';
import { createScope } from '../queue/scope.ts';
import type { EventLog, NewEvent } from '../records/event-log.ts';
import { listPages, putPages } from '../records/page-rows.ts';
import { releaseFolded, settleRing, waitFor } from './folded-pages.ts';
import type { JobContext } from './job-context.ts';
import { isSame } from './keep-page.ts';
import { createKeeper } from './keeper.ts';
import type { Run } from './run.ts';
import type { RunState } from './run-state.ts';
import { noteFailed, noteFiltered } from './run-state.ts';

/**
 * URLs may wait up to this many times the frontier's limit: which of them make the wave is decided when all are known, so that it does not
 * depend on the order of answers; a page of a million links must not fill the memory meanwhile.
 */
const MOST_WAITING = 4;

/** A run ready to go, with what its journal says was done before. */
export interface OpenedRun extends Run {
  readonly isDiscovered: boolean;
}

interface OpenParts {
  readonly state: RunState;
  readonly log: EventLog;
  readonly signal: AbortSignal;
  addEvent(event: NewEvent): void;
  gate(): Promise<boolean>;
  fail(reason: string): void;
  touch(): void;
}

export async function openRun(options: CrawlOptions, ports: CrawlPorts, parts: OpenParts): Promise<OpenedRun> {
  const { state } = parts;
  const { journal, entries } = await openJournal(ports.records, options.jobId);
  const known = new Map((await ports.knownPages()).map((page) => [page.path, page]));
  const rows = new Map((await listPages(ports.records, options.sourceId)).map((page) => [page.row.path, page]));
  const sparedKeys = new Set<string>();
  const spare = (key: string) => {
    if (sparedKeys.has(key)) return;
    sparedKeys.add(key);
    journal.add({ type: 'spared', key });
  };
  const cut = () => {
    if (run.isCut) return;
    run.isCut = true;
    journal.add({ type: 'cut' });
  };
  const context = createContext(options, ports, { ...parts, journal, spare, cut });
  const keeper = createKeeper(ports, journal, async (pages) => {
    const stored = pages.map((page) => rows.get(page.path)).filter((page) => page !== undefined);
    await putPages(ports.records, options.sourceId, stored);
  });
  const { readerUrl } = options.site;
  const run: Run = {
    options,
    context,
    state,
    journal,
    keeper,
    log: parts.log,
    reader:
      readerUrl === undefined
        ? undefined
        : createReaderService(readerUrl, context.requester, options.site.maxPageBytes),
    known,
    rows,
    seenPaths: new Set(),
    goneKeys: new Set(),
    sparedKeys,
    spare,
    failedItems: new Map(),
    mdHosts: new Map(),
    foldedInto: new Map(),
    isCut: false,
    withHost: options.site.scope === 'domain',
    gate: parts.gate,
    fail: parts.fail,
    touch: parts.touch,
  };
  const isDiscovered = replay(run, entries, sparedKeys);
  return Object.assign(run, { isDiscovered });
}

function createContext(
  options: CrawlOptions,
  ports: CrawlPorts,
  parts: OpenParts & { journal: Journal; spare: (key: string) => void; cut: () => void },
): JobContext {
  const { site } = options;
  const { state } = parts;
  const start = new URL(site.url);
  const scope = createScope(site, start, (from, to) => parts.journal.add({ type: 'adopted', from, to }));
  const robots = new Map<string, Promise<Robots>>();
  const requester = createRequester(ports, site, {
    signal: parts.signal,
    full: options.full === true,
    mayAsk: parts.gate,
    isHeld: () => state.status === 'paused' || state.status === 'stopping',
    onRequest(host) {
      state.hosts.add(host);
      state.requests++;
      state.inFlight++;
      state.meters.requests.add(1);
      parts.touch();
    },
    onAnswer() {
      state.inFlight--;
    },
    onBytes(bytes) {
      state.bytes += bytes;
      state.meters.bytes.add(bytes);
    },
  });
  const frontier = createFrontier({
    scope,
    allowQuery: site.allowQuery,
    maxDepth: site.maxDepth ?? Number.POSITIVE_INFINITY,
    maxWaiting: MOST_WAITING * site.maxFrontier,
    isPlanned: CRAWL_TYPES[site.crawlType].plan,
    base: start.href,
    onEnqueued: (item, alias) => parts.addEvent(toQueueEvent('enqueued', item, { reason: item.from, alias })),
    onDrop({ url, depth, reason, alias }) {
      if (reason !== 'visited' && reason !== 'duplicate') noteFiltered(state, { url, reason });
      if (reason === 'max-depth' || reason === 'robots-disallow') parts.spare(url);
      if (reason === 'overflow') parts.cut();
      const host = URL.canParse(url) ? new URL(url).host : '';
      parts.addEvent({ type: 'queue', action: 'drop', url, depth, host, reason, queueSize: frontier.queueSize, alias });
    },
  });
  function toQueueEvent(action: 'enqueued', item: QueueItem, more: { reason: string; alias: string }): NewEvent {
    const { key, depth, host } = item;
    return { type: 'queue', action, url: key, depth, host, queueSize: frontier.queueSize, ...more };
  }
  return {
    site,
    start,
    ports,
    scope,
    frontier,
    requester,
    signal: parts.signal,
    robotsFor(origin) {
      const read = robots.get(origin) ?? readRobots(origin);
      robots.set(origin, read);
      return read;
    },
    problem({ kind, target, message, details }) {
      const scopeName = hostOf(target) || start.host;
      parts.addEvent({
        type: 'problem',
        kind,
        severity: PROBLEM_SEVERITY[kind],
        scope: scopeName,
        target,
        message,
        details: details ?? {},
      });
    },
    milestone({ kind, target, message, details }) {
      if (state.milestones.has(kind)) return;
      state.milestones.add(kind);
      parts.journal.add({ type: 'milestone', kind });
      parts.addEvent({ type: 'milestone', kind, scope: start.host, target, message, details: details ?? {} });
    },
    drop(url, reason) {
      noteFiltered(state, { url, reason });
      parts.addEvent({
        type: 'queue',
        action: 'drop',
        url,
        depth: 0,
        host: hostOf(url),
        reason,
        queueSize: frontier.queueSize,
        alias: '',
      });
    },
  };

  async function readRobots(origin: string): Promise<Robots> {
    if (ports.hosts.isUnreadable(new URL(origin).host)) return UNREADABLE_ROBOTS;
    const url = `${origin}/robots.txt`;
    const answer = await requester.ask(url, { maxBytes: 1_000_000, retries: Math.min(1, site.retries) });
    if (answer.type === 'fault' || answer.body.status >= 500 || answer.body.status === 429) return UNREADABLE_ROBOTS;
    if (answer.body.status !== 200) return EMPTY_ROBOTS;
    const text = decodeText(answer.body.bytes, answer.body.contentType) ?? '';
    const parsed = /^\s*</.test(text) ? EMPTY_ROBOTS : parseRobots(text, url);
    if (parsed.crawlDelay > 0) ports.hosts.setCrawlDelay(new URL(origin).host, parsed.crawlDelay);
    return parsed;
  }
}

function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).host : target;
}

/** Brings the run to where its journal ends. Answers whether discovery was done. */
function replay(run: Run, entries: readonly JournalEntry[], sparedKeys: Set<string>): boolean {
  const { state } = run;
  const { frontier, scope } = run.context;
  const items = new Map<string, QueueItem>();
  let isDiscovered = false;
  for (const entry of entries) {
    if (entry.type === 'page') {
      for (const [alias, key] of entry.aliases) frontier.addAlias(alias, key);
      if (isLost(run, entry)) continue;
      frontier.replay(entry);
      replayPage(run, entry, { item: items.get(entry.key), sparedKeys });
      continue;
    } else if (entry.type === 'discovered') {
      isDiscovered = true;
      for (const path of entry.paths) run.seenPaths.add(path);
      state.fullPages = entry.paths.length;
    } else if (entry.type === 'wave') for (const item of entry.items) items.set(item.key, item);
    else if (entry.type === 'pattern') run.mdHosts.set(entry.host, { pattern: entry.pattern, misses: entry.misses });
    else if (entry.type === 'milestone') state.milestones.add(entry.kind);
    else if (entry.type === 'cut') run.isCut = true;
    else if (entry.type === 'spared') sparedKeys.add(entry.key);
    else if (entry.type === 'fresh') run.seenPaths.add(entry.path);
    else if (entry.type === 'adopted') scope.adopt(new URL(entry.from), new URL(entry.to));
    frontier.replay(entry);
  }
  // What the journal told is in the journal.
  frontier.takeAliases();
  return isDiscovered;
}

/** The journal heard of the page, the collection did not: it is asked for again. */
function isLost(run: Run, entry: PageEntry): boolean {
  if (entry.outcome !== 'kept') return false;
  return !isSame(run.known.get(entry.path), { sha256: entry.sha256, meta: entry.meta ?? {} });
}

function replayPage(
  run: Run,
  entry: PageEntry,
  { item, sparedKeys }: { item: QueueItem | undefined; sparedKeys: Set<string> },
): void {
  const { state } = run;
  state.visited++;
  if (entry.outcome !== 'failed') state.downloaded++;
  if (entry.outcome === 'kept') state.saved++;
  if (entry.outcome === 'unchanged') state.unchanged++;
  if (entry.path !== '') run.seenPaths.add(entry.path);
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
  else if (entry.outcome === 'folded') settleRing(run, entry.key, entry.target);
}
