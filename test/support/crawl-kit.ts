import type { CrawlClock } from '../../src/crawl/clock.ts';
import type { CrawlOptions, CrawlPorts, CrawlRecords, KnownPage, SitePage } from '../../src/crawl/contract.ts';
import { createHosts } from '../../src/crawl/fetch/hosts.ts';
import { hashBytes } from '../../src/crawl/page/page-path.ts';
import { listPages } from '../../src/crawl/records/page-rows.ts';
import { createCrawl } from '../../src/crawl/run/create-crawl.ts';
import type { CrawlEvent, PageRow, SiteOptions } from '../../src/model/site/site.ts';
import { DEFAULT_SITE_OPTIONS } from '../../src/model/site/site.ts';

/** Records in memory, values cloned as a store would. */
export function memoryRecords(): CrawlRecords & { readonly size: number } {
  const tables = new Map<string, Map<string, unknown>>();
  const table = (name: string) => {
    const found = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, found);
    return found;
  };
  return {
    get: async (name, key) => structuredClone(table(name).get(key)) as never,
    async put(name, key, value) {
      table(name).set(key, structuredClone(value));
    },
    async putMany(name, entries) {
      for (const [key, value] of entries) table(name).set(key, structuredClone(value));
    },
    async delete(name, key) {
      table(name).delete(key);
    },
    async deletePrefix(name, prefix) {
      for (const key of [...table(name).keys()]) if (key.startsWith(prefix)) table(name).delete(key);
    },
    async list(name, { prefix, after, limit, reverse }) {
      let keys = [...table(name).keys()].filter((key) => key.startsWith(prefix)).sort();
      if (reverse === true) keys.reverse();
      if (after !== undefined) keys = keys.filter((key) => (reverse === true ? key < after : key > after));
      return keys.slice(0, limit).map((key) => [key, structuredClone(table(name).get(key))] as never);
    },
    get size() {
      return [...tables.values()].reduce((sum, found) => sum + found.size, 0);
    },
  };
}

/** Time that jumps to the next timer whenever nothing is on the wire, so that minutes of waiting take milliseconds. */
export interface VirtualClock extends CrawlClock {
  /** Wraps a fetch so that the clock knows when answers are awaited. */
  watch(inner: typeof fetch): typeof fetch;
  close(): void;
}

const PATIENCE_MS = 400;

/** Header of answers whose body hangs. Without it the clock waits `PATIENCE_MS` before every timer while one is on the wire. */
export const NEVER_ENDS = 'x-never-ends';

/** Browsers have no `setImmediate`, and make nested timers wait. */
const soon: (task: () => void) => void = globalThis.setImmediate ?? createSoon();

function createSoon(): (task: () => void) => void {
  const tasks: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => tasks.shift()?.();
  return (task) => {
    tasks.push(task);
    port2.postMessage(0);
  };
}

export function virtualClock(seed = 1, patienceMs = PATIENCE_MS): VirtualClock {
  let now = Date.UTC(2026, 0, 1);
  let random = seed;
  let nextId = 1;
  let isClosed = false;
  const timers = new Map<number, { at: number; callback: () => void }>();
  /** Requests and reads in progress. An answer that hangs holds the clock back only once. */
  const onWire = new Set<{ readonly since: number }>();
  const track = async <T>(work: () => Promise<T>): Promise<T> => {
    const entry = { since: Date.now() };
    onWire.add(entry);
    try {
      return await work();
    } finally {
      onWire.delete(entry);
    }
  };
  const tick = (): void => {
    if (isClosed) return;
    const isIdle = [...onWire].every(({ since }) => Date.now() - since > patienceMs);
    const first = isIdle ? [...timers.entries()].sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0] : undefined;
    if (first) {
      timers.delete(first[0]);
      now = Math.max(now, first[1].at);
      first[1].callback();
    }
    if (onWire.size > 0 && !first) setTimeout(tick, 1);
    else soon(tick);
  };
  soon(tick);
  return {
    now: () => now,
    ticks: () => now,
    setTimeout(callback, ms) {
      const id = nextId++;
      timers.set(id, { at: now + ms, callback });
      return id;
    },
    clearTimeout: (id) => void timers.delete(id as number),
    random() {
      random = (random * 48_271) % 2_147_483_647;
      return random / 2_147_483_647;
    },
    watch: (inner) => async (input, init) => {
      const response = await track(() => inner(input, init));
      // The clock does not wait for a body that never ends.
      return response.headers.has(NEVER_ENDS) ? response : readWatched(response);
    },
    close() {
      isClosed = true;
    },
  };

  /** The body is on the wire too: a hanging one must not stop the clock for good, nor may a slow one be overtaken. */
  function readWatched(response: Response): Response {
    const reader = response.body?.getReader();
    if (!reader) return response;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await track(() => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    const copy = new Response(stream, { status: response.status, headers: response.headers });
    Object.defineProperty(copy, 'url', { value: response.url });
    return copy;
  }
}

