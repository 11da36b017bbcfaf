/** Groups `rows` by number, in order; rows with a negative number are dropped. Counts first, so that no list has to grow. */
export function groupRows(rows: Uint32Array, groupOf: (row: number) => number): Map<number, Uint32Array> {
  const counts = new Map<number, number>();
  // By index: until the code is optimised, an iterator creates an object for every number.
  for (let i = 0; i < rows.length; i++) {
    const group = groupOf(rows[i] as number);
    if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const groups = new Map<number, Uint32Array>();
  for (const [group, count] of counts) groups.set(group, new Uint32Array(count));
  const filled = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const group = groupOf(row);
    const own = groups.get(group);
    if (own === undefined) continue;
    const at = filled.get(group) ?? 0;
    own[at] = row;
    filled.set(group, at + 1);
  }
  return groups;
}
