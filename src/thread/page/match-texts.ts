import type { LineMatches } from '../../lib/match-lines.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { MatchAnswer, MatchRequest } from '../workers/match-worker.ts';

export type MatchTexts = (request: MatchRequest, signal: AbortSignal) => Promise<readonly LineMatches[]>;

/**
 * Matches in a worker and ends it with the signal or after `LIMITS.matchMs`; no other way stops a regular expression. Throws `engine/slow-pattern`,
 * `engine/cancelled` and `thread/no-answer`. The worker of a call that finished is used for the next one.
 */
export function createMatchTexts(spawn: () => Worker): MatchTexts {
  let idle: Worker | undefined;
  return (request, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = idle ?? spawn();
      idle = undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const fail = (error: AppError) => {
        finish();
        worker.terminate();
        reject(error);
      };
      const cancel = () => fail(new AppError('engine/cancelled', 'matching was cancelled'));
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      };
      worker.onmessage = ({ data }: MessageEvent<MatchAnswer>) => {
        if (data === 'begun') {
          const limit = LIMITS.matchMs;
          timer = setTimeout(() => fail(new AppError('engine/slow-pattern', `no end after ${limit} ms`)), limit);
          return;
        }
        finish();
        idle?.terminate();
        idle = worker;
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail(new AppError('thread/no-answer', `the worker did not start: ${event.message}`));
      };
      signal.addEventListener('abort', cancel);
      worker.postMessage(request);
    });
}
