/**
 * How time, memory, disk and answers grow with a collection: Chromium, OPFS, the engine in one worker; each size is filled in one browser process and
 * asked in a new one. `scale.ts [megabytes,…]` writes a row of JSON for each size to `QUIRE_BENCH_OUT`, from which `scale-plots.ts` draws.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { bundlePage } from '../support/bundle-page.ts';
import { median, percentile } from './measure.ts';
import type { ScaleCalls } from './page/scale-worker.ts';
import { readTexts } from './texts.ts';

type WithPage = { scale: ScaleCalls };
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

const SIZES = (process.argv[2] ?? '10,50,200,500').split(',').map(Number);
const QUERIES = 100;
const TICKS_PER_SECOND = 100;
const here = (path: string): string => new URL(path, import.meta.url).pathname;

const bundled = await bundlePage({
  entry: here('./page/scale-page.ts'),
  worker: here('./page/scale-worker.ts'),
  data: {
    '/kernel.wasm': await readFile((await buildKernel()).simd),
    '/texts.json': JSON.stringify(readTexts(resolve('node_modules')).map(({ chunks }) => chunks.join('\n\n'))),
  },
});
try {
  for (const megabytes of SIZES) await measure(megabytes);
} finally {
  await bundled.stop();
}

async function measure(megabytes: number): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'quire-scale-'));
  try {
    const filled = await inNewProcess(profile, (page) =>
      page.evaluate((size) => (globalThis as unknown as WithPage).scale.fill(size), megabytes),
    );
    const asked = await inNewProcess(profile, (page) =>
      page.evaluate((count) => (globalThis as unknown as WithPage).scale.ask(count), QUERIES),
    );
    const { queryMs, phraseMs, misspeltMs, openMs } = asked.value;
    const row = {
      megabytes,
      load: Math.round(loadavg()[0] as number),
      ...filled.value,
      fillCpuMs: filled.cpuMs,
      fillPeakBytes: filled.peakBytes,
      openMs,
      askCpuMs: asked.cpuMs,
      askPeakBytes: asked.peakBytes,
      openKernelBytes: asked.value.kernelBytes,
      queryP50: median(queryMs),
      queryP95: percentile(queryMs, 0.95),
      /** The first one opens the collection and is told by itself. */
      querySlowest: Math.max(...queryMs.slice(1)),
      phraseP50: median(phraseMs),
      misspeltP50: median(misspeltMs),
      misspeltSlowest: Math.max(...misspeltMs),
      slow: asked.value.slow,
    };
    console.log(JSON.stringify(row));
    if (process.env.QUIRE_BENCH_OUT) appendFileSync(process.env.QUIRE_BENCH_OUT, `${JSON.stringify(row)}\n`);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

interface Measured<T> {
  readonly value: T;
  /** Of the page's process, workers included, from its start. Linux only. */
  readonly cpuMs: number;
  readonly peakBytes: number;
}

async function inNewProcess<T>(profile: string, work: (page: Page) => Promise<T>): Promise<Measured<T>> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(0);
    await page.goto(bundled.url);
    await page.waitForFunction(() => 'scale' in globalThis);
    const value = await work(page);
    return { value, ...(await readProcess(page)) };
  } finally {
    await context.close();
  }
}

/** Of the browser's renderers the page's is the largest. */
async function readProcess(page: Page): Promise<{ cpuMs: number; peakBytes: number }> {
  const client = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await client?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const renderers = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => ({ cpuMs: readCpuMs(id), peakBytes: readPeakBytes(id) }));
  return renderers.sort((a, b) => b.peakBytes - a.peakBytes)[0] ?? { cpuMs: 0, peakBytes: 0 };
}

function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

function readPeakBytes(pid: number): number {
  return Number(/^VmHWM:\s+([0-9]+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
