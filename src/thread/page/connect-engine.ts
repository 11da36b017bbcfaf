import { wrap } from 'comlink';
import type { Engine } from '../../engine/contract.ts';
import type { SeenRequest } from '../../model/page/request-log.ts';
import { toEngine } from '../wire/engine-wire.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import type { FromWorker, ToWorker } from '../wire/protocol.ts';
import engineWorkerUrl from '../workers/engine-worker.ts?worker&url';
import ingestWorkerUrl from '../workers/ingest-worker.ts?worker&url';
import { startEngine, toReason } from './engine-facade.ts';
import { spawnWorker } from './spawn-worker.ts';
import { type StartedWorker, startWorker } from './start-worker.ts';

export interface EngineConnection {
  readonly engine: Engine;
  readonly where: 'worker' | 'main thread';
  /** Why it does not run in a worker. */
  readonly reason?: string;
  /** Joins a crawl worker with the current engine worker; absent without workers. */
  readonly joinCrawler?: (port: MessagePort) => void;
  /** Reports that the other end of the port of `openHostPort` is gone; absent without workers. */
  readonly loseHosts?: (reason: string) => void;
}

export interface EngineOptions {
  readonly onRequests: (rows: readonly SeenRequest[]) => void;
  readonly storeName?: string | undefined;
  /** Opens a port to a worker that can reach other origins, for published collections there. */
  readonly openHostPort: () => Promise<MessagePort>;
}

/**
 * Runs the engine in a worker, or in this page when no worker starts: then `reason` says why, and everything works, only less smoothly. Rejects with
 * `kernel/unavailable` when neither runs.
 */
export async function connectEngine(options: EngineOptions): Promise<EngineConnection> {
  installErrorWire();
  let joinCrawler: (port: MessagePort) => void = () => undefined;
  let loseHosts: (reason: string) => void = () => undefined;
  const onStarted = (worker: StartedWorker) => {
    joinCrawler = (port) => worker.post({ type: 'site-port', port }, [port]);
    loseHosts = (reason) => worker.post({ type: 'hosts-lost', reason }, []);
  };
  const { engine, reason } = await startEngine(
    (onDeath) => openWorker({ ...options, onDeath, onStarted }),
    async (whereReason) => {
      const { createLocalEngine } = await import('../local/local-engine.ts');
      const { storeName } = options;
      return (await createLocalEngine({ where: 'main thread', whereReason, storeName })).engine;
    },
  );
  if (reason !== undefined) return { engine, where: 'main thread', reason };
  return {
    engine,
    where: 'worker',
    joinCrawler(port) {
      // Any answer means that the current engine worker is ready to be joined.
      engine.diagnostics().then(
        () => joinCrawler(port),
        () => undefined,
      );
    },
    loseHosts: (why) => loseHosts(why),
  };
}

async function openWorker(
  options: EngineOptions & { onDeath: (reason: string) => void; onStarted: (worker: StartedWorker) => void },
): Promise<Engine> {
  const { port1, port2 } = new MessageChannel();
  const onCommon = (message: FromWorker) => takeCommonMessage(message, options.onRequests);
  const ingest = createIngestSpawner({
    post: (message, transfer) => worker?.post(message, transfer),
    onMessage: onCommon,
  });
  let worker: StartedWorker | undefined;
  worker = await startWorker({
    spawn: () => spawnWorker(engineWorkerUrl, 'quire engine'),
    port: port2,
    locks: navigator.locks,
    ingestWorkers: ingest.size,
    storeName: options.storeName,
    onMessage(message) {
      if (message.type === 'want-ingest-workers') ingest.spawnAll();
      else if (message.type === 'want-hosts') void joinHosts(options.openHostPort, worker);
      else if (message.type === 'renew-ingest-worker') ingest.renew(message.index);
      else onCommon(message);
    },
    onDeath(reason) {
      ingest.stopAll();
      options.onDeath(reason);
    },
  });
  options.onStarted(worker);
  return toEngine(wrap<Engine>(port1));
}

async function joinHosts(openHostPort: () => Promise<MessagePort>, worker: StartedWorker | undefined): Promise<void> {
  try {
    const port = await openHostPort();
    worker?.post({ type: 'host-port', port }, [port]);
  } catch (error) {
    worker?.post({ type: 'hosts-lost', reason: toReason(error) }, []);
  }
}

function takeCommonMessage(message: FromWorker, onRequests: (rows: readonly SeenRequest[]) => void): void {
  if (message.type === 'requests') onRequests(message.rows);
  // For the browser tests: Firefox reports a violation inside a worker only there.
  if (message.type === 'violation') {
    dispatchEvent(new CustomEvent('quire:worker-violation', { detail: message.text }));
  }
}

/** Leaves one core to the engine, which cannot keep more than eight workers busy. */
function toIngestWorkers(cores: number): number {
  return Math.min(8, Math.max(1, cores - 1));
}

/**
 * Starts ingest workers for the engine worker and joins the two. Only the page can: workers started by a worker would lose the page's CSP. A worker
 * that dies is replaced once.
 */
function createIngestSpawner(options: {
  post: (message: ToWorker, transfer: Transferable[]) => void;
  onMessage: (message: FromWorker) => void;
}) {
  const size = toIngestWorkers(navigator.hardwareConcurrency || 2);
  const started = new Map<number, StartedWorker>();
  /** Workers that are ending. Their successors wait for them: both at once would take twice the memory. */
  const going = new Map<number, Promise<void>>();
  /** Started or being started. */
  const alive = new Set<number>();
  let stopped = false;

  async function spawn(index: number, mayReplace: boolean): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    alive.add(index);
    const fail = (reason: string) => {
      alive.delete(index);
      options.post({ type: 'ingest-failed', index, reason }, []);
    };
    try {
      await going.get(index);
      const worker = await startWorker({
        spawn: () => spawnWorker(ingestWorkerUrl, `quire ingest ${index}`),
        port: port2,
        locks: navigator.locks,
        onMessage: options.onMessage,
        onDeath(reason) {
          fail(reason);
          if (mayReplace && !stopped) spawn(index, false);
        },
      });
      if (stopped) return worker.stop();
      started.get(index)?.stop();
      started.set(index, worker);
      options.post({ type: 'ingest-port', index, port: port1 }, [port1]);
    } catch (error) {
      fail(error instanceof Error ? error.message : 'unknown');
    }
  }

  return {
    size,
    /** Keeps workers that are running or starting. */
    spawnAll() {
      for (let index = 0; index < size; index++) if (!alive.has(index)) spawn(index, true);
    },
    renew(index: number) {
      const worker = started.get(index);
      started.delete(index);
      if (worker !== undefined) going.set(index, worker.stop());
      spawn(index, true);
    },
    stopAll() {
      stopped = true;
      for (const worker of started.values()) worker.stop();
    },
  };
}
