/** Groups `rows` by number, in order; rows with a negative number are dropped. */
export function groupRows(rows: Uint32Array, groupOf: (row: number) => number): Map<number, Uint32Array> {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const group = groupOf(row);
    const own = groups.get(group);
    if (own !== undefined) own.push(row);
    else if (group >= 0) groups.set(group, [row]);
  }
  return new Map([...groups].map(([group, own]) => [group, Uint32Array.from(own)]));
}
