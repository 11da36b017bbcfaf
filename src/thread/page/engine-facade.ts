import type { Engine, EngineEvent } from '../../engine/contract.ts';
import { AppError } from '../../model/app-error.ts';
import { engineCalls } from '../wire/engine-calls.ts';
import { createOpenCalls } from '../wire/open-calls.ts';

/** A connection to one running engine. Calls `onDeath` at most once. */
export interface EngineLink {
  readonly engine: Engine;
}
export type OpenLink = (onDeath: (reason: string) => void) => Promise<EngineLink>;

/**
 * Creates the page's engine. A worker that dies is replaced once: pending calls fail with `thread/worker-died`, later ones go to the new worker,
 * listeners stay. Rejects when the first link cannot be opened, or when the first worker and its replacement both die before one was ready.
 */
export async function createEngineFacade(openLink: OpenLink): Promise<Engine> {
  const openCalls = createOpenCalls();
  const listeners = new Set<(event: EngineEvent) => void>();
  const tell = (event: EngineEvent) => {
    for (const listener of listeners) listener(event);
  };
  let deaths = 0;
  const open = async () => {
    const link = await openLink(lose);
    // The worker may die before this call returns, as with any call.
    await openCalls.track(link.engine.subscribe(tell));
    return link;
  };
  const lose = (reason: string) => {
    deaths++;
    const error = workerDied(reason, deaths);
    // Set before calls fail, so that a caller that retries reaches the new worker.
    current = deaths === 1 ? open() : Promise.reject(error);
    current.catch(() => undefined);
    openCalls.failAll(error);
    tell({ type: 'problem', code: error.code, message: error.message, details: error.details });
  };
  let current = open();
  // If the first worker died meanwhile, `current` is already its replacement.
  await current.catch(() => current);

  const call =
    (name: (typeof engineCalls)[number]) =>
    (...args: unknown[]) =>
      openCalls.track(
        current.then(({ engine }) => (engine[name] as (...args: unknown[]) => Promise<unknown>)(...args)),
      );
  return {
    ...(Object.fromEntries(engineCalls.map((name) => [name, call(name)])) as unknown as Engine),
    async subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function workerDied(reason: string, deaths: number): AppError {
  const then = deaths === 1 ? 'a new one was started' : 'reload the page';
  return new AppError('thread/worker-died', `the engine's worker ended (${reason}); ${then}`, { reason, deaths });
}
