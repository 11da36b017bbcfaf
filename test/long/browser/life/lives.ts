import { wrap } from 'comlink';
import fc from 'fast-check';
import type { Engine } from '../../../../src/engine/contract.ts';
import { loadKernel } from '../../../../src/kernel/load/load-kernel.ts';
import { fromHex } from '../../../../src/lib/bytes.ts';
import type { SiteService } from '../../../../src/model/site/site-service.ts';
import { RECORD_TABLES } from '../../../../src/store/contract.ts';
import { createOpfsStore } from '../../../../src/store/create-store.ts';
import { installErrorWire } from '../../../../src/thread/wire/error-wire.ts';
import type { LifeBrowser, LifeFolder, LifeTab } from '../../../support/life/browser.ts';
import { buildFresh } from '../../../support/life/build-fresh.ts';
import { live } from '../../../support/life/live.ts';
import { life } from '../../../support/life/steps.ts';
import { type SiteVersions, toBytes, type Versions } from '../../../support/life/texts.ts';
import type { TabCalls } from './tab-worker.ts';

/** So long a store takes for one of the calls that a life counts by. */
const CALL_MS = 1;
/** Time without any lock after which every tab is idle. */
const QUIET_MS = 20;
/** Checks of the locks without a change after which the running work hangs. */
const HUNG_LOOKS = 6_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lives in the real storage of the browser; tabs are workers, and killing one is terminating it. Answers what is wrong, if anything. */
async function liveHere(options: { seed: number; lives: number; wasmHex: string }): Promise<string | undefined> {
  const wasm = fromHex(options.wasmHex).slice().buffer as ArrayBuffer;
  const kernel = await loadKernel({ simd: wasm });
  let number = 0;
  const result = await fc.check(
    fc.asyncProperty(life, async (one) => {
      const browser = await openBrowser(wasm, `life-${++number}`);
      try {
        await live(browser, one, { buildFresh: (seen, tab) => buildFresh(kernel, seen, tab) });
      } finally {
        await browser.close();
      }
    }),
    // A failure that depends on timing cannot be shrunk.
    { numRuns: options.lives, seed: options.seed, endOnFailure: true },
  );
  if (!result.failed) return undefined;
  return `${fc.stringify(result.counterexample)}\n${(result.errorInstance as Error | null)?.message}`;
}

async function openBrowser(wasm: ArrayBuffer, storeName: string): Promise<LifeBrowser> {
  const root = await navigator.storage.getDirectory();
  const home = await root.getDirectoryHandle(`folders-${storeName}`, { create: true });
  const folders = await Promise.all(['docs', 'docs', 'notes'].map((name, i) => createFolder(home, name, i)));
  const sites: SiteVersions[] = [{}, {}];
  const tabs: (LifeTab & { setSite(site: number, pages: SiteVersions): void })[] = [];

  async function listLocks(): Promise<readonly string[]> {
    const { held = [], pending = [] } = await navigator.locks.query();
    const names = [...held, ...pending].map(({ name = '' }) => name).filter((name) => name.startsWith(`${storeName}:`));
    return names.map((name) => name.slice(storeName.length + 1)).filter((name) => !/^(?:read|session):/.test(name));
  }

  return {
    folders,
    setSite(site, pages) {
      sites[site] = pages;
      for (const tab of tabs) tab.setSite(site, pages);
    },
    async openTab() {
      const tab = await openTab({ wasm, storeName, number: tabs.length, sites });
      tabs.push(tab);
      return tab;
    },
    async idle() {
      for (let quiet = 0; quiet < QUIET_MS; quiet += 5) {
        await sleep(5);
        if ((await listLocks()).length > 0) quiet = -5;
      }
    },
    afterCalls: (count) => sleep(count * CALL_MS),
    async hung(signal) {
      let last = '';
      for (let looks = 0; looks < HUNG_LOOKS && !signal.aborted; looks++) {
        await sleep(5);
        const locks = (await listLocks()).join(' ');
        if (locks !== last) looks = 0;
        last = locks;
      }
    },
    listJobLocks: listLocks,
    findLeftovers: () => findLeftovers(root, storeName),
    async close() {
      for (const tab of tabs) await tab.kill();
      await root.removeEntry(`folders-${storeName}`, { recursive: true });
      await root.removeEntry(storeName, { recursive: true }).catch(() => {});
      indexedDB.deleteDatabase(storeName);
    },
  };
}

