/**
 * Compares a full export of Markdown with one deflate call over the bytes of all its entries, and its import with an ingest of the same files.
 * CPU time of the process. `export.ts [megabytes] [rounds]`; `QUIRE_BENCH_FOLDER=<folder>` takes real Markdown from elsewhere.
 */
import { resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { createEngine } from '../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { deflate } from '../../src/lib/deflate.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './measure.ts';
import { readTexts } from './texts.ts';

const megabytes = Number(process.argv[2] ?? 9);
const rounds = Number(process.argv[3] ?? 3);
// As in Chromium: a timer of Node waits for a millisecond, and an export lets events in some hundred times.
Object.assign(globalThis, {
  scheduler: { postTask: (task: () => void) => new Promise<void>((resolve) => setImmediate(() => resolve(task()))) },
});
const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

interface Cost {
  readonly cpuMs: number;
}

async function measure<T>(work: () => Promise<T> | T): Promise<Cost & { value: T }> {
  collect();
  const cpuBefore = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuMs: (user + system) / 1000, value };
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

const rows: Record<'ingest' | 'export' | 'deflate' | 'import', Cost>[] = [];
for (let round = 0; round < rounds; round++) {
  const kernel = await loadNodeKernel();
  const leafMaker = createLocalLeafMaker({ kernel });
  const engine = createEngine({
    kernel,
    store: createMemoryStore(),
    leafMaker,
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

/** All entries, one behind the other. */
async function unzip(blob: Blob): Promise<Uint8Array> {
  return Buffer.concat(Object.values(unzipSync(new Uint8Array(await blob.arrayBuffer()))));
}
