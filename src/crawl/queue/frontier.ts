import type { SkipCode } from '../../model/site.ts';
import type { FoundIn, JournalEntry, QueueItem } from './journal.ts';
import { planWave } from './plan-wave.ts';
import type { Scope } from './scope.ts';
import { isLlmsFile, toPageUrl } from './url.ts';

export interface FoundUrl {
  readonly url: string;
  readonly base: string;
  readonly from: FoundIn;
  readonly depth: number;
  readonly order: number;
  readonly isOptional?: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly allowQuery?: boolean;
}

export interface FrontierPorts {
  readonly scope: Scope;
  readonly allowQuery: boolean;
  readonly maxDepth: number;
  /** More URLs than this never wait at once, whatever the pages link to. */
  readonly maxWaiting: number;
  readonly isPlanned: boolean;
  readonly base: string;
  onEnqueued(item: QueueItem, alias: string): void;
  onDrop(drop: { url: string; depth: number; reason: SkipCode; alias: string }): void;
}

/**
 * The URLs of a run, in waves: all of one depth, then all they link to. What is in a wave and in which order depends on the site alone,
 * never on which answer came first; that is what makes two crawls of one site give the same files [E1].
 */
export interface Frontier {
  /** A link somewhere → the item to queue for the next wave, when it is new or found earlier than before. */
  consider(found: FoundUrl): QueueItem | undefined;
  add(item: QueueItem): void;
  /** Makes what was found the next wave, at most `limit` items; the rest is answered as cut. */
  startWave(options: WaveOptions): { readonly items: readonly QueueItem[]; readonly cut: readonly QueueItem[] };
  /** Items of the wave that are not done, in order. */
  remaining(): readonly QueueItem[];
  markDone(key: string): void;
  unmarkDone(key: string): void;
  cover(key: string): void;
  /** Known before the wave began, or covered: a page that turns out to be this one is a duplicate. */
  isKnown(key: string): boolean;
  isDone(key: string): boolean;
  /** Takes a page nobody queued (a redirect's target); false when another item was first. */
  claim(key: string): boolean;
  addAlias(alias: string, key: string): void;
  readonly aliases: ReadonlyMap<string, string>;
  /** Aliases found since the last call, for the journal. */
  takeAliases(): readonly (readonly [string, string])[];
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

/** Links to URLs already known are the most of all links; their drops are told once each, up to here. */
const MAX_TOLD = 200_000;

export function createFrontier(ports: FrontierPorts): Frontier {
  const seen = new Set<string>();
  const done = new Set<string>();
  const covered = new Set<string>();
  const claimed = new Set<string>();
  const aliases = new Map<string, string>();
  const told = new Set<string>();
  let newAliases: (readonly [string, string])[] = [];
  let next = new Map<string, QueueItem>();
  let wave: readonly QueueItem[] = [];
  let waveNumber = -1;
  let waveDone = 0;

  function drop(url: string, depth: number, reason: SkipCode, alias: string): undefined {
    const mark = `${reason} ${url}`;
    if (told.has(mark) || told.size >= MAX_TOLD) return undefined;
    told.add(mark);
    ports.onDrop({ url, depth, reason, alias });
    return undefined;
  }

  function addAlias(alias: string, key: string): void {
    if (alias === '' || alias === key || aliases.has(alias)) return;
    aliases.set(alias, key);
    newAliases.push([alias, key]);
  }

  function consider(found: FoundUrl): QueueItem | undefined {
    const allowQuery = found.allowQuery === true || ports.allowQuery;
    const answer = toPageUrl(found.url, { base: found.base, allowQuery });
    if ('skip' in answer)
      return drop(withoutCredentials(found.url, found.base), found.depth, answer.skip, answer.alias);
    const home = toPageUrl(ports.scope.toHome(answer.page.request), { allowQuery });
    if ('skip' in home) return drop(answer.page.key, found.depth, home.skip, home.alias);
    const { key, request, host } = home.page;
    const alias = answer.page.alias === '' && answer.page.key !== key ? answer.page.key : answer.page.alias;
    const skip = ports.scope.check(request);
    if (skip !== undefined) return drop(key, found.depth, skip, '');
    if (isLlmsFile(request)) return drop(request, found.depth, 'asset', '');
    addAlias(alias, key);
    if (covered.has(key)) return drop(key, found.depth, 'covered', '');
    if (done.has(key) || claimed.has(key)) return drop(key, found.depth, 'visited', '');
    if (seen.has(key)) return drop(key, found.depth, 'duplicate', '');
    if (found.depth > ports.maxDepth) return drop(key, found.depth, 'max-depth', '');
    const before = next.get(key);
    if (before && before.order <= found.order) {
      if (found.from !== 'llms' || before.isLlms) return undefined;
      const listed = { ...before, isLlms: true, title: found.title ?? '', description: found.description ?? '' };
      next.set(key, listed);
      return listed;
    }
    if (!before && next.size >= ports.maxWaiting) return drop(key, found.depth, 'overflow', '');
    const item: QueueItem = {
      key,
      request,
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
    next.set(key, item);
    if (!before) ports.onEnqueued(item, alias);
    return item;
  }

  function startWave(options: WaveOptions): { items: readonly QueueItem[]; cut: readonly QueueItem[] } {
    const fresh = [...next.values()].filter(
      (item) => !covered.has(item.key) && !done.has(item.key) && !claimed.has(item.key),
    );
    const wanted = fresh.filter((item) => {
      const skip = options.skip(item);
      if (skip !== undefined) drop(item.key, item.depth, skip, '');
      return skip === undefined;
    });
    const planned = planWave(wanted, { isPlanned: ports.isPlanned, base: ports.base });
    const items = planned.slice(0, Math.max(0, options.limit));
    enterWave(waveNumber + 1, items);
    return { items, cut: planned.slice(items.length) };
  }

  function enterWave(number: number, items: readonly QueueItem[]): void {
    next = new Map();
    wave = items;
    waveNumber = number;
    waveDone = 0;
    for (const item of items) seen.add(item.key);
  }

  function markDone(key: string): void {
    if (done.has(key)) return;
    done.add(key);
    waveDone++;
  }

  return {
    consider,
    add(item) {
      seen.delete(item.key);
      done.delete(item.key);
      next.set(item.key, item);
    },
    startWave,
    remaining: () => wave.filter((item) => !done.has(item.key)),
    markDone,
    unmarkDone(key) {
      if (done.delete(key)) waveDone--;
    },
    cover(key) {
      covered.add(key);
    },
    isKnown: (key) => seen.has(key) || covered.has(key) || done.has(key),
    isDone: (key) => done.has(key),
    claim(key) {
      if (claimed.has(key)) return false;
      claimed.add(key);
      return true;
    },
    addAlias,
    aliases,
    takeAliases() {
      const taken = newAliases;
      newAliases = [];
      return taken;
    },
    nextOrigins: () => [...new Set([...next.values()].map((item) => new URL(item.request).origin))],
    get waveNumber() {
      return waveNumber;
    },
    get queueSize() {
      return Math.max(0, wave.length - waveDone) + next.size;
    },
    get found() {
      return seen.size + next.size + claimed.size;
    },
    replay(entry) {
      if (entry.type === 'wave') enterWave(entry.number, entry.items);
      else if (entry.type === 'discovered') {
        for (const key of entry.covered) covered.add(key);
        for (const item of entry.seeds) next.set(item.key, item);
        for (const [alias, key] of entry.aliases) addAlias(alias, key);
      } else if (entry.type === 'page') {
        markDone(entry.key);
        if (entry.target !== '' && entry.outcome !== 'folded') claimed.add(entry.target);
        for (const item of entry.found) next.set(item.key, item);
      }
    },
  };
}

function withoutCredentials(text: string, base: string): string {
  if (!URL.canParse(text, base)) return text.slice(0, 500);
  const url = new URL(text, base);
  url.username = '';
  url.password = '';
  return url.href.slice(0, 2_000);
}
