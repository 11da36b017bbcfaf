import { blockAlloc, blockFree } from '../memory/arena';
import { UNITS, words } from './merge-words';

/** Rows [bytes 0–3, bytes 4–7, word], the bytes as big-endian numbers: most words differ in them. */
const ROW: usize = 12;

/** Word numbers sorted by bytes, preceded by their count, in a separate block. Skips forms with separators, which have no entries. */
export function sortWords(): usize {
  let count = 0;
  let rows = blockAlloc(<usize>words.count * ROW);
  for (let id = 0; id < words.count; id++) {
    if (load<i32>(words.record(id), UNITS) > 1) continue;
    let row = rows + <usize>count * ROW;
    let text = words.textOf(id);
    let length = words.lengthOf(id);
    store<u32>(row, prefixOf(text, length));
    store<u32>(row, prefixOf(text + 4, length - 4), 4);
    store<i32>(row, id, 8);
    count += 1;
  }
  let other = blockAlloc(<usize>count * ROW);
  for (let width = 1; width < count; width <<= 1) {
    for (let low = 0; low < count; low += width << 1) mergeRuns(rows, other, low, min(low + width, count), min(low + (width << 1), count));
    let used = rows;
    rows = other;
    other = used;
  }
  let order = blockAlloc((<usize>count + 1) << 2);
  store<i32>(order, count);
  for (let i = 0; i < count; i++) store<i32>(order + (<usize>(i + 1) << 2), load<i32>(rows + <usize>i * ROW, 8));
  blockFree(rows);
  blockFree(other);
  return order;
}

/** Merges the sorted rows [low, middle) and [middle, high) of `from` into `to`. */
function mergeRuns(from: usize, to: usize, low: i32, middle: i32, high: i32): void {
  let a = from + <usize>low * ROW;
  let b = from + <usize>middle * ROW;
  let aEnd = b;
  let bEnd = from + <usize>high * ROW;
  let out = to + <usize>low * ROW;
  let end = to + <usize>high * ROW;
  for (; out < end; out += ROW) {
    let isFirst = b == bEnd || (a < aEnd && isBefore(a, b));
    let row = isFirst ? a : b;
    store<u32>(out, load<u32>(row));
    store<u32>(out, load<u32>(row, 4), 4);
    store<u32>(out, load<u32>(row, 8), 8);
    if (isFirst) a += ROW;
    else b += ROW;
  }
}

function prefixOf(text: usize, length: i32): u32 {
  if (length >= 4) return bswap(load<u32>(text, 0, 1));
  let prefix: u32 = 0;
  for (let i = 0; i < 4; i++) prefix = (prefix << 8) | (i < length ? <u32>load<u8>(text + <usize>i) : 0);
  return prefix;
}

/** All words differ. */
@inline function isBefore(a: usize, b: usize): bool {
  if (load<u32>(a) != load<u32>(b)) return load<u32>(a) < load<u32>(b);
  if (load<u32>(a, 4) != load<u32>(b, 4)) return load<u32>(a, 4) < load<u32>(b, 4);
  return isTextBefore(load<i32>(a, 8), load<i32>(b, 8));
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
