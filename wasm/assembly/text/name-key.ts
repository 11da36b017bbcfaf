// A name as one word of the dictionary, so that a query that is the name finds what it names: a byte that no form begins with, then the name's
// forms without separators, that byte between them. `QuerySet.bulk_create` and `queryset.bulkCreate` have one key. The query side makes the same
// (src/kernel/query/query-groups.ts).
import { FORM, formLength, nextForm, SEPARATOR } from './tokenize';
import { COLON, DOT, HASH } from './characters';

/** Key of symbols, in the chunks where they begin. */
export const KEY_SYMBOL: u8 = 2;
/** Key of titles, in files. */
export const KEY_TITLE: u8 = 3;
/** Key of linked files, in the files that link to them. */
export const KEY_LINK: u8 = 4;
/** Forms that would make a key longer are left out. */
const MAX_KEY: i32 = 96;

@lazy export const KEY: usize = memory.data(128, 16);

export function isKey(word: usize): bool {
  let first = load<u8>(word);
  return first >= KEY_SYMBOL && first <= KEY_LINK;
}

/** Composes the key of a name and returns its length; 0 where the name holds no form. */
export function composeKey(kind: u8, ptr: usize, length: i32): i32 {
  let end = ptr + <usize>length;
  let size = 0;
  for (let p = ptr; p < end; ) {
    p = nextForm(p, end);
    if (formLength == 0 || size + 1 + formLength > MAX_KEY) break;
    store<u8>(KEY + <usize>size, kind);
    size += 1;
    for (let i = 0; i < formLength; i++) {
      let byte = load<u8>(FORM + <usize>i);
      if (byte == SEPARATOR) continue;
      store<u8>(KEY + <usize>size, byte);
      size += 1;
    }
  }
  return size;
}

/** Where the last segments of a dotted name begin: its own name is the last one. */
export function lastSegments(ptr: usize, length: i32, count: i32): i32 {
  for (let i = length - 2; i > 0; i--) {
    if (!isDot(load<u8>(ptr + <usize>i))) continue;
    count -= 1;
    if (count == 0) return i + 1;
  }
  return 0;
}

@inline function isDot(c: u8): bool {
  return c == DOT || c == COLON || c == HASH;
}
