/** Undefined: every key. `none`: no key can match. */
export function toKeyRange(options: {
  prefix: string;
  after?: string;
  reverse?: boolean;
}): IDBKeyRange | undefined | 'none' {
  const { prefix, after, reverse } = options;
  let lower = { key: prefix, open: false };
  let upper = findSuccessor(prefix);
  if (after !== undefined && reverse && (upper === undefined || after < upper)) upper = after;
  if (after !== undefined && !reverse && after >= lower.key) lower = { key: after, open: true };
  if (upper === undefined)
    return lower.key === '' && !lower.open ? undefined : IDBKeyRange.lowerBound(lower.key, lower.open);
  if (lower.key >= upper) return 'none';
  return IDBKeyRange.bound(lower.key, upper, lower.open, true);
}

/** Returns the smallest string greater than every string with the prefix, in UTF-16 order; undefined if the prefix has no such successor. */
function findSuccessor(prefix: string): string | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const unit = prefix.charCodeAt(last);
    if (unit < 0xffff) return prefix.slice(0, last) + String.fromCharCode(unit + 1);
  }
  return undefined;
}
