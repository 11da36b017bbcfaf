import { AppError, toAppError } from '../model/app-error.ts';
import type { ByteSink } from './contract.ts';

/** Closes the sink when everything is written. On cancel (`export/cancelled`) or failure it aborts the sink, and no partial file remains. */
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
    // A cancel may cause other errors; report the cancel.
    stopIfAborted(signal);
    throw toAppError(error);
  }
}

/** Throws `export/cancelled`. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('export/cancelled', 'the export was cancelled');
}
