/** Returns whether at most `limit` letters were added, dropped, changed or swapped with a neighbour. Same rule as the kernel's dictionary search. */
export function isWithinEdits(a: string, b: string, limit: number): boolean {
  const from = [...a];
  const to = [...b];
  if (Math.abs(from.length - to.length) > limit) return false;
  let older: number[] = [];
  let old = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = (old[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let cell = Math.min((old[j] as number) + 1, (row[j - 1] as number) + 1, changed);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) cell = Math.min(cell, (older[j - 2] as number) + 1);
      row.push(cell);
    }
    if (Math.min(...row) > limit) return false;
    older = old;
    old = row;
  }
  return (old[to.length] as number) <= limit;
}
