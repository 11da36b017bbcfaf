/** Sends one call to a new worker, as the app's engine runs in one. */
function callWorker(name: string, value?: unknown): Promise<unknown> {
  const worker = new Worker('/worker.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ name, value });
  });
}

Object.assign(globalThis, { callWorker });
