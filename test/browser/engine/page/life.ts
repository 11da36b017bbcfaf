import type { LifeCalls } from './life-worker.ts';

/** The calls of life-worker.ts, made in a worker as the app's engine has one. What it reports goes to `lifeEvent`. */
export interface LifePage {
  call<K extends keyof LifeCalls>(
    name: K,
    ...args: Parameters<LifeCalls[K]>
  ): Promise<Awaited<ReturnType<LifeCalls[K]>>>;
}

const lifePage: LifePage = {
  call(name, ...args) {
    const worker = new Worker(`/worker.js${location.search}`, { type: 'module' });
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if ('event' in data) (globalThis as unknown as { lifeEvent(event: unknown): void }).lifeEvent(data.event);
        else if ('error' in data) reject(new Error(data.error));
        else resolve(data.value);
        if (!('event' in data)) worker.terminate();
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage([name, args]);
    });
  },
};

Object.assign(globalThis, { lifePage });
