import { createGate } from '../../lib/async/gate.ts';
import { type AppError, toAppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { FileBatch } from './file-batches.ts';

interface BatchWork<T> {
  /** Batches that are under way at the same time, if they are not too large together. */
  readonly maxItems: number;
  /** Once it aborted nothing new begins. */
  readonly signal: AbortSignal;
  take(batch: FileBatch<T>): Promise<void>;
  /** A batch has begun; the next one waits for the answer. `drain` resolves when none is under way. */
  begun(batch: FileBatch<T>, drain: () => Promise<void>): Promise<void> | undefined;
}

/** Takes batches of files, several at a time, never more bytes in flight than the limit. Ends with the first failure, after what is under way. */
export async function passBatches<T>(
  batches: Iterable<FileBatch<T>>,
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
  for (const batch of batches) {
    if (signal.aborted || failure !== undefined) break;
    if (!gate.tryEnter(batch.bytes)) await gate.enter(batch.bytes);
    void pass(batch);
    const waiting = begun(batch, gate.empty);
    if (waiting !== undefined) await waiting;
  }
  await gate.empty();
  if (failure !== undefined) throw failure;
}
