import { Buffer } from '../memory/arena';
import { CR, LF, SPACE, TAB } from './characters';

/** The text being worked on: valid UTF-8, LF line ends, no BOM. Lives until the next `decodeText`. */
export let textPtr: usize = 0;
export let textLength: i32 = 0;
export let textIsAscii: bool = false;
/** Invisible and bidirectional controls, and the byte offset of the first. */
export let hiddenCount: i32 = 0;
export let hiddenFirst: i32 = 0;

@lazy export const DECODED_SAME: i32 = 0;
@lazy export const DECODED_REWRITTEN: i32 = 1;
@lazy export const DECODED_BINARY: i32 = 2;
@lazy export const DECODED_NOT_UTF8: i32 = 3;

@lazy const BINARY_WINDOW: i32 = 8192;

const decoded = changetype<Buffer>(memory.data(12));
let sawCarriageReturn: bool = false;

function setText(ptr: usize, length: i32): void {
  textPtr = ptr;
  textLength = length;
}

/** The bytes must stay where they are as long as the text is used: without a change the text is the bytes. */
export function decodeText(ptr: usize, length: i32): i32 {
  hiddenCount = 0;
  if (length >= 2) {
    let mark = <i32>load<u8>(ptr) << 8 | <i32>load<u8>(ptr, 1);
    if (mark == 0xfffe) return decodeUtf16(ptr + 2, length - 2, 0);
    if (mark == 0xfeff) return decodeUtf16(ptr + 2, length - 2, 1);
  }
  let status = DECODED_SAME;
  if (length >= 3 && load<u8>(ptr) == 0xef && load<u8>(ptr, 1) == 0xbb && load<u8>(ptr, 2) == 0xbf) {
    ptr += 3;
    length -= 3;
    status = DECODED_REWRITTEN;
  }
  if (hasNul(ptr, length)) return DECODED_BINARY;
  if (!validate(ptr, length)) return DECODED_NOT_UTF8;
  setText(ptr, length);
  if (sawCarriageReturn && dropCarriageReturns(ptr, length)) status = DECODED_REWRITTEN;
  return status;
}

export function freeDecoded(): void {
  decoded.free();
  textPtr = 0;
  textLength = 0;
}

function hasNul(ptr: usize, length: i32): bool {
  let end = ptr + <usize>(length < BINARY_WINDOW ? length : BINARY_WINDOW);
  if (ASC_FEATURE_SIMD) for (; ptr + 16 <= end; ptr += 16) if (!i8x16.all_true(v128.load(ptr))) return true;
  for (; ptr < end; ptr++) if (load<u8>(ptr) == 0) return true;
  return false;
}

function validate(start: usize, length: i32): bool {
  let ptr = start;
  let end = ptr + <usize>length;
  textIsAscii = true;
  sawCarriageReturn = false;
  let joinable = false;
  while (ptr < end) {
    let c = <i32>load<u8>(ptr);
    if (c < 0x80) {
      if (c == CR) sawCarriageReturn = true;
      joinable = false;
      ptr += 1;
      // Most text is ASCII.
      if (ASC_FEATURE_SIMD) for (; ptr + 16 <= end && i8x16.bitmask(v128.load(ptr)) == 0; ptr += 16) {
        if (v128.any_true(i8x16.eq(v128.load(ptr), i8x16.splat(<i8>CR)))) sawCarriageReturn = true;
      }
      continue;
    }
    textIsAscii = false;
    let left = <i32>(end - ptr);
    if (c < 0xe0) {
      if (c < 0xc2 || left < 2 || !isContinuation(ptr + 1)) return false;
      joinable = false;
      ptr += 2;
    } else if (c < 0xf0) {
      if (left < 3 || !isContinuation(ptr + 1) || !isContinuation(ptr + 2)) return false;
      let second = <i32>load<u8>(ptr, 1);
      if (c == 0xe0 && second < 0xa0) return false;
      if (c == 0xed && second >= 0xa0) return false;
      let point = pointAt(ptr);
      if (isHidden(point) && !(point == 0x200d && joinable)) noteHidden(<i32>(ptr - start));
      // U+200D inside an emoji sequence is how families and flags are written, not a hidden character.
      joinable = point == 0xfe0f || (point >= 0x2600 && point <= 0x27bf);
      ptr += 3;
    } else {
      if (c > 0xf4 || left < 4 || !isContinuation(ptr + 1) || !isContinuation(ptr + 2) || !isContinuation(ptr + 3)) return false;
      let second = <i32>load<u8>(ptr, 1);
      if (c == 0xf0 && second < 0x90) return false;
      if (c == 0xf4 && second >= 0x90) return false;
      if (c == 0xf3 && second == 0xa0 && load<u8>(ptr, 2) <= 0x81) noteHidden(<i32>(ptr - start));
      joinable = c == 0xf0;
      ptr += 4;
    }
  }
  return true;
}

@inline function isContinuation(ptr: usize): bool {
  return (<i32>load<u8>(ptr) & 0xc0) == 0x80;
}

function isHidden(point: i32): bool {
  if (point < 0x200b) return point == 0x180e;
  if (point <= 0x2069) return point <= 0x200f || (point >= 0x202a && point <= 0x202e) || (point >= 0x2060 && point != 0x2065);
  return point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb);
}

function noteHidden(at: i32): void {
  if (hiddenCount == 0) hiddenFirst = at;
  hiddenCount += 1;
}

