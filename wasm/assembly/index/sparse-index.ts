// The first word of every GUIDE_BLOCKS blocks of a dictionary: they tell which part of it a word leads to.
import { BLOCK_WORDS, GUIDE_BLOCKS, H_BLOCKS, H_DICTIONARY, H_POSTINGS, H_WORDS } from './segment-format';

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

/** They follow the rows of the blocks. */
export function guidesAt(segment: usize): usize {
  return segment + load<u32>(segment, H_BLOCKS) + (<usize>countBlocks(segment) << 3);
}

/** 0 in segments of earlier builds, which had none. */
export function countGuides(segment: usize): i32 {
  if (guidesAt(segment) == segment + load<u32>(segment, H_DICTIONARY)) return 0;
  return (countBlocks(segment) + GUIDE_BLOCKS - 1) / GUIDE_BLOCKS;
}

/** The last guide word that is not after the given one; -1 where all are. With `asPrefix` no more of a guide word counts than the given one has. */
export function findGuide(segment: usize, ptr: usize, length: i32, asPrefix: bool): i32 {
  let p = guidesAt(segment);
  let count = countGuides(segment);
  for (let i = 0; i < count; i++) {
    let size = <i32>load<u8>(p);
    if (compare(p + 1, asPrefix && size > length ? length : size, ptr, length) > 0) return i - 1;
    p += 1 + <usize>size;
  }
  return count - 1;
}

let spanEnd: u32 = 0;

/** Of the span that `dictionarySpan` found. */
export function dictionarySpanEnd(): u32 {
  return spanEnd;
}

/** Where in the segment the entries lie that are read for a word, or for all that begin with it. */
export function dictionarySpan(segment: usize, ptr: usize, length: i32, asPrefix: bool): u32 {
  let start = load<u32>(segment, H_DICTIONARY);
  spanEnd = load<u32>(segment, H_POSTINGS);
  if (countGuides(segment) == 0) return start;
  let first = findGuide(segment, ptr, length, false);
  let last = asPrefix ? findGuide(segment, ptr, length, true) : first;
  if (!asPrefix && first < 0) {
    spanEnd = start;
    return start;
  }
  let blocks = segment + load<u32>(segment, H_BLOCKS);
  // Whoever walks on from a beginning reads the first word that has another one.
  let after = (max(last, 0) + 1) * GUIDE_BLOCKS + <i32>asPrefix;
  if (after < countBlocks(segment)) spanEnd = start + load<u32>(blocks + (<usize>after << 3));
  return start + load<u32>(blocks + (<usize>(max(first, 0) * GUIDE_BLOCKS) << 3));
}

/** What is read of every segment: with guide words, its dictionary is read where a word leads. */
export function frontBytes(segment: usize): u32 {
  return countGuides(segment) > 0 ? load<u32>(segment, H_DICTIONARY) : load<u32>(segment, H_POSTINGS);
}
