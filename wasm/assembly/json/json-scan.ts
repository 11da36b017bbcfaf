import { Buffer } from '../memory/arena';
import { isDigit, isLetter } from '../text/ascii';

// RFC 8259 over the bytes of the text, without recursion. The lenient form also takes comments, trailing commas and what else JSON5 allows.

/** Per container, in order of opening: [place of the bracket, place behind the closing one, number of the next container that is not inside]. */
const tape = changetype<Buffer>(memory.data(12));
/** Numbers of the containers still open. */
const open = changetype<Buffer>(memory.data(12));

/** Where the text stopped being JSON. */
export let errorAt: usize = 0;

let lenient: bool = false;
let at: usize = 0;
let end: usize = 0;

export function jsonScanBegin(isLenient: bool): void {
  lenient = isLenient;
  tape.clear();
}

export function jsonScanFree(): void {
  tape.free();
  open.free();
}

export function containerCount(): i32 {
  return tape.length / 12;
}

/** Place behind a container's closing bracket. */
export function containerEnd(index: i32): usize {
  return load<usize>(tape.ptr + <usize>(index * 12), 4);
}

export function containerNext(index: i32): i32 {
  return load<i32>(tape.ptr + <usize>(index * 12), 8);
}

/** Is there exactly one value between the two addresses? Its containers are added to the tape. */
export function scanJson(from: usize, to: usize): bool {
  at = from;
  end = to;
  open.clear();
  if (!scanValues()) {
    errorAt = at;
    return false;
  }
  at = skipSpace(at, end);
  if (at < end) {
    errorAt = at;
    return false;
  }
  return true;
}

function scanValues(): bool {
  while (true) {
    // Here a value is due.
    at = skipSpace(at, end);
    if (at >= end) return false;
    let c = <i32>load<u8>(at);
    if (c == 123 || c == 91) {
      openContainer();
      at = skipSpace(at, end);
      if (at >= end) return false;
      if (<i32>load<u8>(at) != c + 2) {
        if (c == 123 && !scanKey()) return false;
        continue;
      }
      closeContainer();
    } else if (!scanScalar(c)) return false;
    // Here a value is complete.
    while (true) {
      if (open.length == 0) return true;
      at = skipSpace(at, end);
      if (at >= end) return false;
      let bracket = <i32>load<u8>(openPlace());
      c = <i32>load<u8>(at);
      if (c == 44) {
        at += 1;
        if (lenient) {
          at = skipSpace(at, end);
          if (at < end && <i32>load<u8>(at) == bracket + 2) {
            closeContainer();
            continue;
          }
        }
        if (bracket == 123) {
          at = skipSpace(at, end);
          if (!scanKey()) return false;
        }
        break;
      }
      if (c != bracket + 2) return false;
      closeContainer();
    }
  }
}

function openPlace(): usize {
  return load<usize>(tape.ptr + <usize>(load<i32>(open.ptr + <usize>open.length - 4) * 12));
}

function openContainer(): void {
  open.u32(containerCount());
  let entry = tape.reserve(12);
  store<usize>(entry, at);
  tape.length += 12;
  at += 1;
}

function closeContainer(): void {
  at += 1;
  let entry = tape.ptr + <usize>(load<i32>(open.ptr + <usize>open.length - 4) * 12);
  store<usize>(entry, at, 4);
  store<i32>(entry, containerCount(), 8);
  open.length -= 4;
}

/** A key and its colon. */
function scanKey(): bool {
  if (at >= end) return false;
  let c = <i32>load<u8>(at);
  if (c == 34 || (lenient && c == 39)) {
    if (!scanString(c)) return false;
  } else if (lenient && isNameByte(c) && !isDigit(c)) {
    at = skipName(at, end);
  } else return false;
  at = skipSpace(at, end);
  if (at >= end || load<u8>(at) != 58) return false;
  at += 1;
  return true;
}

function scanScalar(c: i32): bool {
  if (c == 34 || (lenient && c == 39)) return scanString(c);
  if (c == 45 || isDigit(c)) return lenient ? scanLenientNumber() : scanNumber();
  // true, false, null
  if (c == 116) return scanWord(0x65757274, 4, 0);
  if (c == 102) return scanWord(0x736c6166, 5, 101);
  if (c == 110) return scanWord(0x6c6c756e, 4, 0);
  return lenient && (c == 43 || c == 46 || c == 73 || c == 78) && scanLenientNumber();
}

function scanWord(first: i32, length: i32, fifth: i32): bool {
  if (at + <usize>length > end) return false;
  if (load<i32>(at, 0, 1) != first || (length == 5 && <i32>load<u8>(at, 4) != fifth)) return false;
  at += <usize>length;
  return true;
}

