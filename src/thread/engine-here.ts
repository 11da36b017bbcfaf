import type { Engine } from '../engine/contract.ts';
import type { LeafMaker } from '../engine/parts.ts';
import { loadKernelHere } from './kernel-source.ts';

/** Builds the engine in the calling thread, be it a worker or the page. `widen` may replace the local leaf maker by a pool. */
export async function createEngineHere(options: {
  where: 'worker' | 'main thread';
  whereReason?: string;
  widen?: (local: LeafMaker) => LeafMaker;
}): Promise<Engine> {
  const kernel = await loadKernelHere();
  const leafMaker = (options.widen ?? ((local) => local))({
    workers: 0,
    make: async () => {
      throw new Error('stub');
    },
  });
  return {
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
  } as unknown as Engine;
}
