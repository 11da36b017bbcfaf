/**
 * A folder dropped on the built app in Chromium, compared with MiniSearch's build of the same chunks and with only listing and reading, each in a new browser,
 * in turn. `node test/bench/run-bundled.mjs test/bench/drop.ts <folder of Markdown> [other builds of the app …]`; `QUIRE_BENCH_PAIRS` sets the rounds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { startStaticServer } from '../../scripts/static-server.mjs';
import { bundlePage } from '../support/bundle-page.ts';
import { makeLeafOf } from '../support/make-leaf.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import type { BenchFile } from './corpus.ts';
import { median } from './measure.ts';
import type { DropCalls } from './page/drop-page.ts';

type WithPage = { drop: DropCalls };

interface Dropped {
  readonly firstMs: number;
  readonly doneMs: number;
  /** Processor seconds of all processes of the browser, and of its own one. */
  readonly cpuSeconds: number;
  readonly browserSeconds: number;
  readonly storedBytes: number;
}

const ROUNDS = Number(process.env.QUIRE_BENCH_PAIRS ?? 5);
/** Common in the documents that are dropped. */
const QUERY = process.env.QUIRE_BENCH_QUERY ?? 'the';
const [, , given = '', ...others] = process.argv;
const folder = resolve(given);
const builds = [resolve('dist'), ...others.map((path) => resolve(path))];

const corpus = await readCorpus();
const bytes = corpus.reduce((sum, { chunks }) => sum + chunks.reduce((own, chunk) => own + chunk.length, 0), 0);
const bundled = await bundlePage({
  entry: fileURLToPath(new URL('./page/drop-page.ts', import.meta.url)),
  data: { '/corpus.json': JSON.stringify(corpus) },
});
try {
  await compare();
} finally {
  await bundled.stop();
}

async function compare(): Promise<void> {
  console.log(`${corpus.length} files, ${(bytes / 1e6).toFixed(1)} MB of chunks dropped, ${ROUNDS} rounds`);
  const peer: number[] = [];
  const floor: number[] = [];
  const own = new Map<string, Dropped[]>(builds.map((build) => [build, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [build, runs] of own) {
      const run = await inBrowser((browser) => dropOnApp(browser, build));
      runs.push(run);
      console.log(`  ${basename(build)}: ${toLine(run)}`);
    }
    peer.push(
      await inBrowser((browser) =>
        onPage(browser, (page) => page.evaluate(() => (globalThis as unknown as WithPage).drop.buildPeer())),
      ),
    );
    const { listMs, readMs } = await inBrowser((browser) => onPage(browser, dropOnFloor));
    floor.push(listMs + readMs);
    console.log(
      `  MiniSearch ${toSeconds(peer.at(-1) ?? 0)} s; listing ${toSeconds(listMs)} s, reading ${toSeconds(readMs)} s`,
    );
  }
  const peerMs = median(peer);
  console.log(
    `\n| ${corpus.length} files dropped in Chromium | s | of MiniSearch's build (each round) | processor s | stored, share of the text |\n|---|---|---|---|---|`,
  );
  for (const [build, runs] of own) {
    const toRatios = (pick: (run: Dropped) => number): string => {
      const ratios = runs.map((run, i) => pick(run) / (peer[i] as number));
      return `**${median(ratios).toFixed(2)}×** (${ratios.map((one) => one.toFixed(2)).join(' ')})`;
    };
    const toMedian = (pick: (run: Dropped) => number): number => median(runs.map(pick));
    console.log(
      `| ${basename(build)}: first hits | ${toSeconds(toMedian(({ firstMs }) => firstMs))} | ${toRatios(({ firstMs }) => firstMs)} | | |`,
    );
    console.log(
      `| ${basename(build)}: done | ${toSeconds(toMedian(({ doneMs }) => doneMs))} | ${toRatios(({ doneMs }) => doneMs)} | ${toMedian(({ cpuSeconds }) => cpuSeconds).toFixed(1)}, browser ${toMedian(({ browserSeconds }) => browserSeconds).toFixed(1)} | ${(toMedian(({ storedBytes }) => storedBytes) / bytes).toFixed(2)} |`,
    );
  }
  console.log(
    `| listing and reading alone | ${toSeconds(median(floor))} | ${(median(floor) / peerMs).toFixed(2)}× | | |`,
  );
  console.log(`| MiniSearch's build | ${toSeconds(peerMs)} | 1 | | |`);
}

/** The same chunks for the peer. */
async function readCorpus(): Promise<BenchFile[]> {
  const kernel = await loadNodeKernel();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  return paths.sort().map((path) => ({
    path,
    heading: basename(path),
    chunks: makeLeafOf(kernel, readFileSync(join(folder, path)), { path }).chunks.map(({ content }) => content),
  }));
}

async function inBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findBrowser('chromium')?.path;
  if (executablePath === undefined) throw new Error('no Chromium here');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

async function onPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage();
  await page.goto(bundled.url);
  await page.waitForFunction(() => 'drop' in globalThis);
  return use(page);
}

async function dropOnFloor(page: Page) {
  const reading = page.evaluate(() => (globalThis as unknown as WithPage).drop.readFloor());
  await page.waitForTimeout(200);
  await drop(page);
  return reading;
}

async function dropOnApp(browser: Browser, build: string): Promise<Dropped> {
  const server = await startStaticServer({ root: build });
  try {
    const page = await browser.newPage();
    // The offline copy of the app is stored at the same time otherwise.
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => new Promise(() => {});
    });
    await page.goto(server.url);
    await page.getByRole('region', { name: 'Add a source' }).waitFor();
    await page.waitForTimeout(1_500);
    const before = await readCpu(browser);
    const startMs = performance.now();
    await drop(page);
    await page.evaluate(watchDrop, QUERY);
    const firstMs = await page
      .waitForFunction(() => (globalThis as { firstMs?: number }).firstMs, undefined, { timeout: 600_000, polling: 50 })
      .then(() => performance.now() - startMs);
    await page
      .getByText(/^Finished: /)
      .first()
      .waitFor({ state: 'attached', timeout: 600_000 });
    const doneMs = performance.now() - startMs;
    const after = await readCpu(browser);
    const storedBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    return { firstMs, doneMs, cpuSeconds: after.all - before.all, browserSeconds: after.own - before.own, storedBytes };
  } finally {
    await server.stop();
  }
}

/** Types the query as soon as there is a field for it, and notes that a hit is on screen. */
function watchDrop(query: string): void {
  const timer = setInterval(() => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    if (field === null) return;
    if (field.value !== query) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, query);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (document.querySelector('[aria-label=Results] li') === null) return;
    clearInterval(timer);
    Object.assign(globalThis, { firstMs: performance.now() });
  }, 50);
}

async function drop(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: 160, y: 300, data });
  }
  await client.detach();
}

async function readCpu(browser: Browser): Promise<{ all: number; own: number }> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const sum = (types?: string): number =>
    processInfo
      .filter(({ type }) => types === undefined || type === types)
      .reduce((all, { cpuTime }) => all + cpuTime, 0);
  return { all: sum(), own: sum('browser') };
}

function toLine({ firstMs, doneMs, cpuSeconds, browserSeconds }: Dropped): string {
  return `first hits ${toSeconds(firstMs)} s, done ${toSeconds(doneMs)} s, processor ${cpuSeconds.toFixed(1)} s, of it the browser's ${browserSeconds.toFixed(1)} s`;
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
