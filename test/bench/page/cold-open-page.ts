import type { ColdOpenCalls } from './cold-open-worker.ts';

/** Calls into a worker of its own, as the app's engine has one. */
const page: ColdOpenCalls = {
  fill: () => call('fill'),
  openQuire: (ahead) => call('openQuire', ahead),
  openMiniSearch: () => call('openMiniSearch'),
};

function call<K extends keyof ColdOpenCalls>(name: K, ahead = false): ReturnType<ColdOpenCalls[K]> {
  const worker = new Worker('/worker.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ name, ahead });
  }) as ReturnType<ColdOpenCalls[K]>;
}

Object.assign(globalThis, { coldOpen: page });
