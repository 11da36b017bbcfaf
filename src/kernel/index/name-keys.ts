import { toUtf8 } from '../../lib/bytes.ts';
import type { Form } from './analyzer.ts';

/** Prefixes of name keys, shared with wasm/assembly/text/name-key.ts. */
export const KEY = { symbol: '\u0002', title: '\u0003', link: '\u0004' } as const;
const MAX_KEY = 96;

/** Returns the dictionary key of a name with these forms; empty if even the first form is too long. */
export function toNameKey(kind: keyof typeof KEY, forms: readonly Form[]): string {
  let key = '';
  let bytes = 0;
  for (const { text, parts } of forms) {
    const length = toUtf8(text).length;
    // The kernel counts the separators between parts as well.
    if (bytes + 1 + length + Math.max(0, parts.length - 1) > MAX_KEY) break;
    key += KEY[kind] + text;
    bytes += 1 + length;
  }
  return key;
}

export function isNameKey(word: string): boolean {
  return word.startsWith(KEY.symbol) || word.startsWith(KEY.title) || word.startsWith(KEY.link);
}
