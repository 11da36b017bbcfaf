import type { LeftOutCollection } from '../collection.ts';

export interface CitationOptions {
  readonly collectionId: string;
  /** These at once instead [P10]. */
  readonly together?: readonly string[];
  readonly answer: string;
  /** Another collection that holds what this one held before; else what is kept of the last ten states. */
  readonly beforeId?: string;
  readonly jobId: string;
}

/**
 * `exact`: it stands there. `changed since`: an earlier state had it. `moved`: it stands elsewhere, at `path` and `lines`. `near`: something
 * that differs does.
 */
export type Verdict = 'exact' | 'changed since' | 'moved' | 'near' | 'not found';

export interface Citation {
  /** As it stands in the answer. */
  readonly text: string;
  /** Where it begins there, in UTF-16 units. */
  readonly start: number;
  /** Where it stands now, else as it was cited. */
  readonly path?: string;
  readonly lines?: readonly [number, number];
  readonly ref?: string;
  /** Where several are looked at together: the one that `path` is of. */
  readonly collection?: string;
  readonly verdict: Verdict;
  /** The words that stand there instead. */
  readonly near?: string;
}

export interface CitationAnswer {
  /** In the order of the answer. */
  readonly citations: readonly Citation[];
  /** So many there are; beyond ten thousand they are not looked up. */
  readonly total: number;
  /** Those that are exact. */
  readonly supported: number;
  readonly leftOut?: readonly LeftOutCollection[];
}