export function realClock(): CrawlClock {
  return {
    now: () => Date.now(),
    ticks: () => performance.now(),
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: Math.random,
  };
}

/** A collection that holds pages, as the engine would. */
export function fakeCollection() {
  const files = new Map<string, SitePage>();
  let commits = 0;
  const kept: string[] = [];
  return {
    files,
    kept,
    get commits() {
      return commits;
    },
    async keepPages(pages: readonly SitePage[]) {
      commits++;
      for (const page of pages) {
        kept.push(page.path);
        files.set(page.path, page);
      }
    },
    async removePages(paths: readonly string[]) {
      for (const path of paths) files.delete(path);
    },
    async knownPages(): Promise<KnownPage[]> {
      const pages = [...files.values()];
      return Promise.all(
        pages.map(async ({ path, meta, bytes }) => ({ path, sha256: await hashBytes(bytes.slice()), meta })),
      );
    },
    text: (path: string) => new TextDecoder().decode(files.get(path)?.bytes),
    /** The state of a collection by [E1]: paths, bytes, meta. */
    fingerprint: () =>
      [...files.values()]
        .map((page) => JSON.stringify([page.path, new TextDecoder().decode(page.bytes), page.meta]))
        .sort()
        .join('\n'),
  };
}

export interface CrawlKit {
  readonly collection: ReturnType<typeof fakeCollection>;
  readonly records: ReturnType<typeof memoryRecords>;
  readonly clock: VirtualClock;
  readonly ports: CrawlPorts;
  open(site: Partial<SiteOptions> & { url: string }, more?: Partial<CrawlOptions>): ReturnType<typeof createCrawl>;
  crawl(site: Partial<SiteOptions> & { url: string }, more?: Partial<CrawlOptions>): Promise<CrawlResult>;
  /** The stored rows of all pages, in path order. */
  rows(): Promise<PageRow[]>;
  close(): void;
}

export interface CrawlResult {
  readonly status: Awaited<ReturnType<ReturnType<typeof createCrawl>['start']>>;
  /** Oldest first. */
  readonly events: readonly CrawlEvent[];
  readonly paths: readonly string[];
  problems(): string[];
  milestones(): string[];
  drops(): Record<string, string>;
}

let jobs = 0;

export function crawlKit(
  options: {
    readonly fetch?: typeof fetch;
    readonly seed?: number;
    readonly ports?: Partial<CrawlPorts>;
    /** Where bodies that hang say so (`NEVER_ENDS`), a busy machine must not be taken for one of them. */
    readonly patienceMs?: number;
  } = {},
): CrawlKit {
  const clock = virtualClock(options.seed, options.patienceMs);
  const collection = fakeCollection();
  const records = memoryRecords();
  const ports: CrawlPorts = {
    fetch: clock.watch(options.fetch ?? fetch),
    clock,
    records,
    hosts: createHosts(clock),
    keepPages: collection.keepPages,
    removePages: collection.removePages,
    knownPages: collection.knownPages,
    ...options.ports,
  };
  const open: CrawlKit['open'] = (site, more = {}) =>
    createCrawl(
      { sourceId: 's', jobId: `job-${++jobs}`, mode: 'crawl', ...more, site: { ...DEFAULT_SITE_OPTIONS, ...site } },
      ports,
    );
  return {
    collection,
    records,
    clock,
    ports,
    open,
    async crawl(site, more) {
      const crawl = open(site, more);
      const status = await crawl.start();
      return readResult(crawl, status, collection);
    },
    rows: async () => (await listPages(records, 's')).map(({ row }) => row),
    close: () => clock.close(),
  };
}

export async function readResult(
  crawl: ReturnType<typeof createCrawl>,
  status: CrawlResult['status'],
  collection: ReturnType<typeof fakeCollection>,
): Promise<CrawlResult> {
  const events: CrawlEvent[] = [];
  for (let before: number | undefined; ; ) {
    const found = await crawl.events({ limit: 500, ...(before === undefined ? {} : { before }) });
    events.push(...found.items);
    if (found.nextBefore === undefined) break;
    before = found.nextBefore;
  }
  events.reverse();
  return {
    status,
    events,
    paths: [...collection.files.keys()].sort(),
    problems: () => events.flatMap((event) => (event.type === 'problem' ? [event.kind] : [])),
    milestones: () => events.flatMap((event) => (event.type === 'milestone' ? [event.kind] : [])),
    drops: () =>
      Object.fromEntries(
        events.flatMap((event) =>
          event.type === 'queue' && event.action === 'drop'
            ? [[URL.canParse(event.url) ? event.url.replace(/^https?:\/\/[^/]*/, '') : event.url, event.reason]]
            : [],
        ),
      ),
  };
}
