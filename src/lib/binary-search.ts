/** The first of `count` places where `isReached` holds, `count` where it never does. From there on it must hold everywhere. */
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

/** Which of the first `count` ranges, each given by its start, holds the value. */
export function findRange(starts: Uint32Array, count: number, value: number): number {
  return Math.max(0, findFirst(count, (i) => (starts[i] as number) > value) - 1);
}
