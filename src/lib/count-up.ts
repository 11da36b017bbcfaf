/** Returns 0, 1, 2 … below `end`. */
export function countUp(end: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(end);
  for (let i = 0; i < end; i++) numbers[i] = i;
  return numbers;
}
