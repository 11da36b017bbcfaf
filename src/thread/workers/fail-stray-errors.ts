import { AppError } from '../../model/app-error.ts';
import type { OpenCalls } from '../wire/open-calls.ts';

/**
 * Fails the calls in hand with an error that nothing caught (decision 276): a reader left it in a timer or a promise, and might never
 * answer. With no call in hand the browser reports the error as usual.
 */
export function failStrayErrors(calls: OpenCalls, scope: EventTarget = globalThis): void {
  const fail = (event: Event): void => {
    // Its message may quote the file.
    const error = new AppError('thread/worker-died', 'a reader left an error that nothing caught');
    if (calls.failAll(error)) event.preventDefault();
  };
  scope.addEventListener('error', fail);
  scope.addEventListener('unhandledrejection', fail);
}
