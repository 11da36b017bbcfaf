import { AppError } from '../model/app-error.ts';
import { createOpenCalls } from '../thread/wire/remote-service.ts';

/** Files that are being read in this process. */
export const openReads = createOpenCalls();

/** As in an ingest worker: an error that nothing caught fails the files in hand. Before any has failed, an error with none in hand ends the process. */
export function failNodeStrayErrors(): void {
  let hasFailed = false;
  const fail = (error: unknown): void => {
    const died = new AppError('thread/worker-died', 'a reader left an error that nothing caught');
    hasFailed = openReads.failAll(died) || hasFailed;
    // Readers of files that failed with another one still run: they cannot be ended as a worker can.
    if (hasFailed) return;
    console.error(error);
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  // An open PDF has its own listener.
  process.on('unhandledRejection', (error) => {
    if (process.listenerCount('unhandledRejection') === 1) fail(error);
  });
}
