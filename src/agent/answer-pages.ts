import type { References } from '../engine/contract.ts';

/** Characters of JSON in one answer, some ten thousand tokens: a single call must not fill an agent's context. */
export const MAX_ANSWER_CHARS = 40_000;

/** Part of an answer. Pass `next_cursor` as `cursor` to the same call for the next part. */
interface AnswerPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly next_cursor?: string;
}

/** Returns the items from the cursor on that fit into one answer; always at least one, so that paging ends. */
export function toPage<T>(all: readonly T[], cursor: string | undefined): AnswerPage<T> {
  const start = readCursor(cursor, all.length);
  const items = toWritten(all.slice(start));
  const end = start + countFitting(items);
  const more = end < all.length ? { next_cursor: String(end) } : {};
  return { items: items.slice(0, end - start), total: all.length, ...more };
}

/** Fields of chunks, hits and files that answers spell as exports do. */
const WRITTEN = new Set(
  `shortId chunkIndex startLine endLine contentHash tokenEstimate headingPath assetPath
  lineCount chunkCount tokenTotal`.split(/\s+/),
);

function toName(key: string): string {
  return WRITTEN.has(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;
}

export function toWritten<T>(value: T): T {
  if (Array.isArray(value)) return value.map(toWritten) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toName(key), toWritten(item)])) as T;
}

/** Returns a page of one long text. Keeps surrogate pairs together. */
export function toTextPage(
  text: string,
  cursor: string | undefined,
  maxChars = MAX_ANSWER_CHARS,
): { text: string; next_cursor?: string } {
  const start = readCursor(cursor, text.length);
  const limit = start + maxChars;
  if (limit >= text.length) return { text: text.slice(start) };
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1] as string) ? limit - 1 : limit;
  return { text: text.slice(start, end), next_cursor: String(end) };
}

/** Characters of an answer around its items. */
const FRAME_CHARS = 1_000;

/** Counts the leading items that fit into one answer. */
export function countFitting(items: readonly unknown[]): number {
  let chars = FRAME_CHARS;
  for (const [i, item] of items.entries()) {
    // A comma follows it.
    chars += 1 + (JSON.stringify(item)?.length ?? 0);
    if (chars > MAX_ANSWER_CHARS) return Math.max(1, i);
  }
  return items.length;
}

export function readCursor(cursor: string | undefined, max: number): number {
  if (cursor === undefined) return 0;
  const at = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(at <= max)) throw new Error('bad input: cursor is not from an earlier answer');
  return at;
}

/** Lists references as one row per line, in order. */
export function listLines({ files }: References): object[] {
  return files.flatMap(({ path, isTest, lines }) =>
    lines.map(({ line, what, text }) => ({ path, line, what, text, ...(isTest ? { test: true } : {}) })),
  );
}
