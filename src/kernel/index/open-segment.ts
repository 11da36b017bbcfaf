import type { SpanBlocks } from '../../lib/rows/span-blocks.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { Shard } from '../contract.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';

/** A shard as ranking sees it. */
export interface OpenSegment {
  readonly ptr: number;
  /** Total lengths and numbers of chunks with the field, in the order of RANKED_FIELDS; path and title count per file. */
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  readonly dictionary: Span;
  /** Tracks which bytes were read; absent if all were. */
  readonly blocks?: SpanBlocks;
}

const segments = new WeakMap<Shard, OpenSegment>();

export function getSegment(shard: Shard): OpenSegment {
  const segment = segments.get(shard);
  if (segment === undefined) throw new AppError('store/not-found', 'the shard was closed');
  return segment;
}

export function setSegment(shard: Shard, segment: OpenSegment): void {
  segments.set(shard, segment);
}

/** Returns false if the shard was already closed. */
export function deleteSegment(shard: Shard): boolean {
  return segments.delete(shard);
}

/** Bytes that `resolveTerm` writes per term. */
export const TERM_ROW_BYTES = 24;

/** Entries and postings are checked while they are read: a result from a damaged segment must not be used. */
export function throwIfDamaged({ exports }: IndexRuntime): void {
  if (exports.takeDamage() !== 0) throw new AppError('store/damaged', 'the index holds bytes that no index has');
}