function scanNumber(): bool {
  if (load<u8>(at) == 45) at += 1;
  if (at >= end) return false;
  if (load<u8>(at) == 48) at += 1;
  else if (!skipDigits()) return false;
  if (at < end && load<u8>(at) == 46) {
    at += 1;
    if (!skipDigits()) return false;
  }
  if (at < end && (<i32>load<u8>(at) | 32) == 101) {
    at += 1;
    if (at < end && (load<u8>(at) == 43 || load<u8>(at) == 45)) at += 1;
    if (!skipDigits()) return false;
  }
  return true;
}

/** At least one digit. */
function skipDigits(): bool {
  let from = at;
  while (at < end && isDigit(<i32>load<u8>(at))) at += 1;
  return at > from;
}

/** Signs, hexadecimal, leading and trailing points, Infinity, NaN: what JSON5 calls a number, loosely. */
function scanLenientNumber(): bool {
  let from = at;
  let some = false;
  while (at < end) {
    let c = <i32>load<u8>(at);
    if (isDigit(c) || isLetter(c)) some = true;
    else if (c != 43 && c != 45 && c != 46) break;
    at += 1;
  }
  if (some) return true;
  at = from;
  return false;
}

function scanString(quote: i32): bool {
  at += 1;
  while (at < end) {
    if (ASC_FEATURE_SIMD) {
      while (at + 16 <= end) {
        let block = v128.load(at);
        let stop = v128.or(
          v128.or(i8x16.eq(block, i8x16.splat(<i8>quote)), i8x16.eq(block, i8x16.splat(92))),
          i8x16.lt_u(block, i8x16.splat(32)),
        );
        let mask = i8x16.bitmask(stop);
        if (mask) {
          at += <usize>ctz(mask);
          break;
        }
        at += 16;
      }
      if (at >= end) return false;
    }
    let c = <i32>load<u8>(at);
    if (c == quote) {
      at += 1;
      return true;
    }
    if (c == 92) {
      if (!scanEscape()) return false;
    } else if (c < 32 && !(lenient && c == 9)) return false;
    else at += 1;
  }
  return false;
}

function scanEscape(): bool {
  if (at + 1 >= end) return false;
  let c = <i32>load<u8>(at, 1);
  if (c == 117) {
    if (at + 6 > end) return false;
    for (let i: usize = 2; i < 6; i++) if (hexDigit(<i32>load<u8>(at + i)) < 0) return false;
    at += 6;
    return true;
  }
  if (!lenient && c != 34 && c != 92 && c != 47 && c != 98 && c != 102 && c != 110 && c != 114 && c != 116) return false;
  at += 2;
  return true;
}

export function hexDigit(c: i32): i32 {
  if (isDigit(c)) return c - 48;
  c |= 32;
  return c >= 97 && c <= 102 ? c - 87 : -1;
}

/** White space of JSON; comments when lenient. */
export function skipSpace(ptr: usize, to: usize): usize {
  while (ptr < to) {
    let c = <i32>load<u8>(ptr);
    if (c == 32 || c == 10 || c == 13 || c == 9) ptr += 1;
    else if (lenient && c == 47 && ptr + 1 < to && load<u8>(ptr, 1) == 47) {
      while (ptr < to && load<u8>(ptr) != 10) ptr += 1;
    } else if (lenient && c == 47 && ptr + 1 < to && load<u8>(ptr, 1) == 42) {
      let close = ptr + 2;
      while (close + 1 < to && !(load<u8>(close) == 42 && load<u8>(close, 1) == 47)) close += 1;
      if (close + 1 >= to) return ptr;
      ptr = close + 2;
    } else break;
  }
  return ptr;
}

// @ts-ignore: decorator
@inline function isNameByte(c: i32): bool {
  return isLetter(c) || isDigit(c) || c == 95 || c == 36 || c >= 0x80;
}

export function skipName(ptr: usize, to: usize): usize {
  while (ptr < to && isNameByte(<i32>load<u8>(ptr))) ptr += 1;
  return ptr;
}

/** Behind a string or another scalar of text that was scanned before. */
export function skipScalar(ptr: usize, to: usize): usize {
  let quote = <i32>load<u8>(ptr);
  if (quote == 34 || quote == 39) {
    ptr += 1;
    while (<i32>load<u8>(ptr) != quote) ptr += load<u8>(ptr) == 92 ? 2 : 1;
    return ptr + 1;
  }
  while (ptr < to) {
    let c = <i32>load<u8>(ptr);
    if (c <= 32 || c == 44 || c == 93 || c == 125 || c == 58 || c == 47) break;
    ptr += 1;
  }
  return ptr;
}
