import { createSiteService } from '../../../../src/crawl/jobs/site-service.ts';
import { tidyUp } from '../../../../src/engine/collection/tidy-up.ts';
import { createEngineAndSites } from '../../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../../../src/kernel/contract.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import type { SiteJob } from '../../../../src/model/site/site-job.ts';
import { toSourceKey } from '../../../../src/model/source-key.ts';
import type { FileLike } from '../../../../src/sources/directory-like.ts';
import { createMemoryBackend } from '../../../../src/store/backends/memory-backend.ts';
import { createLocalFeed } from '../../../../src/store/change-feed.ts';
import { composeStore } from '../../../../src/store/compose-store.ts';
import type { Records, RecordTable, Store } from '../../../../src/store/contract.ts';
import type { Locks, Release } from '../../../../src/store/locks.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../../src/store/memory-store.ts';
import { createMemoryRecords, createMemoryRows } from '../../../../src/store/records/memory-records.ts';
import type { StoreDeps } from '../../../../src/store/store-deps.ts';
import { virtualClock } from '../../../support/crawl-kit.ts';
import { createRandom } from '../../../support/random.ts';
import { type LifeBrowser, type LifeFolder, type LifeTab, SITE_URLS } from './browser.ts';
import { type SiteVersions, toBytes, toHtml, toModified, type Versions } from './texts.ts';

/** Faults that a test injects to prove that the model detects them. */
export type Broken =
  | 'no turns'
  /** Without the collection in the key. */
  | 'handles keyed by slug'
  | 'no snapshots in the second tab'
  /** It continues with the settings that it read first. */
  | 'settings remembered by the second tab';

interface Options {
  readonly kernel: Kernel;
  readonly seed: number;
  readonly broken?: Broken;
}

/** One disk, several tabs, and every call of a tab to its store a place to die at or to be overtaken. `seed` decides who waits. */
export function createMemoryBrowser({ kernel, seed, broken }: Options): LifeBrowser {
  const disk = createMemoryDisk();
  const net = createNet();
  const traffic = createTraffic(seed);
  const folders = ['docs', 'docs', 'notes'].map((name, number) => createFolder(name, number));
  const tabs: MemoryTab[] = [];

  return {
    folders,
    setSite: net.set,
    async openTab() {
      const tab = openMemoryTab({ disk, kernel, traffic, folders, fetch: net.fetch, number: tabs.length, broken });
      tabs.push(tab);
      return tab;
    },
    idle: traffic.idle,
    afterCalls: traffic.afterCalls,
    hung: traffic.hung,
    listJobLocks: async () => (await disk.locks.listHeld('')).filter((name) => !/^(read|session):/.test(name)),
    findLeftovers: () => findLeftovers(disk),
    async close() {
      for (const tab of tabs) await tab.kill();
    },
  };
}

interface TabWorld {
  readonly disk: MemoryDisk;
  readonly kernel: Kernel;
  readonly traffic: Traffic;
  readonly folders: readonly MemoryFolder[];
  readonly fetch: typeof fetch;
  readonly number: number;
  readonly broken: Broken | undefined;
}

type MemoryTab = LifeTab;

function openMemoryTab({ disk, kernel, traffic, folders, fetch, number, broken }: TabWorld): MemoryTab {
  const mortal = createMortal(traffic);
  const locks = createOwnedLocks(disk.locks, mortal);
  const feed = createLocalFeed(disk.listeners);
  // Crawl ids contain the time and a random number, so two tabs need different clocks.
  const clock = virtualClock(1 + number * 7_919);
  mortal.onDeath(() => {
    feed.close();
    clock.close();
  });
  const records = breakRecords(createMemoryRecords(disk.tables), { broken, number });
  const deps: StoreDeps = {
    rows: toMortalRows(createMemoryRows(disk.rows, withHandles(records, folders)), mortal),
    backends: [toMortalShelf(createMemoryBackend(disk.files), mortal)],
    locks,
    feed: { ...feed, emit: (change) => mortal.isDead || feed.emit(change) },
    onStep: () => mortal.call(async () => {}),
  };
  const store = breakTurns(composeStore(deps), broken);
  const leafMaker = createLocalLeafMaker({ kernel });
  const now = createJumpyClock(number);
  const { engine, sites } = createEngineAndSites({ kernel, store, leafMaker, where: 'main thread', now });
  const jobs = new Map<string, SiteJob>();
  const crawlLocks = toLockManager(locks);
  const service = createSiteService({
    sites,
    fetch,
    clock,
    locks: crawlLocks.manager,
    secure: true,
    onJob: (job) => jobs.set(job.status.jobId, job),
  });
  return {
    engine,
    sites: service,
    port: sites,
    tidyUp: () => tidyUp({ store }),
    async crawlEnded({ collectionId, sourceId, jobId }) {
      // Its lock is held until its pages have got their final form.
      while (crawlLocks.holds(toSourceKey({ collectionId, sourceId })) && !mortal.isDead) await turn();
      return mortal.isDead ? waitForever() : jobs.get(jobId);
    },
    dieAfter: mortal.dieAfter,
    fillDisk: mortal.fillDisk,
    kill: async () => mortal.die(),
    died: mortal.died,
    get isDead() {
      return mortal.isDead;
    },
  };
}