async function openTab(start: {
  wasm: ArrayBuffer;
  storeName: string;
  number: number;
  sites: readonly SiteVersions[];
}) {
  const worker = new Worker('/worker.js', { type: 'module' });
  const calls = wrap<TabCalls>(worker);
  const lockName = `${start.storeName}-tab-${start.number}`;
  let isDead = false;
  let tellDeath = (): void => {};
  const died = new Promise<void>((resolve) => {
    tellDeath = resolve;
  });
  async function kill(): Promise<void> {
    worker.terminate();
    isDead = true;
    // Its locks are free a moment later.
    while ((await navigator.locks.query()).held?.some(({ name }) => name === lockName)) await sleep(1);
    tellDeath();
  }
  const toCalls = <T extends object>(group: 'engine' | 'service' | 'port'): T =>
    new Proxy({} as T, {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          calls[group](name as never, args),
    });
  await calls.start({ ...start, lockName });
  return {
    engine: toCalls<Engine>('engine'),
    sites: toCalls<SiteService>('service'),
    port: toCalls<LifeTab['port']>('port'),
    tidyUp: () => calls.tidyUp(),
    crawlEnded: (crawl: Parameters<LifeTab['crawlEnded']>[0]) => calls.crawlEnded(crawl),
    setSite: (site: number, pages: SiteVersions) => void (isDead || calls.setSite(site, pages)),
    dieAfter: (count: number) => void setTimeout(() => void kill(), count * CALL_MS),
    kill,
    died,
    get isDead() {
      return isDead;
    },
  };
}

async function createFolder(home: FileSystemDirectoryHandle, name: string, number: number): Promise<LifeFolder> {
  const parent = await home.getDirectoryHandle(String(number), { create: true });
  const handle = await parent.getDirectoryHandle(name, { create: true });
  return {
    name,
    handle,
    isSame: (other) => handle.isSameEntry(other),
    async write(files: Versions) {
      for await (const entry of handle.keys()) await handle.removeEntry(entry, { recursive: true });
      for (const [path, version] of Object.entries(files) as [keyof Versions, number][])
        await writeFile(handle, path, toBytes(path, version));
    },
  };
}

async function writeFile(root: FileSystemDirectoryHandle, path: string, bytes: Uint8Array): Promise<void> {
  const names = path.split('/');
  let folder = root;
  for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
  const file = await folder.getFileHandle(names.at(-1) as string, { create: true });
  const out = await file.createWritable();
  await out.write(bytes as Uint8Array<ArrayBuffer>);
  await out.close();
}

/** Files that no row names, and records that belong to nothing. */
async function findLeftovers(root: FileSystemDirectoryHandle, storeName: string): Promise<string[]> {
  const store = await createOpfsStore({ databaseName: storeName, directoryName: storeName });
  try {
    const ids = await store.listIds();
    const known = new Set<string>();
    for (const id of ids) {
      const generation = await store.openGeneration(id);
      for (const { name } of generation.row.files) known.add(name);
      generation.release();
    }
    const problems: string[] = [];
    for await (const name of listNames(await root.getDirectoryHandle(storeName)))
      if (!known.has(name)) problems.push(`${name} is an orphan`);
    for (const table of RECORD_TABLES)
      for (const key of await store.records.listKeys(table, ''))
        if (!ids.includes(key.split('/')[0] as string)) problems.push(`${table} ${key} belongs to nothing`);
    return problems;
  } finally {
    await store.close();
  }
}

async function* listNames(folder: FileSystemDirectoryHandle): AsyncGenerator<string> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind === 'directory') yield* listNames(entry as FileSystemDirectoryHandle);
    else yield name;
  }
}

export type LiveHere = typeof liveHere;
installErrorWire();
Object.assign(globalThis, { liveHere });
