/**
 * `npm run fuzz -- [--runs 20000] [--seed 1] [--from 0] [--targets read,query]`: sends mutated real files through every entry point of the engine.
 * A finding is an error other than an `AppError`, a difference between kernels, a lost line, a harmed neighbour, or thirty seconds of CPU. Its
 * bytes are saved in `test-results/fuzz`; `--from <run> --runs 1` with the same seed reproduces it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import { buildParser } from '../../scripts/build-parser.mjs';
import type { Finding, FuzzJob } from './contract.ts';

/** CPU time, not wall time: a busy machine is not a finding. */
const MAX_CPU_MS = 30_000;
const LOOK_MS = 5_000;
/** Interval of progress lines, so that a run terminated from outside has reported how far it came. */
const TELL_MS = 60_000;
const FOLDER = 'test-results/fuzz';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    targets: { type: 'string', default: '' },
  },
});
await Promise.all([buildKernel(), buildParser()]);
mkdirSync(FOLDER, { recursive: true });
const end = Number(values.from) + Number(values.runs);
const total: Record<string, number> = {};
let findings = 0;
let from = Number(values.from);
while (from < end) {
  from = await runPart({
    seed: Number(values.seed),
    from,
    runs: end - from,
    targets: values.targets === '' ? [] : values.targets.split(','),
  });
}
console.log(JSON.stringify({ seed: Number(values.seed), runs: Number(values.runs), findings, ...total }));
process.exitCode = findings === 0 ? 0 : 1;

/** Runs to the end, or until a run hangs; returns the run to continue with. */
function runPart(job: FuzzJob): Promise<number> {
  const at = new SharedArrayBuffer(4);
  const place = new Int32Array(at);
  Atomics.store(place, 0, -1);
  const worker = new Worker(new URL('./start-worker.mjs', import.meta.url), { workerData: { job, at } });
  let counts: Record<string, number> = {};
  return new Promise((resolve, reject) => {
    const progress = setInterval(() => console.log(JSON.stringify({ at: Atomics.load(place, 0), ...counts })), TELL_MS);
    let seen = { run: -1, cpu: process.cpuUsage() };
    const watch = setInterval(() => {
      const run = Atomics.load(place, 0);
      if (run !== seen.run || run === -1) {
        seen = { run, cpu: process.cpuUsage() };
        return;
      }
      if (process.cpuUsage(seen.cpu).user < MAX_CPU_MS * 1_000) return;
      report({ run, target: '?', input: '?', problem: `${MAX_CPU_MS} ms of CPU and no end`, bytes: new Uint8Array() });
      finish(run + 1);
    }, LOOK_MS);
    const finish = (next: number) => {
      clearInterval(watch);
      clearInterval(progress);
      for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
      void worker.terminate().then(() => resolve(next));
    };
    worker.on('message', (message: { type: string; finding?: Finding; counts?: Record<string, number> }) => {
      if (message.finding) report(message.finding);
      if (message.counts) counts = message.counts;
      if (message.type === 'done') finish(job.from + job.runs);
    });
    worker.on('error', (error) => {
      const run = Atomics.load(place, 0);
      if (run === -1) {
        clearInterval(watch);
        clearInterval(progress);
        reject(error);
        return;
      }
      report({ run, target: '?', input: '?', problem: `the thread ended: ${error.message}`, bytes: new Uint8Array() });
      finish(run + 1);
    });
  });
}

function report(finding: Finding): void {
  findings++;
  console.log(`run ${finding.run}, ${finding.target}, ${finding.input}: ${finding.problem}`);
  const name = `${finding.run}-${finding.target}-${finding.input.replaceAll(/[^\w.]+/g, '_').slice(-60)}`;
  writeFileSync(join(FOLDER, name), finding.bytes);
}
