import type { SkipCode } from '../../model/site/site.ts';
import { createAliases } from './aliases.ts';
import type { JournalEntry, QueueItem } from './journal.ts';
import { planWave } from './plan-wave.ts';
import type { FoundUrl } from './resolve-found.ts';
import { resolveFound } from './resolve-found.ts';
import type { Scope } from './scope.ts';
import type { PageUrl } from './url.ts';

export interface FrontierPorts {
  readonly scope: Scope;
  readonly allowQuery: boolean;
  readonly maxDepth: number;
  /** More URLs than this never wait at once, whatever the pages link to. */
  readonly maxWaiting: number;
  readonly isPlanned: boolean;
  readonly base: string;
  onEnqueued(item: QueueItem, alias: string): void;
  onDrop(drop: Drop): void;
}

/** A URL that is left out. */
export interface Drop {
  readonly url: string;
  readonly depth: number;
  readonly reason: SkipCode;
  readonly alias: string;
}

/**
 * The URLs of a run, in waves: all of one depth, then all they link to. What is in a wave and in which order depends on the site alone,
 * never on which answer came first; that is what makes two crawls of one site give the same files [E1].
 */
export interface Frontier {
  /** A link somewhere → the item to queue for the next wave, when it is new or found earlier than before. */
  consider(found: FoundUrl): QueueItem | undefined;
  /** Queues an item for the next wave, also when it was visited before. */
  add(item: QueueItem): void;
  /** Makes what was found the next wave, at most `limit` items; the rest is answered as cut. */
  startWave(options: WaveOptions): { readonly items: readonly QueueItem[]; readonly cut: readonly QueueItem[] };
  /** Items of the wave that are not done, in order. */
  remaining(): readonly QueueItem[];
  markDone(key: string): void;
  /** A page that this run does not ask for: links to it lead nowhere. */
  leave(key: string): void;
  /** An llms-full file holds this page: it is not fetched. */
  cover(key: string): void;
  /** Known before the wave began, or covered: a page that turns out to be this one is a duplicate. */
  isKnown(key: string): boolean;
  isDone(key: string): boolean;
  /** Claims a page nobody queued (a redirect's target); false when another item was first. */
  claim(key: string): boolean;
  addAlias(alias: string, key: string): void;
  readonly aliases: ReadonlyMap<string, string>;
  /** Aliases found since the last call, for the journal. */
  drainAliases(): readonly (readonly [string, string])[];
  readonly waveNumber: number;
  /** Origins of what waits for the next wave. */
  nextOrigins(): readonly string[];
  readonly queueSize: number;
  readonly found: number;
  replay(entry: JournalEntry): void;
}

export interface WaveOptions {
  readonly limit: number;
  /** Why an item is left out now; undefined when it is not. */
  skip(item: QueueItem): SkipCode | undefined;
}

export function createFrontier(ports: FrontierPorts): Frontier {
  const state = createState();
  const aliases = createAliases();
  const reportDrop = createDropReport(ports.onDrop);

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
    add(item) {
      state.seen.delete(item.key);
      state.done.delete(item.key);
      // Its turn in this wave is over: without this it would be visited in both.
      state.wave = state.wave.filter(({ key }) => key !== item.key);
      state.next.set(item.key, item);
    },
    startWave,
    remaining: () => state.wave.filter((item) => !state.done.has(item.key)),
    markDone: (key) => markDone(state, key),
    leave: (key) => void state.done.add(key),
    cover(key) {
      state.covered.add(key);
    },
    isKnown: (key) => state.seen.has(key) || state.covered.has(key) || state.done.has(key),
    isDone: (key) => state.done.has(key),
    claim(key) {
      if (state.claimed.has(key)) return false;
      state.claimed.add(key);
      return true;
    },
    addAlias: aliases.add,
    aliases: aliases.all,
    drainAliases: aliases.drainNew,
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
    replay(entry) {
      if (entry.type === 'discovered') for (const [alias, key] of entry.aliases) aliases.add(alias, key);
      replay(state, entry);
    },
  };
}

/** What a run knows of its URLs, by key. */
interface FrontierState {
  /** In this wave or one before. */
  readonly seen: Set<string>;
  readonly done: Set<string>;
  readonly covered: Set<string>;
  readonly claimed: Set<string>;
  /** What was found for the next wave. */
  next: Map<string, QueueItem>;
  wave: readonly QueueItem[];
  waveNumber: number;
  /** Items of the wave that are not done. */
  readonly waveOpen: Set<string>;
}

function createState(): FrontierState {
  return {
    seen: new Set(),
    done: new Set(),
    covered: new Set(),
    claimed: new Set(),
    next: new Map(),
    wave: [],
    waveNumber: -1,
    waveOpen: new Set(),
  };
}

/** Most links lead to URLs already known; the drop of each is reported once, and of no more URLs than this. */
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

/** Why a page of the site is not queued, by what is known of it and by the limits. */
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

/** An item that an llms.txt turns out to list too; undefined when that is no news. */
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
