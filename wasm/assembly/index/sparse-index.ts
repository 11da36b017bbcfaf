// The sparse dictionary index: the first word of every SPARSE_BLOCKS blocks of a dictionary. It tells which part of the dictionary a word leads to.
import { BLOCK_WORDS, SPARSE_BLOCKS, H_BLOCKS, H_DICTIONARY, H_POSTINGS, H_WORDS } from './segment-format';

/** Below 0, 0 or above 0 as `a` sorts before, with or after `b`. */
export function compare(a: usize, aLength: i32, b: usize, bLength: i32): i32 {
  let length = aLength < bLength ? aLength : bLength;
  for (let i = 0; i < length; i++) {
    let difference = <i32>load<u8>(a + <usize>i) - <i32>load<u8>(b + <usize>i);
    if (difference != 0) return difference;
  }
  return aLength - bLength;
}

export function countBlocks(segment: usize): i32 {
  return (load<i32>(segment, H_WORDS) + BLOCK_WORDS - 1) / BLOCK_WORDS;
}

/** Where it lies: behind the rows of the blocks. */
export function sparseAt(segment: usize): usize {
  return segment + load<u32>(segment, H_BLOCKS) + (<usize>countBlocks(segment) << 3);
}

/** How many words it has. */
export function countSparse(segment: usize): i32 {
  return (countBlocks(segment) + SPARSE_BLOCKS - 1) / SPARSE_BLOCKS;
}

/** Its last word that is not after the given one; -1 where all are. With `asPrefix` no more of its words is compared than the given one has. */
export function findSparse(segment: usize, ptr: usize, length: i32, asPrefix: bool): i32 {
  let p = sparseAt(segment);
  let count = countSparse(segment);
  for (let i = 0; i < count; i++) {
    let size = <i32>load<u8>(p);
    if (compare(p + 1, asPrefix && size > length ? length : size, ptr, length) > 0) return i - 1;
    p += 1 + <usize>size;
  }
  return count - 1;
}

let spanEnd: u32 = 0;

/** Start of the span that `dictionarySpan` found. */
export function dictionarySpanEnd(): u32 {
  return spanEnd;
}

/** Where in the segment the entries lie that are read for a word, or for all that begin with it. */
export function dictionarySpan(segment: usize, ptr: usize, length: i32, asPrefix: bool): u32 {
  let start = load<u32>(segment, H_DICTIONARY);
  spanEnd = load<u32>(segment, H_POSTINGS);
  let first = findSparse(segment, ptr, length, false);
  let last = asPrefix ? findSparse(segment, ptr, length, true) : first;
  if (!asPrefix && first < 0) {
    spanEnd = start;
    return start;
  }
  let blocks = segment + load<u32>(segment, H_BLOCKS);
  // A walk over one prefix also reads the first word with another prefix.
  let after = (max(last, 0) + 1) * SPARSE_BLOCKS + <i32>asPrefix;
  if (after < countBlocks(segment)) spanEnd = start + load<u32>(blocks + (<usize>after << 3));
  return start + load<u32>(blocks + (<usize>(max(first, 0) * SPARSE_BLOCKS) << 3));
}

/** The part read of every segment; the dictionary is read only where a word leads. */
export function frontBytes(segment: usize): u32 {
  return load<u32>(segment, H_DICTIONARY);
}
