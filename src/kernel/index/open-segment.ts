import type { SpanPages } from '../../lib/rows/span-pages.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { Shard } from '../contract.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';

/** A shard as ranking sees it. */
export interface OpenSegment {
  readonly ptr: number;
  /** Sums over chunks, and how many chunks have the field, in the order of RANKED_FIELDS; path and title are per file. */
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  readonly dictionary: Span;
  /** Which of its bytes are there; all of them without it. */
  readonly pages?: SpanPages;
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

/** False when the shard was closed before. */
export function deleteSegment(shard: Shard): boolean {
  return segments.delete(shard);
}

/** What `resolveTerm` writes of a term. */
export const TERM_ROW_BYTES = 24;

/** Entries and postings are checked where they are read: the answer of a damaged segment must not be used. */
export function throwIfDamaged({ exports }: IndexRuntime): void {
  if (exports.takeDamage() !== 0) throw new AppError('store/damaged', 'the index holds bytes that no index has');
}
