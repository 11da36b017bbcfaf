/** Characters that models read of a file at once: longer files are cut off by many tools. */
export const MAX_READ_CHARS = 50_000;

/** Groups rows into lists of at most `maxChars` characters, in order. A longer row is a list of its own. */
export function splitRows<T>(rows: readonly T[], toChars: (row: T) => number, maxChars: number): T[][] {
  const lists: T[][] = [];
  let chars = 0;
  for (const row of rows) {
    const own = toChars(row);
    if (lists.length === 0 || chars + own > maxChars) {
      lists.push([]);
      chars = 0;
    }
    lists.at(-1)?.push(row);
    chars += own;
  }
  return lists;
}
