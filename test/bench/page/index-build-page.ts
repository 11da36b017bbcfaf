import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import { loadKernel } from '../../../src/kernel/load/load-kernel.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { createRecordSide } from '../../support/record-terms.ts';
import type { BenchFile, Corpus } from '../corpus.ts';
import { type BenchEngine, createQuire, fts5, miniSearch } from '../engines.ts';
import { compareBuilds, type PairResult } from '../measure.ts';

export interface IndexBuildCalls {
  /** Adjacent builds of Quire and a peer, wall time. */
  compare(peer: string, pairs: number): Promise<PairResult>;
  /** Reads, chunks, hashes, indexes and saves in memory all files as Markdown, `rounds` times; wall time of each. */
  ingest(rounds: number): Promise<{ readonly ms: readonly number[]; readonly files: number }>;
}

const PEERS: readonly BenchEngine[] = [miniSearch, fts5];
const clock = (): number => performance.now();
const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

const calls: IndexBuildCalls = {
  async compare(name, pairs) {
    const corpus = await readCorpus();
    const quire = createQuire(await startKernel()) as BenchEngine & {
      prepare(corpus: Corpus): unknown;
    };
    quire.prepare(corpus);
    const peer = PEERS.find((one) => one.name === name) as BenchEngine;
    return compareBuilds(quire, peer, corpus, { pairs, clock, collect });
  },

  async ingest(rounds) {
    const corpus = await readCorpus();
    // No folder has a name that is ignored by default.
    const toPath = (path: string): string => `${path.replace(/(^|\/)/g, '$1x-')}.md`;
    const files = corpus.files.map(({ path, chunks }) => ({
      path: toPath(path),
      file: new File([chunks.join('\n\n')], 'x.md'),
    }));
    const ms: number[] = [];
    let taken = 0;
    for (let round = 0; round < rounds; round++) {
      const kernel = await startKernel();
      const leafMaker = createLocalLeafMaker({ kernel });
      const store = createMemoryStore();
      const engine = createEngine({ kernel, store, leafMaker, where: 'main thread', checkpoints: 'kept' });
      const { id } = await engine.createCollection({ name: 'bench' });
      collect();
      const start = clock();
      await engine.ingest({ collectionId: id, jobId: 'bench', input: { type: 'files', name: 'bench', files } });
      ms.push(clock() - start);
      taken = (await engine.stats(id)).total_files;
    }
    return { ms, files: taken };
  },
};

let corpus: Promise<Corpus> | undefined;

function readCorpus(): Promise<Corpus> {
  corpus ??= fetch('/corpus.json')
    .then((response) => response.json() as Promise<BenchFile[]>)
    .then((files) => ({
      name: 'page',
      files,
      chunkCount: 0,
      bytes: files.reduce((sum, file) => sum + sizeOf(file), 0),
    }));
  return corpus;
}

function sizeOf({ chunks }: BenchFile): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

async function startKernel() {
  return loadKernel({ simd: await (await fetch('/kernel.wasm')).arrayBuffer() }, createRecordSide);
}

Object.assign(globalThis, { indexBuild: calls });
