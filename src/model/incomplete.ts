/**
 * Why a file has no outline yet. It is cut as text meanwhile and can be searched; nothing of this is part of artifacts.
 * `later`: a reading makes everything searchable first. `reader-missing`: its grammar could not be loaded. `unfinished`: whoever read it had
 * to be ended.
 */
export const INCOMPLETE = ['later', 'reader-missing', 'unfinished'] as const;
export type Incomplete = (typeof INCOMPLETE)[number];
