import { startIdleCheck } from '../../engine/collection/idle-check.ts';
import { tidyUp } from '../../engine/collection/tidy-up.ts';
import type { Engine, SitePort } from '../../engine/contract.ts';
import { createEngineAndSites } from '../../engine/create-engine.ts';
import type { EngineDeps, ReadingLeafMaker } from '../../engine/deps.ts';
import { warmUp } from '../../engine/search/warm-up.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { createStore } from '../../store/create-store.ts';
import { loadLocalKernel } from './kernel-source.ts';
import { createThreadLeafMaker } from './thread-leaf-maker.ts';

const TIDY_AFTER_MS = 3_000;

/** Builds the engine in the calling thread, a worker or the page. `replaceLeafMaker` may put a pool in the place of the local one. */
export async function createLocalEngine(options: {
  where: 'worker' | 'main thread';
  whereReason?: string;
  replaceLeafMaker?: (local: ReadingLeafMaker) => Pick<EngineDeps, 'leafMaker' | 'folderScanner'>;
}): Promise<{ engine: Engine; sites: SitePort }> {
  const { where, whereReason, replaceLeafMaker = (leafMaker: ReadingLeafMaker) => ({ leafMaker }) } = options;
  const [kernel, store] = await Promise.all([startKernel(), createStore()]);
  const startedAt = new Date();
  // Opening the last collection comes before sweeping deleted ones.
  setTimeout(() => void tidyUp({ store, startedAt }), TIDY_AFTER_MS);
  const made = createEngineAndSites({
    kernel,
    store,
    ...replaceLeafMaker(createThreadLeafMaker(kernel)),
    where,
    ...(whereReason === undefined ? {} : { whereReason }),
  });
  await startIdleCheck({ engine: made.engine, store });
  return made;
}

/** Compiles the kernel's code while the store opens. A failed warm-up is no error: the first real call fails in the same way, with a message. */
async function startKernel(): Promise<Kernel> {
  const kernel = await loadLocalKernel();
  await warmUp(kernel).catch(() => {});
  return kernel;
}
