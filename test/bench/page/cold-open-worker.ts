import MiniSearch from 'minisearch';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import { loadKernel } from '../../../src/kernel/load/load-kernel.ts';
import { createStore } from '../../../src/store/create-store.ts';

/** The benchmark's calls: fill both stores once, then open each in a new process. */
export interface ColdOpenCalls {
  fill(): Promise<{ textBytes: number; chunks: number; records: number; jsonBytes: number }>;
  openQuire(situation: Situation): Promise<QuireOpen>;
  openMiniSearch(): Promise<{ ms: number; total: number }>;
}

/**
 * Work of the engine before the query. `ahead`: it prefetched the collection, as the app does in the library. `another`: it prefetched
 * another collection of a fifth of the size. `at-once`: nothing.
 */
export type Situation = 'ahead' | 'another' | 'at-once';

export interface QuireOpen {
  /** Kernel, store, list of collections. */
  readonly startMs: number;
  /** Time to open the collection ahead, if the situation has it. */
  readonly aheadMs: number;
  /** From there to first hits. */
  readonly ms: number;
  /** The same search again. */
  readonly againMs: number;
  readonly total: number;
}

/** A file of the corpus: its path and its records. */
export type ColdOpenFile = readonly [path: string, records: readonly string[]];

/** Marks in the browser's trace, which knows how long the thread really worked. */
const BEGIN = 'cold-begin';
const END = 'cold-end';

/** Shortest time between the library and a click. */
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
  const [kernel, store] = await Promise.all([loadKernel({ simd: wasm }), createStore()]);
  return createEngine({ kernel, store, leafMaker: createLocalLeafMaker({ kernel }), where: 'worker' });
}

addEventListener('message', async ({ data }: MessageEvent<{ name: keyof ColdOpenCalls; value: Situation }>) => {
  postMessage(await calls[data.name](data.value));
});
