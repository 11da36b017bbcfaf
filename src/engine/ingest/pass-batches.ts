import { createGate } from '../../lib/async/gate.ts';
import { type AppError, toAppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';

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

/** Files read together. */
export interface FileBatch<T> {
  readonly files: readonly T[];
  /** Sum of the files' sizes. */
  readonly bytes: number;
}

const MAX_FILES = 128;
/** Size from which a file gets its own batch, so that no other waits for it. */
const MAX_BYTES = 1_000_000;

export function* toSingles<T extends { readonly size: number }>(files: readonly T[]): Generator<FileBatch<T>> {
  for (const file of files) yield { files: [file], bytes: file.size };
}

/** Groups files in order; one per batch unless `together`. A message to a worker costs as much as a small file. */
export async function* toFileBatches<T extends { readonly size: number }>(
  files: Iterable<T> | AsyncIterable<T>,
  together: boolean,
): AsyncGenerator<FileBatch<T>> {
  const maxFiles = together ? MAX_FILES : 1;
  let batch: T[] = [];
  let bytes = 0;
  const take = (): FileBatch<T> => {
    const taken = { files: batch, bytes };
    batch = [];
    bytes = 0;
    return taken;
  };
  for await (const file of files) {
    if (batch.length > 0 && bytes + file.size > MAX_BYTES) yield take();
    batch.push(file);
    bytes += file.size;
    if (batch.length === maxFiles) yield take();
  }
  if (batch.length > 0) yield take();
}
