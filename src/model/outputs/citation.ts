import type { LeftOutCollection } from '../collection.ts';

export interface CitationOptions {
  readonly collectionId: string;
  /** Checks these collections instead [P10]. */
  readonly together?: readonly string[];
  readonly answer: string;
  /** Another collection with the earlier state of this one; by default the last ten snapshots are used. */
  readonly beforeId?: string;
  readonly jobId: string;
  /** Reports no progress: one of many checks of an answer that is being written. */
  readonly isQuiet?: true;
}

/**
 * `exact`: the words are at the cited place. `exists`: the place is there, and no words were cited from it. `changed since`: an earlier snapshot had
 * it. `moved`: found elsewhere, at `path` and `lines`. `near`: similar words were found.
 */
export type Verdict = 'exact' | 'exists' | 'changed since' | 'moved' | 'near' | 'not found';

/**
 * `past-end`: the file is shorter; `lastLine` or `lastPage` says where it ends. `quote`: the place exists, the words quoted from it are not there. `no-pages`: the
 * file was cited by page and has lines only. `changed`: the lines exist, and an earlier snapshot had other text there. `no-file`: there is no such file;
 * `suggestion` may be meant. `code`: the cited lines do not have this code. `names`: they have none of the code next to the citation. `name`: the
 * collection does not have this name.
 */
export type CitationReason = 'past-end' | 'quote' | 'no-pages' | 'changed' | 'no-file' | 'code' | 'names' | 'name';

export interface Citation {
  /** The citation as written in the answer. */
  readonly text: string;
  /** Offset in the answer, in UTF-16 units. */
  readonly start: number;
  /** The place where it was found, otherwise the cited place. */
  readonly path?: string;
  readonly lines?: readonly [number, number];
  readonly ref?: string;
  /** Collection of `path`, if several are checked together. */
  readonly collection?: string;
  /** The page, slide or rows of `lines`, for a document with pages. */
  readonly page?: string;
  readonly verdict: Verdict;
  /** Why the verdict is not `exact`, if more is known. */
  readonly reason?: CitationReason;
  /** The last line of a file that was cited past its end. */
  readonly lastLine?: number;
  /** The last page, slide or row range with text, of a file that was cited past it. */
  readonly lastPage?: string;
  /** The words found there instead. */
  readonly near?: string;
  readonly suggestion?: string;
}

export interface CitationAnswer {
  /** In the order of the answer. */
  readonly citations: readonly Citation[];
  /** Number of citations; those beyond ten thousand are not looked up. */
  readonly total: number;
  /** Number of those that are exact or exist. */
  readonly supported: number;
  readonly leftOut?: readonly LeftOutCollection[];
}
