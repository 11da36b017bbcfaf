import { createGate } from '../../lib/async/gate.ts';
import { type AppError, toAppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { FileBatch } from './file-batches.ts';

interface BatchWork<T> {
  /** Batches in flight at once, within the byte limit. */
  readonly maxItems: number;
  /** Stops new batches. */
  readonly signal: AbortSignal;
  take(batch: FileBatch<T>): Promise<void>;
  /** Called when a batch starts; the next one waits for the result. `drain` resolves when no batch is in flight. */
  begun(batch: FileBatch<T>, drain: () => Promise<void>): Promise<void> | undefined;
}

/** Processes batches of files, several at once, within the limit of bytes in flight. Ends with the first failure, after the batches in flight. */
export async function passBatches<T>(
  batches: Iterable<FileBatch<T>> | AsyncIterable<FileBatch<T>>,
  { maxItems, signal, take, begun }: BatchWork<T>,
): Promise<void> {
  const gate = createGate({ maxItems, maxWeight: LIMITS.inFlightBytes });
  let failure: AppError | undefined;
  const pass = async (batch: FileBatch<T>): Promise<void> => {
    try {
      await take(batch);
    } catch (error) {
      failure ??= toAppError(error);
    } finally {
      gate.leave(batch.bytes);
    }
  };
  try {
    for await (const batch of batches) {
      if (signal.aborted || failure !== undefined) break;
      await gate.enter(batch.bytes);
      void pass(batch);
      await begun(batch, gate.empty);
    }
  } finally {
    await gate.empty();
  }
  if (failure !== undefined) throw failure;
}
