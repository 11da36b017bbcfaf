import { blockAlloc, blockFree } from '../memory/arena';
import { UNITS, words } from './merge-words';

/** Rows [bytes 0–3, bytes 4–7, word], the bytes as big-endian numbers. */
let rows: usize = 0;
const ROW: usize = 12;
const DIGIT_BITS: u32 = 11;
const DIGITS: i32 = 1 << 11;

/** Word numbers sorted by bytes, preceded by their count, in a separate block. Skips forms with separators, which have no entries. */
export function sortWords(): usize {
  let count = 0;
  rows = blockAlloc(<usize>words.count * ROW);
  for (let id = 0; id < words.count; id++) {
    if (load<i32>(words.record(id), UNITS) > 1) continue;
    let text = words.textOf(id);
    let length = words.lengthOf(id);
    put(count, prefixOf(text, length), prefixOf(text + 4, length - 4), id);
    count += 1;
  }
  sortByFirst(count);
  for (let low = 0; low < count; ) {
    let high = low;
    while (high + 1 < count && firstAt(high + 1) == firstAt(low)) high += 1;
    // Twice the depth of even halves: beyond it the input is made to be slow [E4].
    if (high > low) sort(low, high, (32 - clz((high - low + 1) | 1)) << 1);
    low = high + 1;
  }
  let order = blockAlloc((<usize>count + 1) << 2);
  store<i32>(order, count);
  for (let i = 0; i < count; i++) store<i32>(order + (<usize>(i + 1) << 2), wordAt(i));
  blockFree(rows);
  return order;
}

/** By the first four bytes, eleven bits at a time, the lowest first; what has them in common is compared afterwards. */
function sortByFirst(count: i32): void {
  let counts = blockAlloc(<usize>DIGITS << 2);
  let other = blockAlloc(<usize>count * ROW);
  for (let shift: u32 = 0; shift < 32; shift += DIGIT_BITS) {
    memory.fill(counts, 0, <usize>DIGITS << 2);
    for (let i = 0; i < count; i++) {
      let at = digitAt(counts, firstAt(i), shift);
      store<i32>(at, load<i32>(at) + 1);
    }
    let sum = 0;
    for (let i = 0; i < DIGITS; i++) {
      let at = counts + (<usize>i << 2);
      let own = load<i32>(at);
      store<i32>(at, sum);
      sum += own;
    }
    for (let i = 0; i < count; i++) {
      let from = rows + <usize>i * ROW;
      let at = digitAt(counts, load<u32>(from), shift);
      let place = load<i32>(at);
      store<i32>(at, place + 1);
      let to = other + <usize>place * ROW;
      store<u32>(to, load<u32>(from));
      store<u32>(to, load<u32>(from, 4), 4);
      store<u32>(to, load<u32>(from, 8), 8);
    }
    let used = rows;
    rows = other;
    other = used;
  }
  blockFree(other);
  blockFree(counts);
}

@inline function digitAt(counts: usize, first: u32, shift: u32): usize {
  return counts + (<usize>((first >>> shift) & (DIGITS - 1)) << 2);
}

function prefixOf(text: usize, length: i32): u32 {
  if (length >= 4) return bswap(load<u32>(text, 0, 1));
  let prefix: u32 = 0;
  for (let i = 0; i < 4; i++) prefix = (prefix << 8) | (i < length ? <u32>load<u8>(text + <usize>i) : 0);
  return prefix;
}

@inline function firstAt(i: i32): u32 {
  return load<u32>(rows + <usize>i * ROW);
}

@inline function secondAt(i: i32): u32 {
  return load<u32>(rows + <usize>i * ROW, 4);
}

@inline function wordAt(i: i32): i32 {
  return load<i32>(rows + <usize>i * ROW, 8);
}

@inline function put(i: i32, first: u32, second: u32, word: i32): void {
  let row = rows + <usize>i * ROW;
  store<u32>(row, first);
  store<u32>(row, second, 4);
  store<i32>(row, word, 8);
}

@inline function swap(i: i32, j: i32): void {
  let first = firstAt(i);
  let second = secondAt(i);
  let word = wordAt(i);
  put(i, firstAt(j), secondAt(j), wordAt(j));
  put(j, first, second, word);
}

@inline function isBefore(first: u32, second: u32, word: i32, otherFirst: u32, otherSecond: u32, other: i32): bool {
  if (first != otherFirst) return first < otherFirst;
  if (second != otherSecond) return second < otherSecond;
  return isTextBefore(word, other);
}

/** For words with the same first eight bytes. */
function isTextBefore(a: i32, b: i32): bool {
  let textA = words.textOf(a);
  let textB = words.textOf(b);
  let lengthA = words.lengthOf(a);
  let lengthB = words.lengthOf(b);
  let length = lengthA < lengthB ? lengthA : lengthB;
  for (let i = 8; i < length; i++) {
    let x = load<u8>(textA + <usize>i);
    let y = load<u8>(textB + <usize>i);
    if (x != y) return x < y;
  }
  return lengthA < lengthB;
}

function isRowBefore(i: i32, j: i32): bool {
  return isBefore(firstAt(i), secondAt(i), wordAt(i), firstAt(j), secondAt(j), wordAt(j));
}

/** Moves the median of three rows to `middle`. */
function orderThree(low: i32, middle: i32, high: i32): void {
  if (isRowBefore(middle, low)) swap(middle, low);
  if (isRowBefore(high, middle)) swap(high, middle);
  if (isRowBefore(middle, low)) swap(middle, low);
}

/** Quicksort by the middle of three, the smaller side by recursion; heap sort when it goes too deep; short runs by insertion. All words differ. */
function sort(low: i32, high: i32, depth: i32): void {
  while (high - low > 16) {
    if (depth == 0) {
      heapSort(low, high - low + 1);
      return;
    }
    depth -= 1;
    let middle = (low + high) >> 1;
    orderThree(low, middle, high);
    let first = firstAt(middle);
    let second = secondAt(middle);
    let word = wordAt(middle);
    let i = low;
    let j = high;
    while (i <= j) {
      while (isBefore(firstAt(i), secondAt(i), wordAt(i), first, second, word)) i += 1;
      while (isBefore(first, second, word, firstAt(j), secondAt(j), wordAt(j))) j -= 1;
      if (i > j) break;
      swap(i, j);
      i += 1;
      j -= 1;
    }
    if (j - low < high - i) {
      sort(low, j, depth);
      low = i;
    } else {
      sort(i, high, depth);
      high = j;
    }
  }
  insertionSort(low, high);
}

function insertionSort(low: i32, high: i32): void {
  for (let i = low + 1; i <= high; i++) {
    let first = firstAt(i);
    let second = secondAt(i);
    let word = wordAt(i);
    let j = i - 1;
    while (j >= low && isBefore(first, second, word, firstAt(j), secondAt(j), wordAt(j))) {
      put(j + 1, firstAt(j), secondAt(j), wordAt(j));
      j -= 1;
    }
    put(j + 1, first, second, word);
  }
}

function heapSort(low: i32, count: i32): void {
  for (let i = (count >> 1) - 1; i >= 0; i--) sink(low, i, count);
  for (let last = count - 1; last > 0; last--) {
    swap(low, low + last);
    sink(low, 0, last);
  }
}

function sink(low: i32, from: i32, count: i32): void {
  while (true) {
    let child = (from << 1) + 1;
    if (child >= count) return;
    if (child + 1 < count && isRowBefore(low + child, low + child + 1)) child += 1;
    if (!isRowBefore(low + from, low + child)) return;
    swap(low + from, low + child);
    from = child;
  }
}
