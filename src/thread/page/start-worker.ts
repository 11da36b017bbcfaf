import { AppError } from '../../model/app-error.ts';
import { fromWireError } from '../wire/error-wire.ts';
import type { FromWorker, ToWorker } from '../wire/protocol.ts';

/** A start takes well under a second; a worker that is silent for this long will not answer. */
const READY_TIMEOUT_MS = 10_000;

/** The part of `Worker` that is used; tests provide their own. */
export interface WorkerLike {
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: Event) => void): void;
}

export interface StartOptions {
  readonly spawn: () => WorkerLike;
  /** Sent to the worker; calls go through its other end. */
  readonly port: MessagePort;
  readonly ingestWorkers?: number;
  readonly storeName?: string | undefined;
  readonly timeoutMs?: number;
  /** Called before `start` is sent. */
  readonly onHello?: (post: StartedWorker['post']) => void;
  /** Receives everything except the handshake. */
  readonly onMessage?: (message: FromWorker) => void;
  /** Absent outside secure contexts: then only `error` reports a death. */
  readonly locks?: LockManager | undefined;
  /** Called at most once, and only after the worker was ready. */
  readonly onDeath: (reason: string) => void;
}

/**
 * Resolves when the worker says `ready`; the page sends nothing before its `hello`. Rejects with `thread/no-answer` (a blocked or missing script only
 * fires `error`, and a call to it would hang) or with the error of its start.
 */
export async function startWorker(options: StartOptions) {
  // `crypto.randomUUID` is missing on plain http.
  const lockName = `quire-worker-${performance.timeOrigin}-${Math.random()}`;
  const worker = trySpawn(options.spawn);
  const life = createLife(worker, { ...options, lockName });
  await shakeHands(worker, lockName, options).catch((error: unknown) => {
    life.end();
    throw error;
  });
  life.watch();
  return {
    post: (message: ToWorker, transfer: Transferable[]) => worker.postMessage(message, transfer),
    /** Ends it without calling `onDeath`. Resolves when it is gone, as far as that can be detected. */
    stop: life.stop,
  };
}

export type StartedWorker = Awaited<ReturnType<typeof startWorker>>;

function trySpawn(spawn: () => WorkerLike): WorkerLike {
  try {
    return spawn();
  } catch (error) {
    throw noAnswer(error instanceof Error ? error.message : 'this browser starts no workers');
  }
}

function shakeHands(worker: WorkerLike, lockName: string, options: StartOptions) {
  return new Promise<void>((resolve, reject) => {
    const timeoutMs = options.timeoutMs ?? READY_TIMEOUT_MS;
    const timer = setTimeout(() => reject(noAnswer(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    worker.addEventListener('error', (event) => {
      clearTimeout(timer);
      // Without this a failed start is also an uncaught error in the page's console.
      event.preventDefault();
      reject(noAnswer(toReason(event)));
    });
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'hello') {
        options.onHello?.((message, transfer) => worker.postMessage(message, transfer));
        const { port, ingestWorkers = 0, storeName } = options;
        const start = { type: 'start', port, lockName, ingestWorkers } as const;
        worker.postMessage(storeName === undefined ? start : { ...start, storeName }, [port]);
      } else if (data.type === 'ready') {
        clearTimeout(timer);
        resolve();
      } else if (data.type === 'failed') {
        clearTimeout(timer);
        reject(fromWireError(data));
      } else {
        options.onMessage?.(data);
      }
    });
  });
}

/** The longest wait for a worker to end; it usually takes a tenth of a second. */
const GONE_TIMEOUT_MS = 2_000;

/** The worker holds the lock as long as it lives. No event reports its end, but getting the lock means that it is gone. */
function createLife(
  worker: WorkerLike,
  { lockName, locks, onDeath }: Pick<StartOptions, 'locks' | 'onDeath'> & { readonly lockName: string },
) {
  const stopped = new AbortController();
  const end = () => {
    stopped.abort();
    worker.terminate();
  };
  const die = (reason: string) => {
    if (stopped.signal.aborted) return;
    end();
    onDeath(reason);
  };
  return {
    end,
    async stop() {
      end();
      const signal = AbortSignal.timeout(GONE_TIMEOUT_MS);
      await locks?.request(lockName, { signal }, () => undefined).catch(() => undefined);
    },
    watch() {
      worker.addEventListener('error', (event) => die(toReason(event)));
      locks?.request(lockName, { signal: stopped.signal }, () => die('its lock is free')).catch(() => undefined);
    },
  };
}

function toReason(event: Event): string {
  const { message } = event as Partial<ErrorEvent>;
  return message ? message : 'its script could not be loaded';
}

function noAnswer(reason: string): AppError {
  return new AppError('thread/no-answer', `the worker did not start: ${reason}`, { reason });
}
