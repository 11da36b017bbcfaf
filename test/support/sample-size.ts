/** In `npm run test:long`. */
export const isWhole = process.env.QUIRE_WHOLE === '1';

/**
 * How many turns a test takes of something it could do for longer: `sample` in `npm test`, `whole` in `npm run test:long`, which runs every
 * test file that imports this.
 */
export function sampleSize({ sample, whole }: { readonly sample: number; readonly whole: number }): number {
  return isWhole ? whole : sample;
}

/** Every fifth of the cases of a test, from the first on: all of them in `npm run test:long`. */
export function sampleOf<T>(cases: readonly T[]): T[] {
  const step = sampleSize({ sample: 5, whole: 1 });
  return cases.filter((_, i) => i % step === 0);
}
