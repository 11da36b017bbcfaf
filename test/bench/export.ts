/**
 * A full export of Markdown beside one call of the same deflate over the bytes of all its entries, and its import beside the ingest of the same files.
 * CPU time of the process. `export.ts [megabytes] [rounds]`; `QUIRE_BENCH_FOLDER=<folder>` takes real Markdown from elsewhere.
 */
import { resolve } from 'node:path';
import { createEngine } from '../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { deflate } from '../../src/lib/deflate.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { nodeDigest } from '../support/node-digest.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './measure.ts';
import { readTexts } from './texts.ts';

const megabytes = Number(process.argv[2] ?? 9);
const rounds = Number(process.argv[3] ?? 3);
const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

async function cpuOf<T>(work: () => Promise<T> | T): Promise<{ ms: number; value: T }> {
  collect();
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, value };
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

const rows: { ingest: number; export: number; deflate: number; import: number }[] = [];
for (let round = 0; round < rounds; round++) {
  const kernel = await loadNodeKernel();
  const leafMaker = createLocalLeafMaker({ kernel, digest: nodeDigest });
  const engine = createEngine({
    kernel,
    store: createMemoryStore(),
    leafMaker,
    where: 'main thread',
    checkpoints: 'kept',
  });
  const { id } = await engine.createCollection({ name: 'bench' });
  const ingested = await cpuOf(() =>
    engine.ingest({ collectionId: id, jobId: 'ingest', input: { type: 'files', name: 'bench', files: given } }),
  );
  const exported = await cpuOf(() =>
    engine.exportZip({ collectionId: id, jobId: 'export', form: 'full', mask: false }),
  );
  const { blob, bytes, entries } = exported.value;
  const texts = await listTexts(engine, id);
  const deflated = await cpuOf(() => deflate(texts));
  const imported = await cpuOf(() => engine.importCollection({ file: blob as Blob, name: 'bench', jobId: 'import' }));
  const row = { ingest: ingested.ms, export: exported.ms, deflate: deflated.ms, import: imported.ms };
  rows.push(row);
  console.log(
    `${(texts.length / 1e6).toFixed(1)} MB in ${entries} entries → ${(bytes / 1e6).toFixed(1)} MB: ${JSON.stringify(row)}`,
  );
}
const ratio = (a: 'export' | 'import', b: 'deflate' | 'ingest'): string =>
  median(rows.map((row) => row[a] / row[b])).toFixed(2);
console.log(
  `export / deflate ${ratio('export', 'deflate')} (wanted 1.5), import / ingest ${ratio('import', 'ingest')} (wanted 2)`,
);

/** Everything that a full zip holds, one behind the other. */
async function listTexts(engine: ReturnType<typeof createEngine>, id: string): Promise<Uint8Array> {
  const names = [
    'catalog.llm.md',
    'index.json',
    'llm.md',
    'manifest.json',
    'manifest.llm.tsv',
    'manifest.min.json',
    'outline.md',
  ] as const;
  const parts: BlobPart[] = [];
  for (const name of names) parts.push(await engine.exportArtifact(id, name));
  for (const { path } of await engine.listFiles(id)) {
    for (const { content, ref } of (await engine.readFile(id, path))?.chunks ?? []) parts.push(ref, content);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
