import MiniSearch from 'minisearch';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/local-leaf-maker.ts';
import { warmUp } from '../../../src/engine/warm-up.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { loadKernel } from '../../../src/kernel/load-kernel.ts';
import { createStore } from '../../../src/store/create-store.ts';

/** What the benchmark calls, in the order of a life: fill both stores once, then open each in a new process. */
export interface ColdOpenCalls {
  fill(): Promise<{ textBytes: number; chunks: number; records: number; jsonBytes: number }>;
  /** Telling phases costs a few milliseconds itself. */
  openQuire(withPhases: boolean): Promise<QuireOpen>;
  openMiniSearch(): Promise<{ ms: number; total: number }>;
}

export interface QuireOpen {
  /** Kernel, store, list of collections. */
  readonly startMs: number;
  /** From there to first hits. */
  readonly ms: number;
  /** The same search again. */
  readonly againMs: number;
  readonly total: number;
  /** What the engine asked of store and kernel on the way: name, when, for how long. */
  readonly phases: readonly (readonly [string, number, number])[];
}

/** A file of the corpus: its path and the records it is made of. */
export type ColdOpenFile = readonly [path: string, records: readonly string[]];

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
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'bench' });
    await engine.ingest({
      collectionId: id,
      jobId: 'fill',
      input: { type: 'files', name: 'bench', files },
      useIgnoreFiles: false,
      useDefaultList: false,
    });
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

  async openQuire(withPhases) {
    const wasm = await readKernel();
    const phases: [string, number, number][] = [];
    const start = performance.now();
    const onPhase: OnPhase = (name, from) => phases.push([name, from, performance.now() - from]);
    const { engine } = await makeEngine(wasm, withPhases ? onPhase : undefined);
    const id = (await engine.listCollections())[0]?.id ?? '';
    const ready = performance.now();
    const { total } = await engine.search(id, QUERY);
    const end = performance.now();
    const shown = phases.map(([name, from, ms]) => [name, from - ready, ms] as const);
    await engine.search(id, QUERY);
    return { startMs: ready - start, ms: end - ready, againMs: performance.now() - end, total, phases: shown };
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

async function readKernel(): Promise<ArrayBuffer> {
  return (await fetch('/kernel.wasm')).arrayBuffer();
}

type OnPhase = (name: string, from: number) => void;

async function makeEngine(wasm?: ArrayBuffer, onPhase?: OnPhase): Promise<{ engine: Engine }> {
  const bytes = wasm ?? (await readKernel());
  // As the app starts them: together.
  const [kernel, store] = await Promise.all([startKernel(bytes), createStore()]);
  const engine = createEngine({
    kernel: timed('kernel', kernel, onPhase),
    store: timed('store', store, onPhase),
    leafMaker: createLocalLeafMaker({ kernel }),
    where: 'worker',
  });
  return { engine };
}

async function startKernel(simd: ArrayBuffer): Promise<Kernel> {
  const kernel = await loadKernel({ simd });
  await warmUp(kernel);
  return kernel;
}

/** The same object, its calls told with their times; generations it opens are timed too. */
function timed<T extends object>(name: string, object: T, onPhase: OnPhase | undefined): T {
  if (onPhase === undefined) return object;
  return new Proxy(object, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: { role?: string; length?: number }[]) => {
        const from = performance.now();
        const label = [`${name}.${String(key)}`, args[0]?.role, args[0]?.role && args[0].length].join(' ').trim();
        const result = value.apply(target, args) as unknown;
        if (!(result instanceof Promise)) {
          onPhase(label, from);
          return result;
        }
        return result.then((settled: object) => {
          onPhase(label, from);
          return key === 'openGeneration' ? timed('generation', settled, onPhase) : settled;
        });
      };
    },
  });
}

addEventListener('message', async ({ data }: MessageEvent<{ name: keyof ColdOpenCalls; withPhases: boolean }>) => {
  postMessage(await calls[data.name](data.withPhases));
});