/** Drops each CR before an LF; false if there was nothing to drop. */
function dropCarriageReturns(ptr: usize, length: i32): bool {
  let end = ptr + <usize>length;
  let from = ptr;
  let at = ptr;
  let found = false;
  while (at + 1 < end) {
    if (load<u8>(at) != CR || load<u8>(at, 1) != LF) {
      at += 1;
      continue;
    }
    if (!found) {
      found = true;
      decoded.clear();
      decoded.reserve(length);
    }
    decoded.bytes(from, <i32>(at - from));
    at += 1;
    from = at;
  }
  if (!found) return false;
  decoded.bytes(from, <i32>(end - from));
  setText(decoded.ptr, decoded.length);
  return true;
}

/** Lone surrogates and an odd last byte become U+FFFD, as every browser decodes them. */
function decodeUtf16(ptr: usize, length: i32, bigEndian: i32): i32 {
  decoded.clear();
  decoded.reserve(length + (length >> 1) + 4);
  let end = ptr + <usize>(length & ~1);
  while (ptr < end) {
    let unit = unitAt(ptr, bigEndian);
    ptr += 2;
    if (unit >= 0xd800 && unit < 0xdc00 && ptr < end) {
      let low = unitAt(ptr, bigEndian);
      if (low >= 0xdc00 && low < 0xe000) {
        ptr += 2;
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      }
    }
    if (unit >= 0xd800 && unit < 0xe000) unit = 0xfffd;
    if (unit == CR && ptr < end && unitAt(ptr, bigEndian) == LF) continue;
    putPoint(decoded, unit);
  }
  if (length & 1) putPoint(decoded, 0xfffd);
  if (hasNul(decoded.ptr, decoded.length)) return DECODED_BINARY;
  validate(decoded.ptr, decoded.length);
  setText(decoded.ptr, decoded.length);
  return DECODED_REWRITTEN;
}

@inline function unitAt(ptr: usize, bigEndian: i32): i32 {
  let a = <i32>load<u8>(ptr);
  let b = <i32>load<u8>(ptr, 1);
  return bigEndian ? a << 8 | b : b << 8 | a;
}

/** Appends one code point as UTF-8. */
export function putPoint(out: Buffer, point: i32): void {
  let at = out.reserve(4);
  out.length += <i32>(putUtf8(at, point) - at);
}

/** Writes one code point and returns the address after it. */
export function putUtf8(to: usize, point: i32): usize {
  if (point < 0x80) {
    store<u8>(to, point);
    return to + 1;
  }
  if (point < 0x800) {
    store<u8>(to, 0xc0 | point >> 6);
    store<u8>(to, 0x80 | point & 63, 1);
    return to + 2;
  }
  if (point < 0x10000) {
    store<u8>(to, 0xe0 | point >> 12);
    store<u8>(to, 0x80 | point >> 6 & 63, 1);
    store<u8>(to, 0x80 | point & 63, 2);
    return to + 3;
  }
  store<u8>(to, 0xf0 | point >> 18);
  store<u8>(to, 0x80 | point >> 12 & 63, 1);
  store<u8>(to, 0x80 | point >> 6 & 63, 2);
  store<u8>(to, 0x80 | point & 63, 3);
  return to + 4;
}

/** The code point that begins at `ptr` in valid UTF-8. */
export function pointAt(ptr: usize): i32 {
  let c = <i32>load<u8>(ptr);
  if (c < 0x80) return c;
  if (c < 0xe0) return (c & 31) << 6 | <i32>load<u8>(ptr, 1) & 63;
  if (c < 0xf0) return (c & 15) << 12 | (<i32>load<u8>(ptr, 1) & 63) << 6 | <i32>load<u8>(ptr, 2) & 63;
  return (c & 7) << 18 | (<i32>load<u8>(ptr, 1) & 63) << 12 | (<i32>load<u8>(ptr, 2) & 63) << 6 | <i32>load<u8>(ptr, 3) & 63;
}

/** Bytes of the code point whose first byte this is. */
@inline export function widthOf(first: i32): i32 {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** White space as in JavaScript's `\s`, so that "visible" means the same on both sides. */
export function isSpacePoint(point: i32): bool {
  if (point <= SPACE) return point == SPACE || (point >= TAB && point <= CR);
  if (point < 0xa0) return false;
  if (point < 0x2000) return point == 0xa0 || point == 0x1680;
  return point <= 0x200a || point == 0x2028 || point == 0x2029 || point == 0x202f || point == 0x205f || point == 0x3000 || point == 0xfeff;
}

/** No visible character between the two addresses. */
export function isBlank(ptr: usize, end: usize): bool {
  while (ptr < end) {
    let c = <i32>load<u8>(ptr);
    if (c < 0x80) {
      if (c > SPACE || !(c == SPACE || (c >= TAB && c <= CR))) return false;
      ptr += 1;
    } else {
      if (!isSpacePoint(pointAt(ptr))) return false;
      ptr += <usize>widthOf(c);
    }
  }
  return true;
}

export function countPoints(ptr: usize, end: usize): i32 {
  if (textIsAscii) return <i32>(end - ptr);
  let count: i32 = <i32>(end - ptr);
  while (ptr < end) {
    if ((<i32>load<u8>(ptr) & 0xc0) == 0x80) count -= 1;
    ptr += 1;
  }
  return count;
}
