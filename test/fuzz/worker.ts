import { parentPort, workerData } from 'node:worker_threads';
import type { FuzzJob } from './contract.ts';
import { runFuzz } from './run-fuzz.ts';

const EVERY = 200;
const at = new Int32Array(workerData.at as SharedArrayBuffer);

/** A thread of its own, so that an input which hangs can be told: the number of the run is written where the main thread sees it. */
const counts = await runFuzz(workerData.job as FuzzJob, {
  onRun(run, soFar) {
    Atomics.store(at, 0, run);
    if (run % EVERY === 0) parentPort?.postMessage({ type: 'counts', counts: { ...soFar } });
  },
  onFinding: (finding) => parentPort?.postMessage({ type: 'finding', finding }),
});
parentPort?.postMessage({ type: 'done', counts });
