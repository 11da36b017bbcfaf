import { AppError, toAppError } from '../model/app-error.ts';
import type { ByteSink } from './contract.ts';

/** Closes the sink when all was written. On cancel (`export/cancelled`) or failure it is aborted, and nothing half-written stays. */
export async function writeToSink<T>(
  { sink, signal }: { readonly sink: ByteSink; readonly signal?: AbortSignal },
  write: () => Promise<T>,
): Promise<T> {
  try {
    const result = await write();
    stopIfAborted(signal);
    await sink.close();
    return result;
  } catch (error) {
    await sink.abort();
    // Whatever else a cancel made fail.
    stopIfAborted(signal);
    throw toAppError(error);
  }
}

/** Throws `export/cancelled`. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('export/cancelled', 'the export was cancelled');
}
