import { isSpaceOrTab } from '../text/ascii';

// Questions about how a line of Markdown begins that its bytes alone answer.

/** No block begins with this character. */
// @ts-ignore: decorator
@inline export function isPlainStart(c: i32): bool {
  if (c >= 65) return c != 95 && c != 96 && c != 126;
  return c == 33 || c == 34 || (c >= 36 && c <= 41) || c == 44 || c == 46 || c == 47 || c == 58 || c == 59 || c == 63 || c == 64;
}

/** Three or more of one character and nothing else but white space. */
export function isThematicBreak(from: usize, end: usize, c: i32): bool {
  let count = 0;
  for (let p = from; p < end; p++) {
    let b = <i32>load<u8>(p);
    if (b == c) count += 1;
    else if (!isSpaceOrTab(b)) return false;
  }
  return count >= 3;
}

/** The value, not the spelling: `01.` counts as one. */
export function isOne(from: usize, to: usize): bool {
  while (from + 1 < to && load<u8>(from) == 48) from += 1;
  return from + 1 == to && load<u8>(from) == 49;
}
