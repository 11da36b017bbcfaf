import { isAppError, toAppError } from '../../model/app-error.ts';
import type { Settled } from '../deps.ts';

/** Whoever read the file had to be ended. */
export const UNFINISHED: Settled = { outcome: { type: 'unfinished' } };

export function isWorkerDeath(error: unknown): boolean {
  return isAppError(error) && error.code === 'thread/worker-died';
}

/** One file by itself, after a worker that had it in hand ended. Of a job that was cancelled nothing is tried again. */
export async function tryAgain(attempt: () => Promise<Settled>, signal: AbortSignal): Promise<Settled> {
  if (signal.aborted) return UNFINISHED;
  const settled = await attempt().catch((error: unknown) => ({ error: toAppError(error) }));
  return 'error' in settled && isWorkerDeath(settled.error) ? UNFINISHED : settled;
}
