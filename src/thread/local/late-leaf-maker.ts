import type { LeafMaker } from '../../engine/deps.ts';
import type { Kernel } from '../../kernel/contract.ts';

/**
 * Creates a leaf maker for this thread that loads its readers with the first file. With ingest workers it is rarely used, and the first screen would
 * wait for its script (decision 246).
 */
export function createLateLeafMaker(kernel: Kernel): LeafMaker {
  let loading: Promise<LeafMaker> | undefined;
  const load = () => {
    loading ??= loadLeafMaker(kernel).catch((error: unknown) => {
      // The next file retries.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    workers: 0,
    make: async (tasks, signal) => (await load()).make(tasks, signal),
    findColours: async (language, text) => (await (await load()).findColours?.(language, text)) ?? new Uint32Array(),
  };
}

async function loadLeafMaker(kernel: Kernel): Promise<LeafMaker> {
  const { createThreadLeafMaker } = await import('./thread-leaf-maker.ts');
  return createThreadLeafMaker(kernel);
}
