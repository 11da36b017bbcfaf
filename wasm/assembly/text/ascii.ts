// Classes of ASCII characters as CommonMark uses them.

// @ts-ignore: decorator
@inline export function isDigit(c: i32): bool {
  return <u32>(c - 48) <= 9;
}

// @ts-ignore: decorator
@inline export function isLetter(c: i32): bool {
  return <u32>((c | 32) - 97) <= 25;
}

// @ts-ignore: decorator
@inline export function isSpaceOrTab(c: i32): bool {
  return c == 32 || c == 9;
}

/** Space, tab, LF, VT, FF, CR. */
// @ts-ignore: decorator
@inline export function isWhite(c: i32): bool {
  return c == 32 || <u32>(c - 9) <= 4;
}

// @ts-ignore: decorator
@inline export function isPunctuation(c: i32): bool {
  return <u32>(c - 33) <= 14 || <u32>(c - 58) <= 6 || <u32>(c - 91) <= 5 || <u32>(c - 123) <= 3;
}

/** Compares with a lower-case static text, ASCII case-insensitively. */
export function matchesLower(ptr: usize, end: usize, lower: usize, length: i32): bool {
  if (ptr + <usize>length > end) return false;
  for (let i: usize = 0; i < <usize>length; i++) {
    let c = <i32>load<u8>(ptr + i);
    if (<u32>(c - 65) <= 25) c |= 32;
    if (c != <i32>load<u8>(lower + i)) return false;
  }
  return true;
}
