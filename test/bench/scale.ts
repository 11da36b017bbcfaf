/**
 * Growth of time, memory, disk and answers with a collection: Chromium, OPFS, the engine in one worker; each size is filled in one browser process and
 * queried in a new one. `scale.ts [megabytes,…]` prints a row of JSON for each size, and appends it to `QUIRE_BENCH_OUT`.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findRenderer } from '../support/renderer-memory.ts';
import { median, percentile } from './measure.ts';
import { bundleWorker, callPage, inNewProcess } from './new-process.ts';
import type { Asked, Filled } from './page/scale-worker.ts';
import { readTexts } from './texts.ts';

const SIZES = (process.argv[2] ?? '10,50,200,500').split(',').map(Number);
const QUERIES = 100;
const TICKS_PER_SECOND = 100;

const texts = JSON.stringify(readTexts(resolve('node_modules')).map(({ chunks }) => chunks.join('\n\n')));
const bundled = await bundleWorker('./page/scale-worker.ts', { data: { '/texts.json': texts } });
try {
  for (const megabytes of SIZES) await measure(megabytes);
} finally {
  await bundled.stop();
}

async function measure(megabytes: number): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'quire-scale-'));
  try {
    const filled = await callMeasured<Filled>(profile, 'fill', megabytes);
    const asked = await callMeasured<Asked>(profile, 'ask', QUERIES);
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
      /** Without the first query, which opens the collection. */
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
  /** The page's process with its workers, since its start. Linux only. */
  readonly cpuMs: number;
  readonly peakBytes: number;
}

function callMeasured<T>(profile: string, name: string, value: number): Promise<Measured<T>> {
  return inNewProcess(profile, bundled.url, async (page) => {
    const result = await callPage<T>(page, name, value);
    const { pid, peakBytes } = await findRenderer(page.context().browser());
    return { value: result, cpuMs: readCpuMs(pid), peakBytes };
  });
}

function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}
