/**
 * A full export of Markdown beside one call of the same deflate over the bytes of all its entries, and its import beside the ingest of the same files.
 * CPU time of the process where one thread works; wall time where workers deflate, on a machine with a core for each and one for the engine.
 * `export.ts [megabytes] [rounds] [workers]`; `QUIRE_BENCH_FOLDER=<folder>` takes real Markdown from elsewhere.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { createEngine } from '../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { deflate } from '../../src/lib/deflate.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { localDeflater } from '../../src/zip/entry-deflater.ts';
import { makeThreads } from '../support/deflate-threads.ts';
import { nodeDigest } from '../support/node-digest.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './measure.ts';
import { readTexts } from './texts.ts';

const megabytes = Number(process.argv[2] ?? 9);
const rounds = Number(process.argv[3] ?? 3);
const workers = Number(process.argv[4] ?? Math.max(1, availableParallelism() - 1));
// As in Chromium: a timer of Node waits for a millisecond, and an export lets events in some hundred times.
Object.assign(globalThis, {
  scheduler: { postTask: (task: () => void) => new Promise<void>((resolve) => setImmediate(() => resolve(task()))) },
});
const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

interface Cost {
  /** Of all threads. */
  readonly cpuMs: number;
  /** Of this thread alone; 0 where the system does not tell. */
  readonly ownMs: number;
  readonly wallMs: number;
}

async function measure<T>(work: () => Promise<T> | T): Promise<Cost & { value: T }> {
  collect();
  const cpuBefore = process.cpuUsage();
  const ownBefore = readOwnMs();
  const startMs = performance.now();
  const value = await work();
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuMs: (user + system) / 1000, ownMs: readOwnMs() - ownBefore, wallMs, value };
}

/** Linux counts in hundredths of a second, the 14th and 15th field. */
function readOwnMs(): number {
  try {
    const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

const { files } = makeCorpus(
  'export',
  readTexts(resolve(process.env.QUIRE_BENCH_FOLDER ?? 'node_modules')),
  megabytes * 1e6,
);
const given = files.map(({ path, chunks }) => ({
  path: `${path.replace(/(^|\/)/g, '$1x-')}.md`,
  file: new File([chunks.map((text, i) => `## Part ${i}\n\n${text}`).join('\n\n')], 'x.md'),
}));

/** One after the other, several times: load of the machine changes from one second to the next. */
const PAIRS = 4;
/** Who deflates: this thread, or the pool. */
let deflater = localDeflater;
const rows: Record<'ingest' | 'export' | 'deflate' | 'import', Cost>[] = [];
const shared: Record<'deflate' | 'export', Cost>[] = [];
for (let round = 0; round < rounds; round++) {
  const kernel = await loadNodeKernel();
  const leafMaker = createLocalLeafMaker({ kernel, digest: nodeDigest });
  const engine = createEngine({
    kernel,
    store: createMemoryStore(),
    leafMaker,
    deflater: {
      get workers() {
        return deflater.workers;
      },
      get isReady() {
        return deflater.isReady;
      },
      deflateEntries: (entries) => deflater.deflateEntries(entries),
      openStream: () => deflater.openStream(),
    },
    where: 'main thread',
    checkpoints: 'kept',
  });
  const { id } = await engine.createCollection({ name: 'bench' });
  const exportAll = () => engine.exportZip({ collectionId: id, jobId: 'export', form: 'full', mask: false });
  const ingested = await measure(() =>
    engine.ingest({ collectionId: id, jobId: 'ingest', input: { type: 'files', name: 'bench', files: given } }),
  );
  const exported = await measure(exportAll);
  const { blob, bytes, entries } = exported.value;
  const texts = await unzip(blob as Blob);
  const deflated = await measure(() => deflate(texts));
  const imported = await measure(() => engine.importCollection({ file: blob as Blob, name: 'bench', jobId: 'import' }));

  const threads = makeThreads(workers, leafMaker);
  await threads.start();
  deflater = threads.pool.deflater;
  for (let pair = 0; pair < PAIRS; pair++) {
    const alone = await measure(() => deflate(texts));
    const byWorkers = await measure(exportAll);
    await expectSame(byWorkers.value.blob as Blob, blob as Blob);
    shared.push({ deflate: alone, export: byWorkers });
    const cores = (byWorkers.cpuMs / byWorkers.wallMs).toFixed(1);
    console.log(`  export / deflate ${(byWorkers.wallMs / alone.wallMs).toFixed(2)} by the clock, on ${cores} cores`);
  }
  deflater = localDeflater;
  await threads.stop();

  rows.push({ ingest: ingested, export: exported, deflate: deflated, import: imported });
  console.log(`${(texts.length / 1e6).toFixed(1)} MB in ${entries} entries → ${(bytes / 1e6).toFixed(1)} MB`);
}

const print = (what: string, ratios: readonly number[], wanted?: number): void => {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  const goal = wanted === undefined ? '' : `, wanted ${wanted.toFixed(2)}`;
  console.log(`${what}: ${median(ratios).toFixed(2)} (${least} to ${most}${goal})`);
};
print(
  'one thread, processor, export / deflate',
  rows.map((row) => row.export.cpuMs / row.deflate.cpuMs),
);
print(
  'one thread, processor, import / ingest',
  rows.map((row) => row.import.cpuMs / row.ingest.cpuMs),
  2,
);
print(
  `${workers} workers, wall, export / deflate`,
  shared.map((row) => row.export.wallMs / row.deflate.wallMs),
  1.5 / workers,
);
print(
  `${workers} workers, processor, export / deflate`,
  shared.map((row) => row.export.cpuMs / row.deflate.cpuMs),
);
print(
  `${workers} workers, processor of the engine's thread, export / deflate`,
  shared.map((row) => row.export.ownMs / row.deflate.cpuMs),
);

async function expectSame(a: Blob, b: Blob): Promise<void> {
  const [one, other] = await Promise.all([a.arrayBuffer(), b.arrayBuffer()]);
  if (!Buffer.from(one).equals(Buffer.from(other))) throw new Error('the bytes depend on who deflates');
}

/** All entries, one behind the other. */
async function unzip(blob: Blob): Promise<Uint8Array> {
  return Buffer.concat(Object.values(unzipSync(new Uint8Array(await blob.arrayBuffer()))));
}
