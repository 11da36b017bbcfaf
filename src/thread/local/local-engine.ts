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

/** Builds the engine in the calling thread, be it a worker or the page. `widen` may replace the local leaf maker by a pool, which scans folders, too. */
export async function createLocalEngine(options: {
  where: 'worker' | 'main thread';
  whereReason?: string;
  widen?: (local: ReadingLeafMaker) => Pick<EngineDeps, 'leafMaker' | 'folderScanner'>;
}): Promise<{ engine: Engine; sites: SitePort }> {
  const { where, whereReason, widen = (leafMaker: ReadingLeafMaker) => ({ leafMaker }) } = options;
  const [kernel, store] = await Promise.all([startKernel(), createStore()]);
  // The first seconds belong to the person: opening what they had comes before sweeping what they deleted.
  setTimeout(() => void tidyUp({ store }), TIDY_AFTER_MS);
  const made = createEngineAndSites({
    kernel,
    store,
    ...widen(createThreadLeafMaker(kernel)),
    where,
    ...(whereReason === undefined ? {} : { whereReason }),
  });
  await startIdleCheck({ engine: made.engine, store });
  return made;
}

/** It is ready before the store is. What fails here would fail again where it is asked for, and be said there. */
async function startKernel(): Promise<Kernel> {
  const kernel = await loadLocalKernel();
  await warmUp(kernel).catch(() => {});
  return kernel;
}
