/** Returns the first of `count` places for which `isReached` is true, or `count`. It must be true for every later place. */
export function findFirst(count: number, isReached: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns which of the first `count` ranges, given by their starts, contains the value. */
export function findRange(starts: Uint32Array, count: number, value: number): number {
  return Math.max(0, findFirst(count, (i) => (starts[i] as number) > value) - 1);
}
