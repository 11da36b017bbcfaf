/**
 * Compares a cold open in Chromium (new browser process, kept profile, from `open` to first hits) with MiniSearch's parse + loadJSON from
 * the same store. Quire has three situations: prefetched, after a prefetch of another collection, and queried as soon as the engine is up.
 * `cold-open.ts [megabytes]`; `QUIRE_COLD_PROFILE=<directory>` keeps the filled profile for the next run.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCorpus } from './corpus.ts';
import { median } from './measure.ts';
import { bundleWorker, callPage, inNewProcess, type Page } from './new-process.ts';
import type { ColdOpenCalls, ColdOpenFile, QuireOpen, Situation } from './page/cold-open-worker.ts';
import { readTexts } from './texts.ts';

type Result<K extends keyof ColdOpenCalls> = Awaited<ReturnType<ColdOpenCalls[K]>>;
type Opened = QuireOpen & { readonly cpuMs: number };
/** Set by the page: its module runs in a worker. */
const BEGIN = 'cold-begin';
const END = 'cold-end';
const ROUNDS = 5;
/** A new browser is busy for a while; users search only after the page is there. */
const LOOK_MS = 1_000;
const SITUATIONS: readonly Situation[] = ['ahead', 'another', 'at-once'];
/** Port of the origin: a kept profile belongs to it. */
const PORT = 47_113;
const megabytes = Number(process.argv[2] ?? 50);
const keptProfile = process.env.QUIRE_COLD_PROFILE;
const mustFill = keptProfile === undefined || !existsSync(keptProfile);
const profile = keptProfile ?? (await mkdtemp(join(tmpdir(), 'quire-cold-')));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const data: Record<string, string> = mustFill ? { '/corpus.json': JSON.stringify(makeFiles()) } : {};
const bundled = await bundleWorker('./page/cold-open-worker.ts', { port: PORT, data });
try {
  if (mustFill) await fill();
  const quire = new Map<Situation, Opened[]>(SITUATIONS.map((situation) => [situation, []]));
  const mini: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [situation, opened] of quire) opened.push(await openQuire(situation));
    const peer = await inRestedProcess((page) => callPage<Result<'openMiniSearch'>>(page, 'openMiniSearch'));
    if (peer.total === 0) throw new Error('the query found nothing');
    mini.push(peer.ms);
    const ours = Array.from(quire, ([situation, opened]) => `${situation} ${opened.at(-1)?.ms.toFixed(1)} ms`);
    console.log(`round ${round + 1}: ${ours.join(', ')}, MiniSearch ${peer.ms.toFixed(0)} ms`);
  }
  for (const [situation, opened] of quire) report(situation, opened, mini);
} finally {
  await bundled.stop();
  if (keptProfile === undefined) await rm(profile, { recursive: true, force: true });
}

function makeFiles(): ColdOpenFile[] {
  const { files } = makeCorpus('cold open', readTexts(here('../../node_modules')), megabytes * 1_000_000);
  return files.map(({ path, chunks }) => [path.endsWith('.md') ? path : `${path}.md`, chunks]);
}

async function fill(): Promise<void> {
  const filled = await inRestedProcess((page) => callPage<Result<'fill'>>(page, 'fill'));
  const toMb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  console.log(
    `${toMb(filled.textBytes)} MB of text, ${filled.chunks} chunks; MiniSearch ${filled.records} records, JSON of ${toMb(filled.jsonBytes)} MB`,
  );
}

function report(name: string, quire: readonly Opened[], mini: readonly number[]): void {
  const ratios = mini.map((ms, i) => ms / (quire[i] as Opened).ms);
  const mid = (pick: (open: Opened) => number): string => median(quire.map(pick)).toFixed(1);
  console.log(
    `${name}: before, not counted: start of kernel and store, list of collections ${mid((open) => open.startMs)} ms, opening ahead ${mid((open) => open.aheadMs)} ms`,
  );
  console.log(
    `${name}: median ${mid((open) => open.ms)} ms, ${mid((open) => open.cpuMs)} ms of them work of its thread (the same again ${mid((open) => open.againMs)} ms); MiniSearch ${median(mini).toFixed(0)} ms, ratio median ${median(ratios).toFixed(0)} (${Math.min(...ratios).toFixed(0)}–${Math.max(...ratios).toFixed(0)})`,
  );
}

function openQuire(situation: Situation): Promise<Opened> {
  return inRestedProcess(async (page) => {
    const session = await page.context().newCDPSession(page);
    const marks = new Map<string, number>();
    session.on('Tracing.dataCollected', ({ value }) => {
      for (const { name, tts } of value as unknown as { name: string; tts: number }[]) marks.set(name, tts);
    });
    const traceConfig = { includedCategories: ['blink.user_timing'] };
    await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    const opened = await callPage<QuireOpen>(page, 'openQuire', situation);
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    if (opened.total === 0) throw new Error('the query found nothing');
    return { ...opened, cpuMs: ((marks.get(END) ?? 0) - (marks.get(BEGIN) ?? 0)) / 1000 };
  });
}

function inRestedProcess<T>(work: (page: Page) => Promise<T>): Promise<T> {
  return inNewProcess(profile, bundled.url, async (page) => {
    await page.waitForTimeout(LOOK_MS);
    return work(page);
  });
}
