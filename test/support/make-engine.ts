import type { Engine } from '../../src/engine/contract.ts';
import { createEngine } from '../../src/engine/create-engine.ts';
import type { EngineDeps, LeafMaker } from '../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import type { KernelBuild } from '../../src/kernel/contract.ts';
import type { JobSummary } from '../../src/model/job.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import type { Store } from '../../src/store/contract.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { loadNodeKernel } from './node-kernel.ts';
import { nodeParser } from './node-parser.ts';
import { nodePdf } from './node-pdf.ts';

export interface MadeEngine {
  readonly engine: Engine;
  readonly deps: EngineDeps;
  /** Leaves made so far: what was read and tokenised. */
  readonly made: string[];
}

/** A real engine in place, on a memory store of its own unless one is given. `wrap` changes how leaves are made (order, delay). */
export async function makeEngine(
  options: { build?: KernelBuild; store?: Store; wrap?: (maker: LeafMaker) => LeafMaker } = {},
): Promise<MadeEngine> {
  const kernel = await loadNodeKernel(options.build);
  const made: string[] = [];
  const local = createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser), pdfReader: nodePdf });
  const counting: LeafMaker = {
    workers: local.workers,
    async make(tasks) {
      const outcomes = await local.make(tasks);
      made.push(...tasks.flatMap(({ path }, i) => ('leaf' in (outcomes[i] ?? {}) ? [path] : [])));
      return outcomes;
    },
  };
  const leafMaker = options.wrap?.(counting) ?? counting;
  const store = options.store ?? createMemoryStore();
  const deps: EngineDeps = { kernel, store, leafMaker, where: 'main thread' };
  return { engine: createEngine(deps), deps, made };
}

export type MadeFiles = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

let jobs = 0;

export async function ingestFiles(
  engine: Engine,
  collectionId: string,
  files: MadeFiles,
  options: { sourceId?: string; name?: string } = {},
): Promise<JobSummary> {
  const input = {
    type: 'files' as const,
    name: options.name ?? 'made',
    files: Object.entries(files).map(([path, content]) => ({
      path,
      file: new File([content], path.split('/').at(-1) as string, { lastModified: jobs }),
    })),
  };
  jobs++;
  return engine.ingest({
    collectionId,
    jobId: `job-${jobs}`,
    input,
    ...(options.sourceId === undefined ? {} : { sourceId: options.sourceId }),
  });
}

/** Syncs the source of `makeCollection` with these files. */
export function syncFiles(engine: Engine, collectionId: string, files: MadeFiles): Promise<JobSummary> {
  return ingestFiles(engine, collectionId, files, { sourceId: 'made' });
}

/** An engine with one collection of these files. */
export async function makeFilled(
  files: MadeFiles,
  options?: Parameters<typeof makeEngine>[0],
): Promise<MadeEngine & { readonly id: string }> {
  const made = await makeEngine(options);
  return { ...made, id: await makeCollection(made.engine, files) };
}

export async function makeCollection(
  engine: Engine,
  files: MadeFiles,
  options: { source?: string } = {},
): Promise<string> {
  const { id } = await engine.createCollection({ name: 'made' });
  await ingestFiles(engine, id, files, options.source === undefined ? {} : { name: options.source });
  return id;
}
