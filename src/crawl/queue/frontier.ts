import type { SkipCode } from '../../model/site/site.ts';
import { isLlmsFile } from '../../site/llms-name.ts';
import type { FoundIn, JournalEntry, QueueItem } from './journal.ts';
import { planWave } from './plan-wave.ts';
import type { Scope } from './scope.ts';
import { type PageUrl, toPageUrl } from './url.ts';

interface FrontierPorts {
  readonly scope: Scope;
  readonly allowQuery: boolean;
  readonly maxDepth: number;
  /** Maximum number of waiting URLs, whatever the pages link to. */
  readonly maxWaiting: number;
  readonly isPlanned: boolean;
  readonly base: string;
  /** `written` is the address as found; empty when it equals the key of the item. */
  onEnqueued(item: QueueItem, written: string): void;
  onDrop(drop: Drop): void;
}

/** A skipped URL. */
interface Drop {
  readonly url: string;
  readonly depth: number;
  readonly reason: SkipCode;
  readonly alias: string;
}

/**
 * The URLs of a run in waves: all of one depth, then all they link to. The content and order of a wave depend only on the site, never on
 * which answer came first, so that two crawls of one site give the same files [E1].
 */
export type Frontier = ReturnType<typeof createFrontier>;

interface WaveOptions {
  readonly limit: number;
  /** Returns the reason to skip the item, or undefined. */
  skip(item: QueueItem): SkipCode | undefined;
}

export function createFrontier(ports: FrontierPorts) {
  const state = createState();
  const aliases = createAliases();
  const reportDrop = createDropReport(ports.onDrop);

  /** Returns the item to queue for the next wave when the link is new or earlier in order than before. */
  function consider(found: FoundUrl): QueueItem | undefined {
    const { depth } = found;
    const resolved = resolveFound(found, ports);
    if ('skip' in resolved) {
      reportDrop({ url: resolved.url, depth, reason: resolved.skip, alias: resolved.alias });
      return undefined;
    }
    const { key, alias } = resolved.page;
    aliases.add(alias, key);
    const skip = findSkip(state, { key, depth }, ports);
    if (skip !== undefined) {
      reportDrop({ url: key, depth, reason: skip, alias: '' });
      return undefined;
    }
    const before = state.next.get(key);
    const item = before && before.order <= found.order ? toListed(before, found) : toItem(resolved.page, found);
    if (!item) return undefined;
    state.next.set(key, item);
    if (!before) ports.onEnqueued(item, alias);
    return item;
  }

  /** Starts the next wave with at most `limit` of the found items; returns the rest as `cut`. */
  function startWave(options: WaveOptions): { items: readonly QueueItem[]; cut: readonly QueueItem[] } {
    const fresh = [...state.next.values()].filter((item) => isOpen(state, item.key));
    const wanted = fresh.filter((item) => {
      const skip = options.skip(item);
      if (skip !== undefined) reportDrop({ url: item.key, depth: item.depth, reason: skip, alias: '' });
      return skip === undefined;
    });
    const planned = planWave(wanted, { isPlanned: ports.isPlanned, base: ports.base });
    const items = planned.slice(0, Math.max(0, options.limit));
    enterWave(state, state.waveNumber + 1, items);
    return { items, cut: planned.slice(items.length) };
  }

  return {
    consider,
    /** Queues an item for the next wave, even when it was visited before. */
    add(item: QueueItem): void {
      state.seen.delete(item.key);
      state.done.delete(item.key);
      // Removes it from this wave; otherwise it would be visited in both.
      state.wave = state.wave.filter(({ key }) => key !== item.key);
      state.next.set(item.key, item);
    },
    startWave,
    /** Unfinished items of the wave, in order. */
    remaining: (): readonly QueueItem[] => state.wave.filter((item) => !state.done.has(item.key)),
    markDone: (key: string) => markDone(state, key),
    /** Marks a page as done without a visit; later links to it are skipped. */
    leave: (key: string) => void state.done.add(key),
    /** Marks a page as part of an llms-full file: it is not fetched. */
    cover: (key: string) => void state.covered.add(key),
    /** True for pages known before the wave began, or covered: an answer with this key is a duplicate. */
    isKnown: (key: string) => state.seen.has(key) || state.covered.has(key) || state.done.has(key),
    isDone: (key: string) => state.done.has(key),
    /** Claims a page that was not queued (a redirect's target); returns false when another item claimed it first. */
    claim(key: string): boolean {
      if (state.claimed.has(key)) return false;
      state.claimed.add(key);
      return true;
    },
    addAlias: aliases.add,
    aliases: aliases.all,
    drainAliases: aliases.drainNew,
    /** Origins of the items that wait for the next wave. */
    nextOrigins: () => [...new Set([...state.next.values()].map((item) => new URL(item.request).origin))],
    get waveNumber() {
      return state.waveNumber;
    },
    get queueSize() {
      return state.waveOpen.size + state.next.size;
    },
    get found() {
      return state.seen.size + state.next.size + state.claimed.size;
    },
    replay(entry: JournalEntry): void {
      if (entry.type === 'discovered') for (const [alias, key] of entry.aliases) aliases.add(alias, key);
      replay(state, entry);
    },
  };
}

type FrontierState = ReturnType<typeof createState>;

/** URLs of a run, by key. */
function createState() {
  return {
    /** URLs of this wave and earlier ones. */
    seen: new Set<string>(),
    done: new Set<string>(),
    covered: new Set<string>(),
    claimed: new Set<string>(),
    /** Items found for the next wave. */
    next: new Map<string, QueueItem>(),
    wave: [] as readonly QueueItem[],
    waveNumber: -1,
    /** Unfinished items of the wave. */
    waveOpen: new Set<string>(),
  };
}

