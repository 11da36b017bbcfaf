import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type BuiltPage, createPageReader, type ReadPage } from '../sources/built-page.ts';

/** More would wait for the thread that makes leaves of their pages. */
const MAX_THREADS = 4;

/**
 * Reads pages of built sites in threads that run `script`, which must call `servePages`. A thread that ends leaves its pages to this one. They run until
 * the process exits.
 */
export function createPageThreads(script: string, ignore: string): ReadPage {
  const readHere = createPageReader(ignore);
  const size = Math.min(availableParallelism(), MAX_THREADS);
  const threads = Array.from({ length: size }, () => startThread(script, ignore));
  return async (html) => {
    const living = threads.filter(({ isAlive }) => isAlive);
    const [thread] = living.sort((a, b) => a.waiting - b.waiting);
    return thread === undefined ? readHere(html) : thread.read(html, readHere);
  };
}

interface PageThread {
  readonly isAlive: boolean;
  /** Pages that it has not answered. */
  readonly waiting: number;
  read(html: Uint8Array, readHere: ReadPage): Promise<BuiltPage | undefined>;
}

function startThread(script: string, ignore: string): PageThread {
  const worker = new Worker(script, { workerData: { ignore } });
  /** In the order of its answers. */
  const asked: { readonly answer: (page: BuiltPage | undefined) => void; readonly giveUp: () => void }[] = [];
  let isAlive = true;
  worker.on('message', (page: BuiltPage | undefined) => asked.shift()?.answer(page));
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    isAlive = false;
    for (const { giveUp } of asked.splice(0)) giveUp();
  });
  return {
    get isAlive() {
      return isAlive;
    },
    get waiting() {
      return asked.length;
    },
    // Its bytes are copied: a thread that ends would take them with it.
    read: (html, readHere) =>
      new Promise((answer) => {
        asked.push({ answer, giveUp: () => answer(readHere(html)) });
        worker.postMessage(html);
      }),
  };
}

/** In such a thread: answers each page in turn. */
export function servePages(): void {
  const read = createPageReader((workerData as { readonly ignore: string }).ignore);
  let before: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (html: Uint8Array) => {
    before = before.then(async () => parentPort?.postMessage(await read(html)));
  });
}
