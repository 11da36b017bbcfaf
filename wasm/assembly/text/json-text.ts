import { Buffer } from '../memory/arena';
import { BACKSLASH, CASE_BIT, DIGIT_0, DIGIT_9, LOWER_A, LOWER_F, LOWER_U, QUOTE, SLASH, SPACE } from './characters';
import { putUtf8 } from './utf8';

@lazy const decoded: Buffer = changetype<Buffer>(memory.data(12, 16));

export function hasBackslash(ptr: usize, length: i32): bool {
  for (let i = 0; i < length; i++) if (load<u8>(ptr + <usize>i) == BACKSLASH) return true;
  return false;
}

/** The text with JSON string escapes read, valid until the next call. Control characters become spaces: they separate words. */
export function decodeJsonText(ptr: usize, length: i32): Buffer {
  decoded.clear();
  // No escape is shorter than what it stands for.
  let to = decoded.reserve(length);
  let end = ptr + <usize>length;
  while (ptr < end) {
    let c = <i32>load<u8>(ptr);
    ptr += 1;
    if (c != BACKSLASH || ptr == end) {
      store<u8>(to, c);
      to += 1;
      continue;
    }
    c = load<u8>(ptr);
    ptr += 1;
    if (c != LOWER_U) {
      store<u8>(to, c == QUOTE || c == BACKSLASH || c == SLASH ? c : SPACE);
      to += 1;
      continue;
    }
    let unit = hex4(ptr, end);
    if (unit < 0) continue;
    ptr += 4;
    if (unit >= 0xd800 && unit < 0xdc00 && ptr + 6 <= end && load<u8>(ptr) == BACKSLASH && load<u8>(ptr, 1) == LOWER_U) {
      let low = hex4(ptr + 2, end);
      if (low >= 0xdc00 && low < 0xe000) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        ptr += 6;
      }
    }
    to = putUtf8(to, unit < SPACE ? SPACE : unit);
  }
  decoded.length = <i32>(to - decoded.ptr);
  return decoded;
}

/** −1 when the four bytes are not hexadecimal. */
function hex4(ptr: usize, end: usize): i32 {
  if (ptr + 4 > end) return -1;
  let value = 0;
  for (let i = 0; i < 4; i++) {
    let c = <i32>load<u8>(ptr + <usize>i);
    let lower = c | CASE_BIT;
    let digit = c >= DIGIT_0 && c <= DIGIT_9 ? c - DIGIT_0 : lower >= LOWER_A && lower <= LOWER_F ? lower - (LOWER_A - 10) : -1;
    if (digit < 0) return -1;
    value = (value << 4) | digit;
  }
  return value;
}
