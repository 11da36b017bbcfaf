/** `rows` by the number of their group, in their order; those with a negative one are in none. Counted first, so that no list grows. */
export function groupRows(rows: Uint32Array, groupOf: (row: number) => number): Map<number, Uint32Array> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const group = groupOf(row);
    if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const groups = new Map<number, Uint32Array>();
  for (const [group, count] of counts) groups.set(group, new Uint32Array(count));
  const filled = new Map<number, number>();
  for (const row of rows) {
    const own = groups.get(groupOf(row));
    if (own === undefined) continue;
    const at = filled.get(groupOf(row)) ?? 0;
    own[at] = row;
    filled.set(groupOf(row), at + 1);
  }
  return groups;
}
