/**
 * Cold open in Chromium: a new browser process with a kept profile, from `open` to first hits, beside MiniSearch's parse + loadJSON from
 * the same store. `cold-open.ts [megabytes]`; `QUIRE_COLD_PROFILE=<directory>` keeps the filled profile for the next run,
 * `QUIRE_COLD_PHASES=1` prints what the engine waited for.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { buildKernel } from '../../scripts/build-wasm.mjs';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { bundlePage } from '../support/bundle-page.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './measure.ts';
import type { ColdOpenCalls, ColdOpenFile, QuireOpen } from './page/cold-open-worker.ts';
import { readTexts } from './texts.ts';

type WithPage = { coldOpen: ColdOpenCalls };
const ROUNDS = 5;
const withPhases = process.env.QUIRE_COLD_PHASES !== undefined;
/** Of the origin: a kept profile belongs to it. */
const PORT = 47_113;
const megabytes = Number(process.argv[2] ?? 50);
const keptProfile = process.env.QUIRE_COLD_PROFILE;
const mustFill = keptProfile === undefined || !existsSync(keptProfile);
const profile = keptProfile ?? (await mkdtemp(join(tmpdir(), 'quire-cold-')));
const here = (path: string): string => new URL(path, import.meta.url).pathname;

const bundled = await bundlePage({
  entry: here('./page/cold-open-page.ts'),
  worker: here('./page/cold-open-worker.ts'),
  port: PORT,
  data: {
    '/kernel.wasm': await readFile((await buildKernel()).simd),
    ...(mustFill ? { '/corpus.json': JSON.stringify(makeFiles()) } : {}),
  },
});
try {
  if (mustFill) await fill();
  const quire: QuireOpen[] = [];
  const mini: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await inNewProcess((page) =>
      page.evaluate((told) => (globalThis as unknown as WithPage).coldOpen.openQuire(told), withPhases),
    );
    const peer = await inNewProcess((page) =>
      page.evaluate(() => (globalThis as unknown as WithPage).coldOpen.openMiniSearch()),
    );
    if (own.total === 0 || peer.total === 0) throw new Error('the query found nothing');
    quire.push(own);
    mini.push(peer.ms);
    console.log(`round ${round + 1}: ${own.ms.toFixed(1)} ms, MiniSearch ${peer.ms.toFixed(0)} ms`);
  }
  if (withPhases) printPhases(quire.at(-1) as QuireOpen);
  report(quire, mini);
} finally {
  await bundled.stop();
  if (keptProfile === undefined) await rm(profile, { recursive: true, force: true });
}

function makeFiles(): ColdOpenFile[] {
  const { files } = makeCorpus('cold open', readTexts(here('../../node_modules')), megabytes * 1_000_000);
  return files.map(({ path, chunks }) => [path.endsWith('.md') ? path : `${path}.md`, chunks]);
}

async function fill(): Promise<void> {
  const filled = await inNewProcess((page) => page.evaluate(() => (globalThis as unknown as WithPage).coldOpen.fill()));
  const toMb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  console.log(
    `${toMb(filled.textBytes)} MB of text, ${filled.chunks} chunks; MiniSearch ${filled.records} records, JSON of ${toMb(filled.jsonBytes)} MB`,
  );
}

function report(quire: readonly QuireOpen[], mini: readonly number[]): void {
  const ratios = mini.map((ms, i) => ms / (quire[i] as QuireOpen).ms);
  const mid = (pick: (open: QuireOpen) => number): string => median(quire.map(pick)).toFixed(1);
  console.log(
    `start of kernel and store, list of collections: median ${mid((open) => open.startMs)} ms, not in what follows`,
  );
  console.log(
    `Quire median ${mid((open) => open.ms)} ms (again ${mid((open) => open.againMs)} ms), MiniSearch median ${median(mini).toFixed(0)} ms, ratio median ${median(ratios).toFixed(0)} (${Math.min(...ratios).toFixed(0)}–${Math.max(...ratios).toFixed(0)})`,
  );
}

function printPhases({ phases }: QuireOpen): void {
  for (const [name, from, ms] of phases)
    console.log(`${from.toFixed(1).padStart(8)} + ${ms.toFixed(1).padStart(6)} ${name}`);
}

async function inNewProcess<T>(work: (page: Awaited<ReturnType<BrowserContext['newPage']>>) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(bundled.url);
    await page.waitForFunction(() => 'coldOpen' in globalThis);
    return await work(page);
  } finally {
    await context.close();
  }
}
