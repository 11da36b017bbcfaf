import type { Engine } from '../../engine/contract.ts';
import { createEngine } from '../../engine/create-engine.ts';
import { loadKernel } from '../../kernel/load/load-kernel.ts';
import { AppError } from '../../model/app-error.ts';
import type { OpenHost } from '../../publish/contract.ts';
import { createMemoryStore } from '../../store/memory-store.ts';

/** Builds the engine of a single page: it reads the page's collection, stores nothing, and imports no files. */
export async function createPageEngine(options: {
  readonly kernel: Uint8Array<ArrayBuffer>;
  readonly openHost: OpenHost;
  readonly where: 'worker' | 'main thread';
  readonly whereReason?: string;
}): Promise<Engine> {
  const { kernel, ...others } = options;
  const make = async (): Promise<never> => {
    throw new AppError('publish/read-only', 'a single page imports no files', {});
  };
  return createEngine({
    ...others,
    kernel: await loadKernel({ simd: kernel }),
    store: await createMemoryStore(),
    leafMaker: { workers: 0, make },
  });
}
