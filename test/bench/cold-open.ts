/** Cold open in Chromium: a new browser process with a kept profile, from `open` to first hits, beside MiniSearch's parse + loadJSON. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { buildKernel } from '../../scripts/build-wasm.mjs';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { toHex } from '../../src/lib/bytes.ts';
import { bundlePage } from '../support/bundle-page.ts';
import { median } from './measure.ts';
import type { ColdOpenPage } from './page/cold-open-page.ts';

type WithPage = { coldOpen: ColdOpenPage };
const ROUNDS = 5;
const megabytes = Number(process.argv[2] ?? 50);

const wasmHex = toHex(await readFile((await buildKernel()).simd));
const bundled = await bundlePage({ entry: new URL('./page/cold-open-page.ts', import.meta.url).pathname });
const profile = await mkdtemp(join(tmpdir(), 'quire-cold-'));
try {
  const filled = await inNewProcess((page) =>
    page.evaluate(([hex, size]) => (globalThis as unknown as WithPage).coldOpen.fill(hex, size), [
      wasmHex,
      megabytes,
    ] as const),
  );
  console.log(
    `${(filled.textBytes / 1e6).toFixed(1)} MB of text, ${filled.chunks} chunks, MiniSearch's JSON ${(filled.jsonBytes / 1e6).toFixed(1)} MB`,
  );
  const starts: number[] = [];
  const quire: number[] = [];
  const mini: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await inNewProcess((page) =>
      page.evaluate((hex) => (globalThis as unknown as WithPage).coldOpen.openQuire(hex), wasmHex),
    );
    const peer = await inNewProcess((page) =>
      page.evaluate(() => (globalThis as unknown as WithPage).coldOpen.openMiniSearch()),
    );
    if (own.total === 0 || peer.total === 0) throw new Error('the query found nothing');
    starts.push(own.startMs);
    quire.push(own.ms);
    mini.push(peer.ms);
  }
  console.log(`start of kernel and store: median ${median(starts).toFixed(0)} ms, apart from what follows`);
  const ratios = mini.map((ms, i) => ms / (quire[i] as number));
  console.log(
    `Quire median ${median(quire).toFixed(1)} ms, MiniSearch median ${median(mini).toFixed(0)} ms, ratio median ${median(ratios).toFixed(0)} (${Math.min(...ratios).toFixed(0)}–${Math.max(...ratios).toFixed(0)})`,
  );
} finally {
  await bundled.stop();
  await rm(profile, { recursive: true, force: true });
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
