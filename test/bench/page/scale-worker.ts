import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { loadKernel } from '../../../src/kernel/load/load-kernel.ts';
import { findWebDigest } from '../../../src/lib/web-digest.ts';
import { createStore } from '../../../src/store/create-store.ts';
import { createRandom } from '../../support/random.ts';

/** Calls of the benchmark, in order: fill the store once, then query it in a new process. */
export interface ScaleCalls {
  fill(megabytes: number): Promise<Filled>;
  ask(count: number): Promise<Asked>;
}

export interface Filled {
  readonly files: number;
  readonly textBytes: number;
  readonly chunks: number;
  readonly storedBytes: number;
  /** Time of the first import, and of a sync after one file changed. */
  readonly readMs: number;
  readonly updateMs: number;
  readonly kernelBytes: number;
}

export interface Asked {
  /** From the start of kernel and store to first hits. */
  readonly openMs: number;
  /** In query order. */
  readonly queryMs: readonly number[];
  readonly phraseMs: readonly number[];
  /** Single words with a wrong letter, which occur nowhere. */
  readonly misspeltMs: readonly number[];
  /** The slowest three, with their position and query. */
  readonly slow: readonly { readonly at: number; readonly ms: number; readonly query: string }[];
  readonly kernelBytes: number;
}

/** Many real collections of this size have files of some 100 KB. */
const FILE_BYTES = 100_000;
/** Faster than anyone types. */
const BETWEEN_MS = 50;
const PHRASES = 20;
const MISSPELT = 20;

const calls: ScaleCalls = {
  async fill(megabytes) {
    const { engine, kernel } = await start();
    const files = makeFiles(await readTexts(), megabytes * 1e6);
    const { id } = await engine.createCollection({ name: 'scale' });
    const input = { type: 'files' as const, name: 'scale', files };
    let from = performance.now();
    await engine.ingest({ collectionId: id, jobId: 'fill', input });
    const readMs = performance.now() - from;
    const [source] = (await engine.listCollections())[0]?.sources ?? [];
    const [first] = files;
    if (first !== undefined) first.file = new File(['# Changed\n\nOther words than before.\n'], 'x.md');
    from = performance.now();
    await engine.ingest({ collectionId: id, jobId: 'update', input, sourceId: source?.id ?? '' });
    const updateMs = performance.now() - from;
    const { total_bytes: textBytes, total_chunks: chunks } = await engine.stats(id);
    const storedBytes = (await engine.listCollections())[0]?.storedBytes ?? 0;
    const kernelBytes = kernel.memory().highWaterBytes;
    return { files: files.length, textBytes, chunks, storedBytes, readMs, updateMs, kernelBytes };
  },

  async ask(count) {
    const texts = await readTexts();
    const queries = makeQueries(texts, count + PHRASES);
    const from = performance.now();
    const { engine, kernel } = await start();
    const [collection] = await engine.listCollections();
    const id = collection?.id ?? '';
    const queryMs: number[] = [];
    const phraseMs: number[] = [];
    const misspeltMs: number[] = [];
    let openMs = 0;
    const ask = async (query: string, times: number[]): Promise<void> => {
      const asked = performance.now();
      await engine.search(id, query);
      const now = performance.now();
      if (openMs === 0) openMs = now - from;
      times.push(now - asked);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    };
    for (const query of queries.slice(0, count)) await ask(query, queryMs);
    for (const query of queries.slice(count)) await ask(`"${query}"`, phraseMs);
    for (const query of makeMisspelt(texts)) await ask(query, misspeltMs);
    const slow = queryMs
      .map((ms, at) => ({ at, ms: Math.round(ms), query: queries[at] as string }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 3);
    return { openMs, queryMs, phraseMs, misspeltMs, slow, kernelBytes: kernel.memory().bytes };
  },
};

async function readTexts(): Promise<readonly string[]> {
  return (await fetch('/texts.json')).json();
}

/** Real texts, again and again; each copy has words of its own, so that the dictionary grows too. */
function makeFiles(texts: readonly string[], wantedBytes: number): { path: string; file: File }[] {
  const files: { path: string; file: File }[] = [];
  let open: string[] = [];
  let openBytes = 0;
  let bytes = 0;
  for (let i = 0; bytes < wantedBytes; i++) {
    const copy = Math.floor(i / texts.length);
    const text = texts[(i * 7 + copy) % texts.length] as string;
    open.push(`# Part ${i} of copy${copy}\n\nword${(i * 2_654_435_761) % 1_000_003} stands here alone.\n\n${text}`);
    openBytes += text.length;
    bytes += text.length;
    if (openBytes < FILE_BYTES && bytes < wantedBytes) continue;
    const path = `docs/${files.length % 50}/page-${files.length}.md`;
    files.push({ path, file: new File([open.join('\n\n')], 'x.md', { lastModified: 1 }) });
    open = [];
    openBytes = 0;
  }
  return files;
}

/** Picks one to three words that are neighbours in some text. */
function makeQueries(texts: readonly string[], count: number): string[] {
  const random = createRandom(7);
  const queries: string[] = [];
  while (queries.length < count) {
    const words = random.pick(texts).match(/\b[A-Za-z]{3,14}\b/g) ?? [];
    if (words.length < 8) continue;
    const at = random.below(words.length - 4);
    queries.push(words.slice(at, at + 1 + random.below(3)).join(' '));
  }
  return queries;
}

function makeMisspelt(texts: readonly string[]): string[] {
  const random = createRandom(11);
  const found: string[] = [];
  while (found.length < MISSPELT) {
    const word = random.pick(random.pick(texts).match(/\b[a-z]{6,12}\b/g) ?? ['nothing']);
    found.push(`${word.slice(0, 2)}q${word.slice(3)}`);
  }
  return found;
}

async function start(): Promise<{ engine: Engine; kernel: Kernel }> {
  const simd = await (await fetch('/kernel.wasm')).arrayBuffer();
  const [kernel, store] = await Promise.all([loadKernel({ simd }), createStore()]);
  const digest = findWebDigest();
  const leafMaker = createLocalLeafMaker(digest ? { kernel, digest } : { kernel });
  return { engine: createEngine({ kernel, store, leafMaker, where: 'worker' }), kernel };
}

addEventListener('message', async ({ data }: MessageEvent<{ name: keyof ScaleCalls; value: number }>) => {
  postMessage(await calls[data.name](data.value));
});
