/**
 * How many turns a test takes of something it could do for longer: `sample` in `npm test`, `whole` in `npm run test:long`, which runs every
 * test file that imports this.
 */
export function sampleSize({ sample, whole }: { readonly sample: number; readonly whole: number }): number {
  return process.env.QUIRE_WHOLE === '1' ? whole : sample;
}
