import type { FromWorker, ToWorker } from '../wire/protocol.ts';
import ingestWorkerUrl from '../workers/ingest-worker.ts?worker&url';
import { spawnWorker } from './spawn-worker.ts';
import { type StartedWorker, startWorker } from './start-worker.ts';

/** Leaves one core to the engine, which cannot keep more than eight workers busy. */
function toIngestWorkers(cores: number): number {
  return Math.min(8, Math.max(1, cores - 1));
}

/**
 * Starts ingest workers for the engine worker and joins the two. Only the page can: workers started by a worker would lose the page's CSP. A worker
 * that dies is replaced once.
 */
export function createIngestSpawner(options: {
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
