import { Worker } from 'node:worker_threads';
import type { ReadingLeafMaker } from '../../src/engine/deps.ts';
import { createPool, type IngestPool } from '../../src/thread/workers/pool.ts';

export interface DeflateThreads {
  readonly pool: IngestPool;
  /** Resolves when all are there. */
  start(): Promise<void>;
  /** Ends one without a word, as a crash does. */
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** The pool of ingest workers over threads of Node. They deflate; leaves are made by `local`. */
export function makeThreads(size: number, local: ReadingLeafMaker): DeflateThreads {
  const threads = new Map<number, Worker>();
  const spawn = async (index: number): Promise<void> => {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(new URL('./deflate-thread.mjs', import.meta.url), {
      workerData: { port: port2 },
      transferList: [port2 as never],
    });
    threads.set(index, thread);
    thread.on('exit', () => {
      port1.close();
      pool.fail(index, 'it ended');
    });
    await new Promise<void>((resolve, reject) => {
      thread.once('online', resolve);
      thread.once('error', reject);
    });
    pool.add(index, port1);
  };
  const pool = createPool({
    size,
    local,
    askForWorkers: () => undefined,
    renewWorker: (index) => void spawn(index),
    endWorker: (index) => pool.ended(index),
  });
  return {
    pool,
    async start() {
      await Promise.all(Array.from({ length: size }, (_, index) => spawn(index)));
      // A thread answers once its modules are loaded.
      await Promise.all(Array.from({ length: size * 2 }, () => pool.deflater.deflateEntries([new Uint8Array(1)])));
    },
    async kill(index) {
      await threads.get(index)?.terminate();
    },
    async stop() {
      await Promise.all([...threads.values()].map((thread) => thread.terminate()));
    },
  };
}
