import MiniSearch from 'minisearch';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import { warmUp } from '../../../src/engine/open/warm-up.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { loadKernel } from '../../../src/kernel/load/load-kernel.ts';
import { createStore } from '../../../src/store/create-store.ts';

/** What the benchmark calls, in the order of a life: fill both stores once, then open each in a new process. */
export interface ColdOpenCalls {
  fill(): Promise<{ textBytes: number; chunks: number; records: number; jsonBytes: number }>;
  openQuire(situation: Situation): Promise<QuireOpen>;
  openMiniSearch(): Promise<{ ms: number; total: number }>;
}

/**
 * What the engine did before it was asked. `ahead`: as the app does with the collection that was used last, it was opened while a person
 * looked at the library. `another`: that was another one of a fifth of its size, so that nothing of the one asked for was read in this process.
 * `at-once`: the question is the first thing the engine hears.
 */
export type Situation = 'ahead' | 'another' | 'at-once';

export interface QuireOpen {
  /** Kernel, store, list of collections. */
  readonly startMs: number;
  /** Opening ahead, where that was asked for. */
  readonly aheadMs: number;
  /** From there to first hits. */
  readonly ms: number;
  /** The same search again. */
  readonly againMs: number;
  readonly total: number;
}

/** A file of the corpus: its path and the records it is made of. */
export type ColdOpenFile = readonly [path: string, records: readonly string[]];

/** Marks in the browser's trace, which knows how long the thread really worked. */
const BEGIN = 'cold-begin';
const END = 'cold-end';

/** Nobody clicks sooner after the library is there. */
const CLICK_MS = 500;
/** Names of collections. */
const ASKED = 'asked';
const ANOTHER = 'another';
const QUERY = 'configuration option';
const JSON_FILE = 'bench-minisearch.json';
const FIELDS = { fields: ['text'] };

const calls: ColdOpenCalls = {
  async fill() {
    const corpus = (await (await fetch('/corpus.json')).json()) as ColdOpenFile[];
    const files = corpus.map(([path, records]) => ({
      path,
      file: new File([records.map((text, i) => `## Part ${i}\n\n${text}`).join('\n\n')], 'x.md'),
    }));
    const engine = await makeEngine(await readKernel());
    const id = await ingest(engine, ASKED, files);
    await ingest(
      engine,
      ANOTHER,
      files.filter((_, i) => i % 5 === 0),
    );
    const { total_bytes: textBytes, total_chunks: chunks } = await engine.stats(id);
    const mini = new MiniSearch(FIELDS);
    let records = 0;
    for (const [, texts] of corpus) for (const text of texts) mini.add({ id: records++, text });
    const json = JSON.stringify(mini);
    const root = await navigator.storage.getDirectory();
    const writable = await (await root.getFileHandle(JSON_FILE, { create: true })).createWritable();
    await writable.write(json);
    await writable.close();
    return { textBytes, chunks, records, jsonBytes: json.length };
  },

  async openQuire(situation) {
    const wasm = await readKernel();
    const start = performance.now();
    const engine = await makeEngine(wasm);
    const collections = await engine.listCollections();
    const idOf = (name: string): string => collections.find((collection) => collection.name === name)?.id ?? '';
    const id = idOf(ASKED);
    const started = performance.now();
    if (situation !== 'at-once') {
      await engine.prefetch(situation === 'ahead' ? id : idOf(ANOTHER));
      await new Promise((resolve) => setTimeout(resolve, CLICK_MS));
    }
    performance.mark(BEGIN);
    const ready = performance.now();
    const { total } = await engine.search(id, QUERY);
    const end = performance.now();
    performance.mark(END);
    await engine.search(id, QUERY);
    return {
      startMs: started - start,
      aheadMs: ready - started,
      ms: end - ready,
      againMs: performance.now() - end,
      total,
    };
  },

  async openMiniSearch() {
    const start = performance.now();
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getFileHandle(JSON_FILE)).getFile();
    const mini = MiniSearch.loadJSON(await file.text(), FIELDS);
    const total = mini.search(QUERY).length;
    return { ms: performance.now() - start, total };
  },
};

async function ingest(engine: Engine, name: string, files: readonly { path: string; file: File }[]): Promise<string> {
  const { id } = await engine.createCollection({ name });
  await engine.ingest({
    collectionId: id,
    jobId: name,
    input: { type: 'files', name, files },
    useIgnoreFiles: false,
    useDefaultList: false,
  });
  return id;
}

async function readKernel(): Promise<ArrayBuffer> {
  return (await fetch('/kernel.wasm')).arrayBuffer();
}

async function makeEngine(wasm: ArrayBuffer): Promise<Engine> {
  // As the app starts them: together.
  const [kernel, store] = await Promise.all([startKernel(wasm), createStore()]);
  return createEngine({ kernel, store, leafMaker: createLocalLeafMaker({ kernel }), where: 'worker' });
}

async function startKernel(simd: ArrayBuffer): Promise<Kernel> {
  const kernel = await loadKernel({ simd });
  await warmUp(kernel);
  return kernel;
}

addEventListener('message', async ({ data }: MessageEvent<{ name: keyof ColdOpenCalls; situation: Situation }>) => {
  postMessage(await calls[data.name](data.situation));
});
