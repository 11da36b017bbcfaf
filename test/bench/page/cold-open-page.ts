import MiniSearch from 'minisearch';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/local-leaf-maker.ts';
import { loadKernel } from '../../../src/kernel/load-kernel.ts';
import { fromHex } from '../../../src/lib/bytes.ts';
import { createStore } from '../../../src/store/create-store.ts';

/** What the benchmark calls on a page, in the order of a life: fill both stores once, then open each in a new process. */
export interface ColdOpenPage {
  fill(wasmHex: string, megabytes: number): Promise<{ textBytes: number; chunks: number; jsonBytes: number }>;
  /** `startMs`: kernel and store; `ms`: from there to first hits. */
  openQuire(wasmHex: string): Promise<{ startMs: number; ms: number; total: number }>;
  openMiniSearch(): Promise<{ ms: number; total: number }>;
}

const QUERY = 'configuration retry';
const JSON_FILE = 'bench-minisearch.json';
const FILE_CHARS = 20_000;
const FIELDS = { fields: ['text'] };

/** Zipf-like words from a seed: a vocabulary of about 40,000, as a large documentation has. */
function makeText(seed: number): string {
  let state = seed + 1;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const words = ['# Part', String(seed), '\n\n'];
  for (let length = 0, i = 0; length < FILE_CHARS; i++) {
    const rank = Math.floor(40_000 * next() * next() * next() * next());
    const word = rank === 7 ? 'configuration' : rank === 11 ? 'retry' : toWord(rank);
    words.push(word);
    length += word.length + 1;
    if (i % 70 === 69) words.push(`\n\n## Section ${i}\n\n`);
    else if (i % 12 === 11) words.push('\n');
  }
  return words.join(' ');
}

function toWord(rank: number): string {
  let word = '';
  for (let rest = rank + 5; rest > 0; rest = Math.floor(rest / 20))
    word += 'bcdfghjklmnprstvwxyz'[rest % 20] + ('aeiou'[rest % 5] as string);
  return word;
}

async function makeEngine(wasmHex: string): Promise<Engine> {
  const kernel = await loadKernel({ simd: fromHex(wasmHex) });
  return createEngine({
    kernel,
    store: await createStore(),
    leafMaker: createLocalLeafMaker({ kernel }),
    where: 'main thread',
  });
}

const page: ColdOpenPage = {
  async fill(wasmHex, megabytes) {
    const files = Array.from({ length: (megabytes * 1_000_000) / FILE_CHARS }, (_, i) => ({
      path: `d${i % 40}/f${i}.md`,
      file: new File([makeText(i)], `f${i}.md`),
    }));
    const engine = await makeEngine(wasmHex);
    const { id } = await engine.createCollection({ name: 'bench' });
    await engine.ingest({ collectionId: id, jobId: 'fill', input: { type: 'files', name: 'bench', files } });
    const rows = await engine.listFiles(id);
    const mini = new MiniSearch(FIELDS);
    let next = 0;
    for (const row of rows) {
      for (let i = 0; i < row.chunk_count; i++) {
        const answer = await engine.getChunk(id, toRef(next, rows));
        mini.add({ id: next++, text: answer?.chunk.content ?? '' });
      }
    }
    const json = JSON.stringify(mini);
    const root = await navigator.storage.getDirectory();
    const writable = await (await root.getFileHandle(JSON_FILE, { create: true })).createWritable();
    await writable.write(json);
    await writable.close();
    return { textBytes: rows.reduce((sum, row) => sum + row.bytes, 0), chunks: next, jsonBytes: json.length };
  },

  async openQuire(wasmHex) {
    const start = performance.now();
    const engine = await makeEngine(wasmHex);
    const ready = performance.now();
    const collection = (await engine.listCollections())[0];
    const { total } = await engine.search(collection?.id ?? '', QUERY);
    return { startMs: ready - start, ms: performance.now() - ready, total };
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

function toRef(ordinal: number, rows: readonly { chunk_count: number }[]): string {
  const total = rows.reduce((sum, row) => sum + row.chunk_count, 0);
  return `c${(ordinal + 1).toString(36).padStart(Math.max(4, total.toString(36).length), '0')}`;
}

Object.assign(globalThis, { coldOpen: page });