/** Stops or jumps, so that a checkpoint is due after some files of an import and not after others. */
function createJumpyClock(seed: number): () => number {
  const random = createRandom(seed + 1);
  let nowMs = 0;
  return () => {
    nowMs += random.below(2) === 0 ? 1 : 1_000_000;
    return nowMs;
  };
}

function breakTurns(store: Store, broken: Broken | undefined): Store {
  return broken === 'no turns' ? { ...store, acquireWriteLock: async () => () => {} } : store;
}

function breakRecords(records: Records, { broken, number }: { broken: Broken | undefined; number: number }): Records {
  if (broken === 'handles keyed by slug') return keyBySlug(records);
  if (broken === 'settings remembered by the second tab' && number === 1) return rememberSettings(records);
  if (broken !== 'no snapshots in the second tab' || number !== 1) return records;
  return {
    ...records,
    put: async (table, key, value) => (table === 'snapshots' ? undefined : records.put(table, key, value)),
  };
}

function rememberSettings(records: Records): Records {
  const first = new Map<string, unknown>();
  return {
    ...records,
    async list<T>(table: RecordTable, options: Parameters<Records['list']>[1]) {
      const key = JSON.stringify([table, options]);
      if (!first.has(key)) first.set(key, await records.list<T>(table, options));
      return (table === 'settings' ? first.get(key) : await records.list<T>(table, options)) as readonly [string, T][];
    },
  };
}

/** As if sources of one name were one. */
function keyBySlug(records: Records): Records {
  return {
    ...records,
    async get<T>(table: RecordTable, key: string) {
      if (table !== 'handles') return records.get<T>(table, key);
      const slug = key.slice(key.indexOf('/'));
      const [same] = (await records.listKeys(table, '')).filter((other) => other.endsWith(slug));
      return same === undefined ? undefined : records.get<T>(table, same);
    },
  };
}

const WRITES = new Set(['create', 'write', 'seal', 'put', 'putMany', 'change']);

/** A dead tab makes no calls and receives no events. */
interface Mortal {
  readonly isDead: boolean;
  readonly died: Promise<void>;
  call<T>(work: () => Promise<T>): Promise<T>;
  dieAfter(calls: number, when: 'before' | 'after'): void;
  die(): void;
  fillDisk(calls: number, length: number): void;
  /** Throws `store/quota` for a write while the disk is full. */
  checkRoom(call: string): void;
  onDeath(listener: () => void): void;
}

/** A new promise for each waiter: a shared one would keep everything that every life awaited. */
const waitForever = (): Promise<never> => new Promise(() => {});

function createMortal(traffic: Traffic): Mortal {
  let isDead = false;
  let left = Number.POSITIVE_INFINITY;
  let made = 0;
  let full = { from: 0, to: 0 };
  let when: 'before' | 'after' = 'before';
  const listeners: (() => void)[] = [];
  let tellDeath = (): void => {};
  const died = new Promise<void>((resolve) => {
    tellDeath = resolve;
  });
  function die(): void {
    if (isDead) return;
    isDead = true;
    for (const listener of listeners) listener();
    tellDeath();
  }
  return {
    get isDead() {
      return isDead;
    },
    died,
    die,
    onDeath: (listener) => listeners.push(listener),
    dieAfter(calls, then) {
      left = calls;
      when = then;
      if (calls === 0) die();
    },
    fillDisk(calls, length) {
      full = { from: made + calls, to: made + calls + length };
    },
    checkRoom(call) {
      made++;
      if (WRITES.has(call) && made > full.from && made <= full.to)
        throw new AppError('store/quota', 'the disk is full');
    },
    async call(work) {
      if (isDead) return waitForever();
      const isLast = --left === 0;
      if (isLast && when === 'before') die();
      if (isDead) return waitForever();
      try {
        const value = await traffic.pass(work);
        if (isLast) die();
        return isDead ? waitForever() : value;
      } catch (error) {
        if (isLast) die();
        if (isDead) return waitForever();
        throw error;
      }
    },
  };
}

