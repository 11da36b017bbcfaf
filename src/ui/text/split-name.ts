/** Separators between the parts of a name: folders, hosts, words. */
const SEPARATORS = '/\\.:_-› ';

/**
 * Splits a name into a start, which may be truncated, and an end, which begins with a separator and is never cut inside a word: a tail of
 * fixed length makes `tadmin/test_checks.py` out of two names. The end is the last part, and as many before it as fit.
 */
export function splitName(name: string, tail: number): readonly [head: string, end: string] {
  const lastSlash = name.lastIndexOf('/', name.length - 2);
  let at = lastSlash > 0 && name.length - lastSlash <= 2 * tail ? lastSlash : name.length;
  for (let i = name.length - 1; i > 0 && name.length - i <= tail; i--) {
    if (i < at && SEPARATORS.includes(name[i] as string)) at = i;
  }
  return [name.slice(0, at), name.slice(at)];
}
