import { parentPort, workerData } from 'node:worker_threads';
import type { FuzzJob } from './contract.ts';
import { runFuzz } from './run-fuzz.ts';

const EVERY = 200;
const at = new Int32Array(workerData.at as SharedArrayBuffer);

/** A separate thread, so that the main thread notices an input that hangs: it sees the number of the current run. */
const counts = await runFuzz(workerData.job as FuzzJob, {
  onRun(run, soFar) {
    Atomics.store(at, 0, run);
    if (run % EVERY === 0) parentPort?.postMessage({ type: 'counts', counts: { ...soFar } });
  },
  onFinding: (finding) => parentPort?.postMessage({ type: 'finding', finding }),
});
parentPort?.postMessage({ type: 'done', counts });
