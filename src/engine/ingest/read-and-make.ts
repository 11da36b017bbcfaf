import type { Kernel } from '../../kernel/contract.ts';
import { compareBytes } from '../../lib/bytes.ts';
import { toAppError } from '../../model/app-error.ts';
import { toMaxBytes } from '../../model/kind.ts';
import type { FileOutcome, FileTask, LeafResult, LeafTask, Settled } from '../deps.ts';

export interface ReadAndMake {
  readonly kernel: Kernel;
  readonly read: () => Promise<Uint8Array>;
  readonly make: (task: LeafTask) => Promise<LeafResult>;
}

/** Reads a file and makes its leaf, in any thread. Throws only for withdrawn permission, which ends the job. */
export async function readAndMake(
  { kernel, read, make }: ReadAndMake,
  { maxBytes, knownHash, ...task }: Omit<FileTask, 'from' | 'size'>,
): Promise<FileOutcome> {
  let bytes: Uint8Array;
  try {
    bytes = await read();
  } catch (error) {
    const { code, message, details } = toAppError(error);
    if (code === 'source/permission') throw error;
    if (code === 'engine/cancelled') return { type: 'unfinished' };
    return { type: 'unreadable', message, isArchiveEntry: details.warning === 'archive-entry' };
  }
  const size = bytes.length;
  if (size > toMaxBytes(task.path, maxBytes)) return { type: 'too-large', bytes: size };
  if (knownHash !== undefined && compareBytes(kernel.sha256(bytes), knownHash) === 0) return { type: 'unchanged' };
  return { type: 'made', bytes: size, result: await make({ ...task, bytes }) };
}

/** Never rejects: each file of a batch has its own result. */
export async function settle(making: Promise<FileOutcome>): Promise<Settled> {
  try {
    return { outcome: await making };
  } catch (error) {
    return { error: toAppError(error) };
  }
}
