import type { ScaleCalls } from './scale-worker.ts';

/** Calls into a worker of its own, as the app's engine has one. */
const page: ScaleCalls = {
  fill: (megabytes) => call('fill', megabytes),
  ask: (count) => call('ask', count),
};

function call<K extends keyof ScaleCalls>(name: K, value: number): ReturnType<ScaleCalls[K]> {
  const worker = new Worker('/worker.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ name, value });
  }) as ReturnType<ScaleCalls[K]>;
}

Object.assign(globalThis, { scale: page });
