import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import type { Kernel } from '../../src/kernel/contract.ts';
import { toShardInputs } from '../../src/kernel/index/merge.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { type Corpus, makeCorpus, makeQueries } from './corpus.ts';
import { type BenchEngine, createQuire, fts5, miniSearch } from './engines.ts';
import { reportChromium } from './in-chromium.ts';
import { compareWithRelease } from './last-release.ts';
import { compareBuilds, measureQueries, median } from './measure.ts';
import { countChange, runPipeline, withFolder } from './pipeline.ts';
import { readTexts } from './texts.ts';

const PAIRS = Number(process.env.QUIRE_BENCH_PAIRS ?? 5);
const SIZES = (process.env.QUIRE_BENCH_MB ?? '10,50').split(',').map(Number);
const QUERIES = 200;
const CHANGED_OF = 5_000;
/** Over this many bytes the pipeline runs once, not three times. */
const LARGE = 20_000_000;

/** CPU time of the main thread where the system tells it: sweeping after a peer's build runs in other threads and must not count as ours. */
const clock = (): number => {
  try {
    return Number(readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
};
const collect = (): void => (globalThis as { gc?: () => void }).gc?.();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const toMb = (bytes: number): string => (bytes / 1e6).toFixed(1);

type Put = (line: string) => void;

/** The table at the end of the engine's specification; ratios against peers of the same run. */
async function main(): Promise<void> {
  const kernel = await loadNodeKernel();
  const quire = createQuire(kernel) as BenchEngine & { prepare(corpus: Corpus): unknown };
  const real = readTexts(resolve('node_modules'));
  const lines: string[] = [];
  const put = (line: string): void => {
    lines.push(line);
    say(line);
  };
  put(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, kernel ${kernel.build}, ${PAIRS} adjacent pairs, CPU time of the main thread.`,
  );
  for (const megabytes of SIZES) {
    const corpus = makeCorpus(`${megabytes} MB`, real, megabytes * 1e6);
    quire.prepare(corpus);
    put(`\n### ${corpus.name}: ${corpus.files.length} files, ${corpus.chunkCount} chunks, load ${describeLoad()}\n`);
    const miniMs = await reportBuilds(quire, corpus, put);
    await reportPipeline(corpus, miniMs, put);
    await reportQueries(quire, corpus, put);
    reportSizes(kernel, corpus, put);
    // Beyond that the page's wall time would be the machine's, not the engines'.
    if (corpus.bytes < LARGE) await reportChromium(corpus, PAIRS, put);
    put(`\nload at the end ${describeLoad()}`);
  }
  const change = await countChange(CHANGED_OF);
  put(
    `\none file of ${change.files} changed: ${change.leavesMade} leaf made, ${change.shardsMerged} of ${change.shards} shards merged`,
  );
  if (process.env.QUIRE_BENCH_OUT) writeFileSync(process.env.QUIRE_BENCH_OUT, `${lines.join('\n')}\n`);
}

const describeLoad = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

/** Answers MiniSearch's median. */
async function reportBuilds(quire: BenchEngine, corpus: Corpus, put: Put): Promise<number> {
  put('| index build | quire ms | peer ms | ratio (each pair) |\n|---|---|---|---|');
  let miniMs = 0;
  for (const peer of [miniSearch, fts5]) {
    const { ownMs, peerMs, ratio, ratios } = await compareBuilds(quire, peer, corpus, { pairs: PAIRS, clock, collect });
    const each = ratios.map((one) => one.toFixed(1)).join(' ');
    put(`| vs ${peer.name} | ${ownMs.toFixed(0)} | ${peerMs.toFixed(0)} | **${ratio.toFixed(1)}×** (${each}) |`);
    if (peer === miniSearch) miniMs = peerMs;
  }
  return miniMs;
}

/** The real engine over files on disk, once unchanged (code is parsed for its symbols) and once with every file named as Markdown. */
async function reportPipeline(corpus: Corpus, miniMs: number, put: Put): Promise<void> {
  put(
    '\n| whole pipeline | CPU ms | MB/s | MiniSearch index / this | process grew MB | kernel at most MB |\n|---|---|---|---|---|---|',
  );
  const releases: string[] = [];
  for (const [name, rename] of [
    ['all files as Markdown', (path: string) => `${toPlainFolders(path)}.md`],
    ['files as they are', toPlainFolders],
  ] as const) {
    const run = await withFolder(corpus.files, rename, async (folder) => {
      if (corpus.bytes < LARGE) releases.push(`| ${name} | ${compareWithRelease(folder, corpus.bytes / 1e6, PAIRS)} |`);
      const runs = [];
      for (let i = 0; i < (corpus.bytes > LARGE ? 1 : 3); i++) {
        collect();
        runs.push(await runPipeline(folder, clock));
      }
      return runs;
    });
    const cpuMs = median(run.map((one) => one.cpuMs));
    const last = run[0] as (typeof run)[number];
    if (last.files !== corpus.files.length)
      throw new Error(`the pipeline took ${last.files} of ${corpus.files.length} files`);
    put(
      `| ${name} (${last.chunks} chunks) | ${cpuMs.toFixed(0)} | ${(corpus.bytes / 1e3 / cpuMs).toFixed(1)} | **${(miniMs / cpuMs).toFixed(1)}×** | ${toMb(last.residentBytes)} | ${toMb(last.kernelBytes)} |`,
    );
  }
  if (releases.length > 0)
    put(`\n| processor seconds per MB against the last release | |\n|---|---|\n${releases.join('\n')}`);
}

/** No folder has a name that is ignored by default (`dist`, `build`): the pipeline must take every file. */
const toPlainFolders = (path: string): string =>
  path
    .split('/')
    .map((name) => `x-${name}`)
    .join('/');

async function reportQueries(quire: BenchEngine, corpus: Corpus, put: Put): Promise<void> {
  const queries = makeQueries(corpus, QUERIES);
  const own = await quire.build(corpus);
  const ownTimes = measureQueries(own, queries);
  put('\n| ranking | p50 ms | p95 ms | p95 against quire |\n|---|---|---|---|');
  put(`| quire | ${ownTimes.p50.toFixed(3)} | ${ownTimes.p95.toFixed(3)} | |`);
  for (const peer of [miniSearch, fts5]) {
    collect();
    const built = await peer.build(corpus);
    const times = measureQueries(built, queries);
    const ratio = times.p95 / ownTimes.p95;
    put(`| ${peer.name} | ${times.p50.toFixed(2)} | ${times.p95.toFixed(2)} | **${ratio.toFixed(0)}×** |`);
    built.close();
  }
  put(`\nsegments: ${(own.bytes / corpus.bytes).toFixed(3)}× the text`);
  own.close();
}

/** Chunk tables come from the real chunker. */
function reportSizes(kernel: Kernel, corpus: Corpus, put: (line: string) => void): void {
  const encoder = new TextEncoder();
  const files = [...corpus.files].sort((a, b) => compareUtf8(a.path, b.path)).slice(0, 4_000);
  let text = 0;
  const start = clock();
  const leaves = files.map(({ path, chunks }) => {
    const bytes = encoder.encode(chunks.join('\n\n'));
    text += bytes.length;
    const { leaf } = kernel.makeLeaf({
      path,
      kind: path.endsWith('.md') ? 'markdown' : 'text',
      settings: DEFAULT_SETTINGS,
      bytes,
    });
    return { path, leaf };
  });
  const { segment, table } = kernel.mergeShard(toShardInputs(leaves), DEFAULT_SETTINGS);
  const ms = clock() - start;
  put(
    `through the chunker (${(text / 1e6).toFixed(1)} MB in one shard): segment ${(segment.length / text).toFixed(3)}×, chunk table ${(table.length / text).toFixed(3)}×, chunk + hash + index ${(text / 1e3 / ms).toFixed(0)} MB/s`,
  );
}

await main();
