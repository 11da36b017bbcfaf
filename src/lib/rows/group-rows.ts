import { groupBy } from '../group-by.ts';

/** Groups `rows` by number, in order; rows with a negative number are dropped. */
export function groupRows(rows: Uint32Array, groupOf: (row: number) => number): Map<number, Uint32Array> {
  const groups = [...groupBy(rows, groupOf)].filter(([group]) => group >= 0);
  return new Map(groups.map(([group, own]) => [group, Uint32Array.from(own)]));
}
