/**
 * Why a file is not fully read yet. Code is chunked as text and searchable meanwhile, a document has no text; artifacts do not contain this state.
 * `later`: an import makes everything searchable first. `reader-missing`: its grammar or library could not be loaded. `unfinished`: its reader was
 * terminated.
 */
export const INCOMPLETE = ['later', 'reader-missing', 'unfinished'] as const;
export type Incomplete = (typeof INCOMPLETE)[number];

/** Files of one source that are read together: neighbours in path order, or one file. */
export interface FileSpan {
  readonly sourceId: string;
  readonly first: string;
  readonly last: string;
}

/** Files that crashed tabs were reading. */
export interface Interrupted {
  /** Single files that ended a tab. They are skipped until the user requests them. */
  readonly crashed: readonly FileSpan[];
  /** Files one of which may have ended a tab. The next import reads them last, one at a time. */
  readonly suspects: readonly FileSpan[];
}
