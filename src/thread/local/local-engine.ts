import { startIdleCheck } from '../../engine/collection/idle-check.ts';
import { tidyUp } from '../../engine/collection/tidy-up.ts';
import type { Engine, SitePort } from '../../engine/contract.ts';
import { createEngineAndSites } from '../../engine/create-engine.ts';
import type { LeafMaker } from '../../engine/deps.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { createPriorities } from '../../lib/async/priorities.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host, OpenHost } from '../../publish/contract.ts';
import { createHttpHost } from '../../publish/read/create-http-host.ts';
import { openKeptBytes } from '../../publish/read/kept-bytes.ts';
import { createStore } from '../../store/create-store.ts';
import { loadLocalKernel } from './kernel-source.ts';

const TIDY_AFTER_MS = 3_000;

/** Builds the engine in the calling thread, a worker or the page. `addWorkers` may replace the local leaf maker with a pool. */
export async function createLocalEngine(options: {
  where: 'worker' | 'main thread';
  whereReason?: string;
  /** Name of a store other than the app's. */
  storeName?: string | undefined;
  /** Opens collections of other origins, which this thread cannot reach. */
  openOtherHost?: OpenHost;
  addWorkers?: (local: LeafMaker) => LeafMaker;
}): Promise<{ engine: Engine; sites: SitePort }> {
  const {
    where,
    whereReason,
    storeName,
    openOtherHost = openNoHost,
    addWorkers = (local: LeafMaker) => local,
  } = options;
  const [kernel, store] = await Promise.all([
    loadLocalKernel(),
    createStore(storeName === undefined ? {} : { databaseName: storeName, directoryName: storeName }),
  ]);
  const startedAt = new Date();
  // Opening the last collection comes before sweeping deleted ones.
  const priorities = createPriorities();
  setTimeout(() => void priorities.backgroundSlice(() => tidyUp({ store, startedAt })), TIDY_AFTER_MS);
  const made = createEngineAndSites({
    kernel,
    store,
    leafMaker: addWorkers(createLateLeafMaker(kernel)),
    // The page's policy limits this thread to its own origin.
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