type Async = (...args: never[]) => Promise<unknown>;

function toMortal<T extends object>(target: T, names: readonly (keyof T)[], mortal: Mortal): T {
  const own = Object.fromEntries(
    names
      .filter((name) => target[name] !== undefined)
      .map((name) => [
        name,
        (...args: never[]) =>
          mortal.call(async () => {
            mortal.checkRoom(name as string);
            return (target[name] as Async)(...args);
          }),
      ]),
  );
  return new Proxy(target, { get: (_, name) => own[name as string] ?? target[name as keyof T] });
}

function toMortalRows(rows: StoreDeps['rows'], mortal: Mortal): StoreDeps['rows'] {
  const names = ['get', 'put', 'putMany', 'delete', 'deletePrefix', 'list', 'listKeys'] as const;
  const records = toMortal(rows.records, names, mortal);
  return toMortal({ ...rows, records }, ['find', 'list', 'listIds', 'change'], mortal);
}

type Shelf = StoreDeps['backends'][0];

function toMortalShelf(shelf: Shelf, mortal: Mortal): Shelf {
  const inner: Shelf = {
    ...shelf,
    create: async (...file) => toMortal(await shelf.create(...file), ['write', 'seal', 'flush', 'discard'], mortal),
    open: async (collectionId, file) =>
      toMortal(await shelf.open(collectionId, file), ['read', 'readSpans', 'readAll'], mortal),
  };
  return toMortal(inner, ['create', 'open', 'remove', 'listNames', 'listCollectionIds', 'removeLeftovers'], mortal);
}

/** Locks that are released when their owner dies, as a browser releases the locks of a worker. */
function createOwnedLocks(shared: Locks, mortal: Mortal): Locks {
  const held = new Set<Release>();
  mortal.onDeath(() => {
    for (const release of [...held]) release();
  });
  async function acquire(
    name: string,
    options: { shared?: boolean; ifAvailable?: true } = {},
  ): Promise<Release | undefined> {
    if (mortal.isDead) return waitForever();
    const taken: Release | undefined = await shared.acquire(name, options as { ifAvailable: true });
    if (mortal.isDead) taken?.();
    if (mortal.isDead) return waitForever();
    if (taken === undefined) return undefined;
    const release = (): void => {
      held.delete(release);
      taken();
    };
    held.add(release);
    return mortal.call(async () => release);
  }
  return { acquire: acquire as Locks['acquire'], listHeld: (prefix) => mortal.call(() => shared.listHeld(prefix)) };
}

/** The part of the Locks API that crawls use. */
function toLockManager(locks: Locks): { manager: LockManager; holds(part: string): boolean } {
  const held = new Set<string>();
  const request = async (name: string, options: LockOptions, work: (lock: object | null) => unknown) => {
    const shared = options.mode === 'shared';
    const release: Release | undefined = options.ifAvailable
      ? await locks.acquire(name, { shared, ifAvailable: true })
      : await locks.acquire(name, { shared });
    if (release) held.add(name);
    try {
      return await work(release ? { name } : null);
    } finally {
      if (release) held.delete(name);
      release?.();
    }
  };
  const query = async () => ({ held: (await locks.listHeld('')).map((name) => ({ name })) });
  return {
    manager: { request, query } as unknown as LockManager,
    holds: (part) => [...held].some((name) => name.includes(part)),
  };
}

async function findLeftovers(disk: MemoryDisk): Promise<string[]> {
  const problems = (await disk.locks.listHeld('')).map((name) => `the lock ${name} is held`);
  for (const [id, files] of disk.files) {
    const known = new Set(disk.rows.get(id)?.row.files.map(({ name }) => name));
    for (const name of files.keys()) if (!known.has(name)) problems.push(`${id}/${name} is an orphan`);
  }
  for (const [table, values] of disk.tables) {
    for (const key of values.keys()) {
      if (!disk.rows.has(key.split('/')[0] as string)) problems.push(`${table} ${key} belongs to nothing`);
    }
  }
  return problems;
}

/** The sites there are, without a network. */
function createNet(): { fetch: typeof fetch; set(site: number, pages: SiteVersions): void } {
  const sites: SiteVersions[] = SITE_URLS.map(() => ({}));
  return {
    set(site, pages) {
      sites[site] = pages;
    },
    fetch: (async (input: string | URL | Request) => {
      const url = new URL(String(input));
      const site = sites[SITE_URLS.findIndex((known) => new URL(known).host === url.host)];
      const html = site && toHtml(site, url.pathname);
      if (html === undefined) return new Response('nothing here', { status: 404 });
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    }) as typeof fetch,
  };
}

