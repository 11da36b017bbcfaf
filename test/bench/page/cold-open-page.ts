import type { ColdOpenCalls, Situation } from './cold-open-worker.ts';

/** Calls into a worker of its own, as the app's engine has one. */
const page: ColdOpenCalls = {
  fill: () => call('fill'),
  openQuire: (situation) => call('openQuire', situation),
  openMiniSearch: () => call('openMiniSearch'),
};

function call<K extends keyof ColdOpenCalls>(name: K, situation?: Situation): ReturnType<ColdOpenCalls[K]> {
  const worker = new Worker('/worker.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ name, situation });
  }) as ReturnType<ColdOpenCalls[K]>;
}

Object.assign(globalThis, { coldOpen: page });
