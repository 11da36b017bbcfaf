import type { Engine, EngineEvent } from '../../engine/contract.ts';
import { createListeners } from '../../lib/listeners.ts';
import { AppError, toAppError } from '../../model/app-error.ts';
import { createRemoteService, toService } from '../wire/remote-service.ts';

/** Starts a worker and returns its engine. Calls `onDeath` at most once. */
export type OpenWorker = (onDeath: (reason: string) => void) => Promise<Engine>;

/** Runs the engine in a worker, or here when no worker starts: then `reason` says why. */
export async function startEngine(
  openWorker: OpenWorker,
  openHere: (reason: string) => Promise<Engine>,
): Promise<{ readonly engine: Engine; readonly reason?: string }> {
  try {
    return { engine: await createEngineFacade(openWorker) };
  } catch (error) {
    const reason = toReason(error);
    return { engine: await openHere(reason), reason };
  }
}

/**
 * Creates the page's engine. A worker that dies is replaced once: pending calls fail with `thread/worker-died`, later ones go to the new worker,
 * listeners stay. Rejects when the first worker does not start, or when it and its replacement both die before one was ready.
 */
export async function createEngineFacade(openWorker: OpenWorker): Promise<Engine> {
  const listeners = createListeners<EngineEvent>();
  let deaths = 0;
  /** Why no other worker is started. */
  let end: unknown;
  const remote = createRemoteService(async () => {
    if (end !== undefined) throw end;
    const engine = await openWorker(lose).catch((error: unknown) => {
      end = error;
      throw error;
    });
    await engine.subscribe(listeners.emit);
    return engine;
  });
  const open = () => remote.call(async () => undefined);
  const lose = (reason: string) => {
    deaths++;
    const error = workerDied(reason, deaths);
    if (deaths > 1) end = error;
    remote.lose(error);
    open().catch(() => undefined);
    listeners.emit({ type: 'problem', code: error.code, message: error.message, details: error.details });
  };
  await open().catch((error: unknown) => {
    if (deaths === 0) throw error;
    return open();
  });

  return toService(remote.call, {
    subscribe: async (listener: (event: EngineEvent) => void) => listeners.subscribe(listener),
  });
}

function workerDied(reason: string, deaths: number): AppError {
  const then = deaths === 1 ? 'a new one was started' : 'reload the page';
  return new AppError('thread/worker-died', `the engine's worker ended (${reason}); ${then}`, { reason, deaths });
}

export function toReason(error: unknown): string {
  const { message, details } = toAppError(error);
  return typeof details.reason === 'string' ? details.reason : message;
}
