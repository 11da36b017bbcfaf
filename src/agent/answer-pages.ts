/** Characters of JSON in one answer, some ten thousand tokens: an agent's context is not filled by one call. */
export const MAX_ANSWER_CHARS = 40_000;

/** Part of an answer. `next_cursor` leads on: the same call with it as `cursor`. */
export interface AnswerPage<T> {
  readonly items: readonly T[];
  /** Of all items. */
  readonly total: number;
  readonly next_cursor?: string;
}

/** The items from the cursor on that fit into one answer; always one at least, so that whoever goes on comes to an end. */
export function toPage<T>(all: readonly T[], cursor: string | undefined): AnswerPage<T> {
  const start = readCursor(cursor, all.length);
  const end = start + countFitting(all.slice(start));
  return { items: all.slice(start, end), total: all.length, ...(end < all.length ? { next_cursor: String(end) } : {}) };
}

/** The same for one long text. Surrogates stay together. */
export function toTextPage(text: string, cursor: string | undefined): { text: string; next_cursor?: string } {
  const start = readCursor(cursor, text.length);
  const limit = start + MAX_ANSWER_CHARS;
  if (limit >= text.length) return { text: text.slice(start) };
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1] as string) ? limit - 1 : limit;
  return { text: text.slice(start, end), next_cursor: String(end) };
}

/** How many of the items, from the first on, one answer holds. */
export function countFitting(items: readonly unknown[]): number {
  let chars = 0;
  for (const [i, item] of items.entries()) {
    chars += JSON.stringify(item)?.length ?? 0;
    if (chars > MAX_ANSWER_CHARS) return Math.max(1, i);
  }
  return items.length;
}

export function readCursor(cursor: string | undefined, most: number): number {
  if (cursor === undefined) return 0;
  const at = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(at <= most)) throw new Error('bad input: cursor is none that an answer gave');
  return at;
}
