import { blockAlloc, blockFree } from './arena';
import { words } from './merge';
import { SEPARATOR } from './tokenize';

/** Rows [first four bytes, big-endian; word]. */
let rows: usize = 0;

/** Word numbers by bytes, their count first, in a block of its own. Forms with separators are left out: they are no entries. */
export function sortWords(): usize {
  let count = 0;
  rows = blockAlloc(<usize>words.count << 3);
  for (let id = 0; id < words.count; id++) {
    let text = words.textOf(id);
    let length = words.lengthOf(id);
    if (hasSeparator(text, length)) continue;
    let row = rows + (<usize>count << 3);
    store<u32>(row, prefixOf(text, length));
    store<i32>(row, id, 4);
    count += 1;
  }
  sort(0, count - 1);
  let order = blockAlloc((<usize>count + 1) << 2);
  store<i32>(order, count);
  for (let i = 0; i < count; i++) store<i32>(order + (<usize>(i + 1) << 2), load<i32>(rows + (<usize>i << 3), 4));
  blockFree(rows);
  return order;
}

function hasSeparator(text: usize, length: i32): bool {
  for (let i = 0; i < length; i++) if (load<u8>(text + <usize>i) == SEPARATOR) return true;
  return false;
}

function prefixOf(text: usize, length: i32): u32 {
  let prefix: u32 = 0;
  for (let i = 0; i < 4; i++) prefix = (prefix << 8) | (i < length ? <u32>load<u8>(text + <usize>i) : 0);
  return prefix;
}

function isBefore(prefixA: u32, a: i32, prefixB: u32, b: i32): bool {
  if (prefixA != prefixB) return prefixA < prefixB;
  let textA = words.textOf(a);
  let textB = words.textOf(b);
  let lengthA = words.lengthOf(a);
  let lengthB = words.lengthOf(b);
  let length = lengthA < lengthB ? lengthA : lengthB;
  for (let i = 4; i < length; i++) {
    let x = load<u8>(textA + <usize>i);
    let y = load<u8>(textB + <usize>i);
    if (x != y) return x < y;
  }
  return lengthA < lengthB;
}

// @ts-ignore: decorator
@inline function prefixAt(i: i32): u32 {
  return load<u32>(rows + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline function wordAt(i: i32): i32 {
  return load<i32>(rows + (<usize>i << 3), 4);
}

// @ts-ignore: decorator
@inline function put(i: i32, prefix: u32, word: i32): void {
  store<u32>(rows + (<usize>i << 3), prefix);
  store<i32>(rows + (<usize>i << 3), word, 4);
}

/** Quicksort from the middle, the smaller side by recursion (so at most 32 deep), short runs by insertion. All words differ. */
function sort(low: i32, high: i32): void {
  while (high - low > 16) {
    let prefix = prefixAt((low + high) >> 1);
    let word = wordAt((low + high) >> 1);
    let i = low;
    let j = high;
    while (i <= j) {
      while (isBefore(prefixAt(i), wordAt(i), prefix, word)) i += 1;
      while (isBefore(prefix, word, prefixAt(j), wordAt(j))) j -= 1;
      if (i > j) break;
      let heldPrefix = prefixAt(i);
      let heldWord = wordAt(i);
      put(i, prefixAt(j), wordAt(j));
      put(j, heldPrefix, heldWord);
      i += 1;
      j -= 1;
    }
    if (j - low < high - i) {
      sort(low, j);
      low = i;
    } else {
      sort(i, high);
      high = j;
    }
  }
  for (let i = low + 1; i <= high; i++) {
    let prefix = prefixAt(i);
    let word = wordAt(i);
    let j = i - 1;
    while (j >= low && isBefore(prefix, word, prefixAt(j), wordAt(j))) {
      put(j + 1, prefixAt(j), wordAt(j));
      j -= 1;
    }
    put(j + 1, prefix, word);
  }
}
