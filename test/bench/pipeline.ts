import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeHandle } from '../../src/cli/node-folder.ts';
import { createEngine } from '../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../src/kernel/contract.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { nodeParser } from '../support/node-parser.ts';
import type { BenchFile } from './corpus.ts';
import type { Clock } from './measure.ts';

export interface PipelineRun {
  readonly cpuMs: number;
  /** Growth of the process at the end, what the memory store keeps included. */
  readonly residentBytes: number;
  /** Most that the kernel held at once. */
  readonly kernelBytes: number;
  readonly chunks: number;
  readonly files: number;
}

/** Files in a temporary folder, for as long as `use` runs. */
export async function withFolder<T>(
  files: readonly BenchFile[],
  rename: (path: string) => string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  try {
    for (const { path, chunks } of files) {
      const target = join(folder, rename(path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, chunks.join('\n\n'));
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads, chunks, hashes, indexes and saves a folder with the real engine, in place, into the memory store. */
export async function runPipeline(folder: string, clock: Clock): Promise<PipelineRun> {
  const { engine, kernel } = await startEngine();
  const { id } = await engine.createCollection({ name: 'bench' });
  const before = process.memoryUsage.rss();
  const cpu = clock();
  await engine.ingest({ collectionId: id, jobId: 'bench', input: toInput(folder) });
  const cpuMs = clock() - cpu;
  const { total_chunks: chunks, total_files: files } = await engine.stats(id);
  return {
    cpuMs,
    residentBytes: process.memoryUsage.rss() - before,
    kernelBytes: kernel.memory().highWaterBytes,
    chunks,
    files,
  };
}

export interface ChangeCounts {
  readonly files: number;
  readonly shards: number;
  readonly leavesMade: number;
  readonly shardsMerged: number;
}

/** Counts the work of the engine when one file of many changes. */
export async function countChange(fileCount: number): Promise<ChangeCounts> {
  const files = Array.from({ length: fileCount }, (_, i) => ({
    path: `docs/${i % 50}/page-${i}.md`,
    heading: '',
    chunks: [`# Page ${i}`, `This is page number ${i} of many. `.repeat(8 + (i % 9))],
  }));
  return withFolder(
    files,
    (path) => path,
    async (folder) => {
      const counts = { leaves: 0, merges: 0 };
      const { engine } = await startEngine(counts);
      const { id } = await engine.createCollection({ name: 'bench' });
      await engine.ingest({ collectionId: id, jobId: 'first', input: toInput(folder) });
      const [source] = (await engine.listCollections())[0]?.sources ?? [];
      const { shards } = await engine.stats(id);
      writeFileSync(join(folder, 'docs/7/page-7.md'), '# Changed\n\nAnother text than before.\n');
      counts.leaves = 0;
      counts.merges = 0;
      await engine.ingest({
        collectionId: id,
        jobId: 'second',
        input: toInput(folder),
        ...(source && { sourceId: source.id }),
      });
      return { files: fileCount, shards, leavesMade: counts.leaves, shardsMerged: counts.merges };
    },
  );
}

const toInput = (folder: string) => ({
  type: 'folder' as const,
  name: 'bench',
  handle: nodeHandle(folder),
});

async function startEngine(counts = { leaves: 0, merges: 0 }) {
  const own = await loadNodeKernel();
  const kernel: Kernel = {
    ...own,
    mergeShard: (files, settings) => {
      counts.merges++;
      return own.mergeShard(files, settings);
    },
  };
  const local = createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser) });
  const leafMaker: LeafMaker = {
    workers: 0,
    make: (tasks) => {
      counts.leaves += tasks.length;
      return local.make(tasks);
    },
  };
  const store = await createMemoryStore();
  const engine = createEngine({ kernel, store, leafMaker, where: 'main thread', checkpoints: 'kept' });
  return { engine, kernel };
}
