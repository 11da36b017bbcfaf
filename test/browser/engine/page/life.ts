import type { Engine } from '../../../../src/engine/contract.ts';
import { createEngine } from '../../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../../src/engine/local-leaf-maker.ts';
import { loadKernel } from '../../../../src/kernel/load-kernel.ts';
import { fromHex } from '../../../../src/lib/bytes.ts';
import type { Store } from '../../../../src/store/contract.ts';
import { createStore } from '../../../../src/store/create-store.ts';
import { createMemoryStore } from '../../../../src/store/memory-store.ts';

export interface EnginePage {
  /** Ingests one state after the other until the browser dies; tells `storeEvent` the number of each that is committed. */
  live(wasmHex: string): Promise<never>;
  /** What the next start finds: the state it is in, and everything that is wrong with it. */
  check(wasmHex: string): Promise<{ state: number; problems: string[] }>;
}

const FILES = 60;
const QUERIES = ['alpha', 'state', 'configurati', '"beta gamma"', 'kind:text'];

/** Every state changes some files, drops some and adds some. */
function makeState(state: number): { path: string; file: File }[] {
  const files = [];
  for (let i = 0; i < FILES; i++) {
    if ((i + state) % 7 === 0) continue;
    const version = Math.floor((state + i) / 3);
    const text = `# File ${i}\n\nalpha beta gamma configuration ${version} ${'word '.repeat((i * 13 + version) % 50)}\n`;
    files.push({ path: `dir${i % 4}/f${i}.md`, file: new File([text], `f${i}.md`, { lastModified: version }) });
  }
  files.push({ path: 'state.txt', file: new File([`state ${state}`], 'state.txt', { lastModified: state }) });
  return files;
}

async function makeEngine(wasmHex: string, store: Store): Promise<Engine> {
  const kernel = await loadKernel({ simd: fromHex(wasmHex) });
  return createEngine({ kernel, store, leafMaker: createLocalLeafMaker({ kernel }), where: 'main thread' });
}

async function ingest(engine: Engine, collectionId: string, state: number, sourceId?: string): Promise<void> {
  const input = { type: 'files' as const, name: 'life', files: makeState(state) };
  await engine.ingest({
    collectionId,
    jobId: `state-${state}`,
    input,
    ...(sourceId === undefined ? {} : { sourceId }),
  });
}

async function readState(engine: Engine, collectionId: string): Promise<number> {
  const answer = await engine.findChunkAt(collectionId, 'state.txt', 1);
  return Number(answer?.chunk.content.split(' ')[1] ?? 0);
}

async function observe(engine: Engine, collectionId: string): Promise<string> {
  const answers = [];
  for (const query of QUERIES) {
    const { hits, total } = await engine.search(collectionId, query);
    answers.push({ total, hits: hits.map((hit) => [hit.path, hit.score, hit.snippet]) });
  }
  const { index_id } = (await engine.listCollections()).find(({ id }) => id === collectionId) as { index_id: string };
  return JSON.stringify({ index_id, answers });
}

const enginePage: EnginePage = {
  async live(wasmHex) {
    const engine = await makeEngine(wasmHex, await createStore());
    const tell = (globalThis as unknown as { storeEvent: (event: unknown) => void }).storeEvent;
    const known = (await engine.listCollections())[0];
    const id = known?.id ?? (await engine.createCollection({ name: 'life' })).id;
    const before = known === undefined || known.sources.length === 0 ? 0 : await readState(engine, id);
    for (let state = before + 1; ; state++) {
      await ingest(engine, id, state, state === 1 ? undefined : 'life');
      tell(state);
    }
  },

  async check(wasmHex) {
    const store = await createStore();
    const engine = await makeEngine(wasmHex, store);
    const collection = (await engine.listCollections())[0];
    if (collection === undefined || collection.sources.length === 0) return { state: 0, problems: [] };
    const problems = (await store.verify(collection.id)).map((file) => `damaged ${file.role}`);
    const state = await readState(engine, collection.id);
    const fresh = await makeEngine(wasmHex, createMemoryStore());
    const { id } = await fresh.createCollection({ name: 'fresh' });
    await ingest(fresh, id, state);
    if ((await observe(engine, collection.id)) !== (await observe(fresh, id)))
      problems.push(`state ${state} answers unlike a fresh build`);
    return { state, problems };
  },
};

Object.assign(globalThis, { enginePage });
