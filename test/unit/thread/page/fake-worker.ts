import type { WorkerLike } from '../../../../src/thread/page/start-worker.ts';
import type { FromWorker, ToWorker } from '../../../../src/thread/wire/protocol.ts';

export interface FakeWorker extends WorkerLike {
  readonly received: ToWorker[];
  terminated: boolean;
  say(message: FromWorker): void;
  error(message?: string): void;
}

/** A worker that answers `start` as told; `undefined` is silence. */
export function fakeWorker(answer?: FromWorker): FakeWorker {
  const target = new EventTarget();
  const worker: FakeWorker = {
    received: [],
    terminated: false,
    postMessage(message) {
      worker.received.push(message);
      if (message.type === 'start' && answer) worker.say(answer);
    },
    terminate() {
      worker.terminated = true;
    },
    addEventListener: (type: string, listener: (event: never) => void) =>
      target.addEventListener(type, listener as (event: Event) => void),
    say: (data) => void target.dispatchEvent(new MessageEvent('message', { data })),
    error: (message) => void target.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message })),
  };
  return worker;
}
