import type { LeafMaker } from '../engine/parts.ts';
import type { EngineHost } from './engine-host.ts';
import { loadKernelHere } from './kernel-source.ts';

export interface EngineHere {
  readonly host: EngineHost;
  readonly kernel: 'simd' | 'portable' | 'js';
}

/** Builds the engine in the calling thread, be it a worker or the page. `widen` may replace the local leaf maker by a pool. */
export async function createEngineHere(options: {
  where: 'worker' | 'main thread';
  whereReason?: string;
  widen?: (local: LeafMaker) => LeafMaker;
}): Promise<EngineHere> {
  const kernel = await loadKernelHere();
  const leafMaker = (options.widen ?? ((local) => local))({
    workers: 0,
    make: async () => {
      throw new Error('stub');
    },
  });
  const host = {
    diagnostics: async () => ({
      where: options.where,
      ...(options.whereReason ? { whereReason: options.whereReason } : {}),
      kernel: kernel.build,
      store: 'memory' as const,
      ingestWorkers: leafMaker.workers,
      memory: { wasm: 0, highWater: 0 },
    }),
    subscribe: async () => () => undefined,
    stats: () => leafMaker.make({ path: 'a', bytes: new Uint8Array(3), settings: {} as never }),
  } as unknown as EngineHost;
  return { host, kernel: kernel.build };
}