/** Each drop is reported once, for at most this many URLs: most links lead to known ones. */
const MAX_REPORTED = 200_000;

function createDropReport(onDrop: (drop: Drop) => void): (drop: Drop) => void {
  const reported = new Set<string>();
  return (drop) => {
    const mark = `${drop.reason} ${drop.url}`;
    if (reported.has(mark) || reported.size >= MAX_REPORTED) return;
    reported.add(mark);
    onDrop(drop);
  };
}

/** Returns why a page of the site is not queued: it is known, or over a limit. */
function findSkip(
  state: FrontierState,
  { key, depth }: { readonly key: string; readonly depth: number },
  limits: { readonly maxDepth: number; readonly maxWaiting: number },
): SkipCode | undefined {
  if (state.covered.has(key)) return 'covered';
  if (state.done.has(key) || state.claimed.has(key)) return 'visited';
  if (state.seen.has(key)) return 'duplicate';
  if (depth > limits.maxDepth) return 'max-depth';
  return !state.next.has(key) && state.next.size >= limits.maxWaiting ? 'overflow' : undefined;
}

/** Marks a queued item that an llms.txt lists too; undefined when that changes nothing. */
function toListed(before: QueueItem, found: FoundUrl): QueueItem | undefined {
  if (found.from !== 'llms' || before.isLlms) return undefined;
  return { ...before, isLlms: true, title: found.title ?? '', description: found.description ?? '' };
}

function toItem({ key, request, host }: PageUrl, found: FoundUrl): QueueItem {
  return {
    key,
    request: found.request ?? request,
    host,
    depth: found.depth,
    order: found.order,
    from: found.from,
    isOptional: found.isOptional === true,
    isLlms: found.from === 'llms',
    title: found.title ?? '',
    description: found.description ?? '',
    ignoreCanonical: false,
  };
}

/** Neither visited nor covered since it was queued. */
function isOpen({ covered, done, claimed }: FrontierState, key: string): boolean {
  return !covered.has(key) && !done.has(key) && !claimed.has(key);
}

function enterWave(state: FrontierState, number: number, items: readonly QueueItem[]): void {
  state.next = new Map();
  state.wave = items;
  state.waveNumber = number;
  state.waveOpen.clear();
  for (const item of items) {
    state.seen.add(item.key);
    state.waveOpen.add(item.key);
  }
}

function markDone(state: FrontierState, key: string): void {
  state.done.add(key);
  state.waveOpen.delete(key);
}

function replay(state: FrontierState, entry: JournalEntry): void {
  if (entry.type === 'wave') enterWave(state, entry.number, entry.items);
  else if (entry.type === 'discovered') {
    for (const key of entry.covered) state.covered.add(key);
    for (const item of entry.seeds) state.next.set(item.key, item);
  } else if (entry.type === 'fresh') {
    state.done.add(entry.key);
    for (const item of entry.found) state.next.set(item.key, item);
  } else if (entry.type === 'page') {
    markDone(state, entry.key);
    if (entry.target !== '' && entry.outcome !== 'folded') state.claimed.add(entry.target);
    for (const item of entry.found) state.next.set(item.key, item);
  }
}

/** Other names of pages, from redirects, canonical links and spellings of a URL. */
function createAliases() {
  const all = new Map<string, string>();
  let added: (readonly [alias: string, key: string])[] = [];
  return {
    all: all as ReadonlyMap<string, string>,
    /** Adds an alias; the first page it was added for wins. */
    add(alias: string, key: string): void {
      if (alias === '' || alias === key || all.has(alias)) return;
      all.set(alias, key);
      added.push([alias, key]);
    },
    /** Returns the aliases added since the last call. */
    drainNew() {
      const drained = added;
      added = [];
      return drained;
    },
  };
}

/** A URL as written in a page, an index or a sitemap. */
export interface FoundUrl {
  readonly url: string;
  /** URL to request, where it is known to differ from `url`. */
  readonly request?: string;
  readonly base: string;
  readonly from: FoundIn;
  readonly depth: number;
  readonly order: number;
  readonly isOptional?: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly allowQuery?: boolean;
}

/** The page, or the reason to skip it. `alias` is another form of the page's URL, or empty. */
type ResolvedUrl =
  | { readonly page: PageUrl }
  | { readonly url: string; readonly skip: SkipCode; readonly alias: string };

/** Resolves a URL to a page of this site or a skip reason. Uses only the URL, not the state of the run. */
function resolveFound(found: FoundUrl, options: { readonly scope: Scope; readonly allowQuery: boolean }): ResolvedUrl {
  const allowQuery = found.allowQuery === true || options.allowQuery;
  const answer = toPageUrl(found.url, { base: found.base, allowQuery });
  if ('skip' in answer) return { url: withoutCredentials(found.url, found.base), ...answer };
  const home = toPageUrl(options.scope.toHome(answer.page.request), { allowQuery });
  if ('skip' in home) return { url: answer.page.key, ...home };
  const { key, request, host } = home.page;
  const skip = options.scope.check(request);
  if (skip !== undefined && !options.scope.isHub(key)) return { url: key, skip, alias: '' };
  if (isLlmsFile(request)) return { url: request, skip: 'asset', alias: '' };
  const alias = answer.page.alias === '' && answer.page.key !== key ? answer.page.key : answer.page.alias;
  return { page: { key, request, host, alias } };
}

function withoutCredentials(text: string, base: string): string {
  if (!URL.canParse(text, base)) return text.slice(0, 500);
  const url = new URL(text, base);
  url.username = '';
  url.password = '';
  return url.href.slice(0, 2_000);
}
