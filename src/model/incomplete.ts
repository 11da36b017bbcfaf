/**
 * Why a file is not fully read yet. Code is cut as text meanwhile and can be searched, a document has no text; nothing of this is part of artifacts.
 * `later`: a reading makes everything searchable first. `reader-missing`: its grammar, or the library that
 * reads it, could not be loaded. `unfinished`: whoever read it had
 * to be ended.
 */
export const INCOMPLETE = ['later', 'reader-missing', 'unfinished'] as const;
export type Incomplete = (typeof INCOMPLETE)[number];
