import { findLocks, holdLock } from '../../lib/async/hold-lock.ts';
import { observeRequests } from '../page/request-log.ts';
import { toWireError } from '../wire/error-wire.ts';
import type { FromWorker, ToWorker } from '../wire/protocol.ts';

type Start = Extract<ToWorker, { type: 'start' }>;

/**
 * The worker's half of the handshake: says `hello`, builds what `start` requests, takes its lock, says `ready`. The lock is the heartbeat: getting it
 * means that this worker is gone.
 */
export function serveWorker(options: {
  start: (message: Start) => Promise<void>;
  onMessage?: (message: ToWorker) => void;
}): void {
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'start') {
      start(data).catch((error: unknown) => tellPage({ type: 'failed', ...toWireError(error) }));
    } else {
      options.onMessage?.(data);
    }
  });
  // The page counts every request but sees only its own.
  observeRequests((rows) => {
    const own = rows.filter(({ url }) => new URL(url).origin === location.origin);
    if (own.length > 0) tellPage({ type: 'requests', rows: own });
  });
  tellPage({ type: 'hello' });

  async function start(message: Start) {
    await options.start(message);
    // Only the end of the worker releases it. Without the Locks API the worker has no heartbeat.
    const locks = findLocks();
    if (locks) await holdLock(locks, message.lockName);
    tellPage({ type: 'ready' });
  }
}

export function tellPage(message: FromWorker): void {
  postMessage(message);
}
