/** Numbers of the lines with a pattern that is tried again from every place of a run of blanks. */
export function findBacktracking(text: string): number[];
