import { type Commands, commands } from './commands.ts';

type Name = keyof Commands;

/** Runs a command on the page or in its one worker. */
export interface StorePage {
  run(where: 'page' | 'worker', name: string, args: readonly unknown[]): Promise<unknown>;
}

let worker: Worker | undefined;
let calls = 0;

function askWorker(name: string, args: readonly unknown[]): Promise<unknown> {
  worker ??= new Worker('/worker.js', { type: 'module' });
  const id = ++calls;
  return new Promise((resolve, reject) => {
    const listen = (event: MessageEvent<{ id: number; value?: unknown; error?: string }>) => {
      if (event.data.id !== id) return;
      worker?.removeEventListener('message', listen);
      if (event.data.error === undefined) resolve(event.data.value);
      else reject(new Error(event.data.error));
    };
    worker?.addEventListener('message', listen);
    worker?.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
    worker?.postMessage({ id, name, args });
  });
}

const page: StorePage = {
  run(where, name, args) {
    if (where === 'worker') return askWorker(name, args);
    return (commands[name as Name] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
  },
};
(globalThis as unknown as { storePage: StorePage }).storePage = page;
