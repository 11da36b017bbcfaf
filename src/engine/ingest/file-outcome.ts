import type { Leaf } from '../../kernel/contract.ts';
import { AppError, type ErrorCode, toAppError } from '../../model/app-error.ts';
import type { FileTask, LeafMaker, NoLeaf } from '../deps.ts';

/** Outcome of a file whose reader was terminated or failed twice. */
export const UNFINISHED: NoLeaf = { type: 'unfinished' };

export function toFailure(error: unknown): NoLeaf {
  const { code, message, details } = toAppError(error);
  return { type: 'failed', code, message, details };
}

/** Returns the outcome of a file whose bytes could not be read. */
export function toReadFailure(error: unknown): NoLeaf {
  const { code, message, details } = toAppError(error);
  if (endsJob({ code })) return toFailure(error);
  if (code === 'engine/cancelled') return UNFINISHED;
  return { type: 'unreadable', message, isArchiveEntry: details.warning === 'archive-entry' };
}

export function isFailed(outcome: Leaf | NoLeaf): outcome is Extract<NoLeaf, { type: 'failed' }> {
  return !('leaf' in outcome) && outcome.type === 'failed';
}

/** Withdrawn permission ends the job. Any other failure affects one file, and the job continues without it. */
export function endsJob({ code }: { readonly code: ErrorCode }): boolean {
  return code === 'source/permission';
}

/** Makes the leaf of one file whose bytes are in its task. Throws what the maker reports. */
export async function makeOne(leafMaker: LeafMaker, task: FileTask, signal?: AbortSignal): Promise<Leaf> {
  const [outcome = UNFINISHED] = await leafMaker.make([task], signal);
  if ('leaf' in outcome) return outcome;
  if (outcome.type === 'failed') throw new AppError(outcome.code, outcome.message, outcome.details);
  throw new AppError('app/unexpected', 'nothing was made of a file');
}
