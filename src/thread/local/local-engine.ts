import { startIdleCheck } from '../../engine/collection/idle-check.ts';
import { tidyUp } from '../../engine/collection/tidy-up.ts';
import type { Engine, SitePort } from '../../engine/contract.ts';
import { createEngineAndSites } from '../../engine/create-engine.ts';
import type { EngineDeps, ReadingLeafMaker } from '../../engine/deps.ts';
import { warmUp } from '../../engine/open/warm-up.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { createPriorities } from '../../lib/async/priorities.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host, OpenHost } from '../../publish/contract.ts';
import { createHttpHost } from '../../publish/read/create-http-host.ts';
import { openKeptBytes } from '../../publish/read/kept-bytes.ts';
import { createStore } from '../../store/create-store.ts';
import { loadLocalKernel } from './kernel-source.ts';
import { createLateLeafMaker } from './late-leaf-maker.ts';

const TIDY_AFTER_MS = 3_000;

/** Builds the engine in the calling thread, a worker or the page. `addWorkers` may put a pool in the place of the local maker of leaves. */
export async function createLocalEngine(options: {
  where: 'worker' | 'main thread';
  whereReason?: string;
  /** Of a store apart from that of the app. */
  storeName?: string | undefined;
  /** For collections of other origins, which this thread cannot reach. */
  openOtherHost?: OpenHost;
  addWorkers?: (local: ReadingLeafMaker) => Pick<EngineDeps, 'leafMaker' | 'folderScanner' | 'deflater'>;
}): Promise<{ engine: Engine; sites: SitePort }> {
  const {
    where,
    whereReason,
    storeName,
    openOtherHost = openNoHost,
    addWorkers = (leafMaker: ReadingLeafMaker) => ({ leafMaker }),
  } = options;
  const [kernel, store] = await Promise.all([
    startKernel(),
    createStore(storeName === undefined ? {} : { databaseName: storeName, directoryName: storeName }),
  ]);
  const startedAt = new Date();
  // Opening the last collection comes before sweeping deleted ones.
  const priorities = createPriorities();
  setTimeout(() => void priorities.unasked(() => tidyUp({ store, startedAt })), TIDY_AFTER_MS);
  const made = createEngineAndSites({
    kernel,
    store,
    ...addWorkers(createLateLeafMaker(kernel)),
    // The page's policy keeps this thread to its own origin.
    openHost: (address) =>
      withKeptBytes(
        new URL(address).origin === location.origin ? createHttpHost(address) : openOtherHost(address),
        address,
      ),
    priorities,
    where,
    ...(whereReason === undefined ? {} : { whereReason }),
  });
  await startIdleCheck({ engine: made.engine, store, priorities });
  return made;
}

function openNoHost(address: string): Host {
  throw new AppError('publish/unreachable', 'the collection is on another host', { file: address });
}

function withKeptBytes(host: Host, address: string): Host {
  const kept = openKeptBytes(globalThis.caches, address);
  return kept === undefined ? host : { ...host, kept };
}

/** Compiles the kernel's code while the store opens. A failed warm-up is no error: the first real call fails in the same way, with a message. */
async function startKernel(): Promise<Kernel> {
  const kernel = await loadLocalKernel();
  await warmUp(kernel).catch(() => {});
  return kernel;
}