/** Counts the calls of all tabs, and lets some wait so that others come first. */
interface Traffic {
  /** Wraps a call; some begin a turn of the event loop later. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  afterCalls(count: number): Promise<void>;
  idle(): Promise<void>;
  hung(signal: AbortSignal): Promise<void>;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Turns without a call after which the tabs are idle; a crawl waits a few turns for its clock. */
const IDLE_TURNS = 12;
/** Turns of at least a millisecond without a call after which a life hangs; on a busy machine turns take longer too. */
const HUNG_TURNS = 5_000;
/** Calls after which a life loops; a group makes about a thousand. */
const HUNG_CALLS = 100_000;

function createTraffic(seed: number): Traffic {
  const random = createRandom(seed);
  let calls = 0;
  let open = 0;
  let waiting: { at: number; resolve: () => void }[] = [];

  function count(): void {
    calls++;
    for (const { at, resolve } of waiting) if (at <= calls) resolve();
    waiting = waiting.filter(({ at }) => at > calls);
  }
  async function idle(): Promise<void> {
    let last = calls;
    for (let quiet = 0; quiet < IDLE_TURNS; quiet++) {
      await turn();
      if (calls !== last || open > 0) quiet = 0;
      last = calls;
    }
  }
  return {
    async pass(work) {
      open++;
      try {
        if (seed !== 0 && random.below(8) === 0) await turn();
        return await work();
      } finally {
        open--;
        count();
      }
    },
    afterCalls(wanted) {
      if (wanted === 0) return Promise.resolve();
      const reached = new Promise<void>((resolve) => waiting.push({ at: calls + wanted, resolve }));
      return Promise.race([reached, idle()]);
    },
    idle,
    async hung(signal) {
      const first = calls;
      let last = calls;
      for (let quiet = 0; quiet < HUNG_TURNS && calls - first < HUNG_CALLS && !signal.aborted; quiet++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (calls !== last) quiet = 0;
        last = calls;
      }
    },
  };
}

interface MemoryFolder extends LifeFolder {
  readonly number: number;
}

/** A folder that changes while its handle stays. */
function createFolder(name: string, number: number): MemoryFolder {
  let files: Versions = {};
  const handle = {
    kind: 'directory',
    name,
    token: number,
    async *values() {
      for (const [path, version] of Object.entries(files)) {
        const [first = '', second] = path.split('/');
        if (second === undefined) yield toFileHandle(first, path as keyof Versions, version);
        else
          yield {
            kind: 'directory',
            name: first,
            values: async function* () {
              yield toFileHandle(second, path as keyof Versions, version);
            },
          };
      }
    },
  };
  return {
    name,
    number,
    handle: handle as unknown as FileSystemDirectoryHandle,
    isSame: async (other) => (other as unknown as { token?: number }).token === number,
    async write(next) {
      files = next;
    },
  };
}

function toFileHandle(name: string, path: keyof Versions, version: number): FileLike {
  const bytes = toBytes(path, version);
  const file = {
    size: bytes.length,
    lastModified: toModified(path, version),
    arrayBuffer: async () => bytes.slice().buffer,
  };
  return { kind: 'file', name, getFile: async () => file };
}

/** Handles are cloneable in a browser; here a number stands for one while it is stored. */
function withHandles(records: Records, folders: readonly MemoryFolder[]): Records {
  const revive = (value: unknown): unknown =>
    mapDeep(value, (one) => folders[(one as { folder: number }).folder]?.handle);
  const store = (value: unknown): unknown =>
    mapDeep(value, (one) => ('token' in one ? { folder: (one as { token: number }).token } : undefined));
  return {
    ...records,
    put: (table, key, value) => records.put(table, key, store(value)),
    putMany: (table, entries) =>
      records.putMany(
        table,
        entries.map(([key, value]) => [key, store(value)] as const),
      ),
    get: async <T>(table: Parameters<Records['get']>[0], key: string) => revive(await records.get(table, key)) as T,
    list: async <T>(table: Parameters<Records['get']>[0], options: Parameters<Records['list']>[1]) =>
      (await records.list(table, options)).map(([key, value]) => [key, revive(value) as T] as const),
  };
}

/** Replaces plain objects, at any depth, by what `replace` answers for them. */
function mapDeep(value: unknown, replace: (one: object) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapDeep(one, replace));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const replaced = replace(value);
  if (replaced !== undefined) return replaced;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapDeep(one, replace)]));
}
