import { type Dirent, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kernel } from '../../src/kernel/contract.ts';
import type { IndexSide } from '../../src/kernel/index-side.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { type BenchFile, type Corpus, makeCorpus, makeQueries, toBenchFile } from './corpus.ts';
import { type BenchEngine, createQuire, flexSearch, fts5, miniSearch } from './engines.ts';
import { compareBuilds, measureQueries, median } from './measure.ts';

const PAIRS = Number(process.env.QUIRE_BENCH_PAIRS ?? 5);
const SIZES = (process.env.QUIRE_BENCH_MB ?? '10,50').split(',').map(Number);
const QUERIES = 200;
const REAL_BYTES = 25_000_000;

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

/** The table at the end of the engine's specification; ratios against peers of the same run. */
async function main(): Promise<void> {
  const kernel = (await loadNodeKernel()) as Kernel & IndexSide;
  const quire = createQuire(kernel) as BenchEngine & { prepare(corpus: Corpus): unknown };
  const real = readTexts(resolve('node_modules'));
  const lines: string[] = [];
  const put = (line: string): void => {
    lines.push(line);
    say(line);
  };
  put(`Node ${process.version}, kernel ${kernel.build}, ${PAIRS} adjacent pairs, CPU time.`);
  for (const megabytes of SIZES) {
    const corpus = makeCorpus(`${megabytes} MB`, real, megabytes * 1e6);
    quire.prepare(corpus);
    put(`\n### ${corpus.name}: ${corpus.files.length} files, ${corpus.chunkCount} chunks\n`);
    await reportBuilds(quire, corpus, put);
    await reportQueries(quire, corpus, put);
    reportSizes(kernel, corpus, put);
  }
  if (process.env.QUIRE_BENCH_OUT) writeFileSync(process.env.QUIRE_BENCH_OUT, `${lines.join('\n')}\n`);
}

async function reportBuilds(quire: BenchEngine, corpus: Corpus, put: (line: string) => void): Promise<void> {
  put('| index build | quire ms | peer ms | ratio |\n|---|---|---|---|');
  for (const peer of [miniSearch, flexSearch, fts5]) {
    const { ownMs, peerMs, ratio } = await compareBuilds(quire, peer, corpus, { pairs: PAIRS, clock, collect });
    put(`| vs ${peer.name} | ${ownMs.toFixed(0)} | ${peerMs.toFixed(0)} | ${ratio.toFixed(1)}× |`);
  }
}

async function reportQueries(quire: BenchEngine, corpus: Corpus, put: (line: string) => void): Promise<void> {
  const queries = makeQueries(corpus, QUERIES);
  const own = await quire.build(corpus);
  const ownTimes = measureQueries(own, queries);
  put('\n| ranking | p50 ms | p95 ms | p95 against quire |\n|---|---|---|---|');
  put(`| quire | ${ownTimes.p50.toFixed(3)} | ${ownTimes.p95.toFixed(3)} | |`);
  const openOwn = measureOpen(own, queries[0] as string);
  let openRatio = '';
  for (const peer of [miniSearch, fts5, flexSearch]) {
    collect();
    const built = await peer.build(corpus);
    const times = measureQueries(built, queries);
    put(
      `| ${peer.name} | ${times.p50.toFixed(2)} | ${times.p95.toFixed(2)} | ${(times.p95 / ownTimes.p95).toFixed(0)}× |`,
    );
    if (built.save) openRatio = `${(measureOpen(built, queries[0] as string) / openOwn).toFixed(0)}×`;
    built.close();
  }
  put(
    `\nsegments: ${(own.bytes / corpus.bytes).toFixed(3)}× the text; open to first hits: ${openOwn.toFixed(1)} ms, MiniSearch ${openRatio}`,
  );
  own.close();
}

function measureOpen(index: Awaited<ReturnType<BenchEngine['build']>>, query: string): number {
  const saved = index.save?.();
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    index.open?.(saved, query);
    return performance.now() - start;
  });
  return median(times);
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
  const { segment, table } = kernel.mergeShard(leaves, DEFAULT_SETTINGS);
  const ms = clock() - start;
  put(
    `through the chunker (${(text / 1e6).toFixed(1)} MB in one shard): segment ${(segment.length / text).toFixed(3)}×, chunk table ${(table.length / text).toFixed(3)}×, chunk + hash + index ${(text / 1e3 / ms).toFixed(0)} MB/s`,
  );
}

/** Markdown, types and sources under node_modules, in path order. */
function readTexts(root: string): BenchFile[] {
  const files: BenchFile[] = [];
  let bytes = 0;
  const walk = (directory: string, relative: string): void => {
    if (bytes > REAL_BYTES) return;
    const entries: Dirent[] = readdirSync(directory, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => compareUtf8(a.name, b.name))) {
      const path = join(directory, entry.name);
      const name = `${relative}${entry.name}`;
      if (entry.isDirectory()) walk(path, `${name}/`);
      else if (entry.isFile() && /\.(md|d\.ts|js|mjs)$/.test(name) && !/\.min\./.test(name)) {
        const { size } = statSync(path);
        if (size < 400 || size > 300_000) continue;
        bytes += size;
        files.push(toBenchFile(name, readFileSync(path, 'utf8')));
      }
    }
  };
  walk(root, '');
  return files;
}

await main();
