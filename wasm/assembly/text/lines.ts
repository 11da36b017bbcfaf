import { scratchAlloc } from '../memory/arena';
import { LF, SPACE } from './characters';
import { isBlank, textIsAscii, textLength, textPtr } from './utf8';

// The line table of the text. Lines are 0-based here; the outside counts from 1.

@lazy export const LINE_BLANK: i32 = 1;
/** The line continues a fence begun above: a cut before it would be inside the fence. */
@lazy export const LINE_IN_FENCE: i32 = 2;

export let lineCount: i32 = 0;
let starts: usize = 0;
let flags: usize = 0;
/** Continuation bytes before each line; 0 for ASCII texts. */
let continuations: usize = 0;

/** Byte offset of a line; `lineStart(lineCount)` is one past the end of the last line, with or without an LF. */
@inline export function lineStart(line: i32): i32 {
  return load<i32>(starts + (<usize>line << 2));
}

/** Offset of the LF that ends the line. */
@inline export function lineEnd(line: i32): i32 {
  return load<i32>(starts + (<usize>line << 2), 4) - 1;
}

@inline export function lineFlags(line: i32): i32 {
  return <i32>load<u8>(flags + <usize>line);
}

@inline export function addLineFlag(line: i32, flag: i32): void {
  let at = flags + <usize>line;
  store<u8>(at, <i32>load<u8>(at) | flag);
}

@inline export function isBlankLine(line: i32): bool {
  return (lineFlags(line) & LINE_BLANK) != 0;
}

/** Code points before a line. */
@inline export function pointsBefore(line: i32): i32 {
  let at = lineStart(line);
  return continuations == 0 ? at : at - load<i32>(continuations + (<usize>line << 2));
}

/** Code points of lines [from, to), the last LF left out. */
@inline export function pointsOfLines(from: i32, to: i32): i32 {
  return to <= from ? 0 : pointsBefore(to) - pointsBefore(from) - 1;
}

/** The line that holds a byte. */
export function lineOf(offset: i32): i32 {
  let low = 0;
  let high = lineCount;
  while (high - low > 1) {
    let middle = (low + high) >>> 1;
    if (lineStart(middle) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Needs scratch of 5 or 9 bytes a line. */
export function scanLines(): void {
  let length = textLength;
  lineCount = countLines();
  starts = scratchAlloc((<usize>lineCount + 2) << 2);
  flags = scratchAlloc(<usize>lineCount + 2);
  continuations = textIsAscii ? 0 : scratchAlloc((<usize>lineCount + 2) << 2);
  let seen = textIsAscii ? fillAscii() : fillUnicode();
  if (length > 0 && load<u8>(textPtr + <usize>length - 1) == LF) return;
  if (length == 0) return;
  // The last line has no LF: a virtual one keeps `lineEnd` free of cases.
  let line = lineCount - 1;
  store<i32>(starts + (<usize>lineCount << 2), length + 1);
  store<u8>(flags + <usize>line, isBlank(textPtr + <usize>lineStart(line), textPtr + <usize>length) ? LINE_BLANK : 0);
  if (continuations) store<i32>(continuations + (<usize>lineCount << 2), seen);
}

function countLines(): i32 {
  let ptr = textPtr;
  let end = ptr + <usize>textLength;
  if (textLength == 0) return 0;
  let count = load<u8>(end - 1) == LF ? 0 : 1;
  if (ASC_FEATURE_SIMD) {
    while (ptr + 16 <= end) {
      count += popcnt(i8x16.bitmask(i8x16.eq(v128.load(ptr), i8x16.splat(<i8>LF))));
      ptr += 16;
    }
  }
  while (ptr < end) {
    if (load<u8>(ptr) == LF) count += 1;
    ptr += 1;
  }
  return count;
}

@inline function closeLine(line: i32, from: usize, to: usize): void {
  let c = from < to ? <i32>load<u8>(from) : 10;
  // Most lines begin with a visible ASCII character.
  let blank = c > SPACE && c < 0x80 ? false : isBlank(from, to);
  store<u8>(flags + <usize>line, blank ? LINE_BLANK : 0);
  store<i32>(starts + (<usize>line << 2), <i32>(to + 1 - textPtr), 4);
}

function fillAscii(): i32 {
  let ptr = textPtr;
  let end = ptr + <usize>textLength;
  let from = ptr;
  let line = 0;
  store<i32>(starts, 0);
  if (ASC_FEATURE_SIMD) {
    while (ptr + 16 <= end) {
      let mask = i8x16.bitmask(i8x16.eq(v128.load(ptr), i8x16.splat(<i8>LF)));
      while (mask) {
        let to = ptr + <usize>ctz(mask);
        mask &= mask - 1;
        closeLine(line, from, to);
        line += 1;
        from = to + 1;
      }
      ptr += 16;
    }
  }
  while (ptr < end) {
    if (load<u8>(ptr) == LF) {
      closeLine(line, from, ptr);
      line += 1;
      from = ptr + 1;
    }
    ptr += 1;
  }
  return 0;
}

function fillUnicode(): i32 {
  let ptr = textPtr;
  let end = ptr + <usize>textLength;
  let from = ptr;
  let line = 0;
  let seen = 0;
  store<i32>(starts, 0);
  store<i32>(continuations, 0);
  if (ASC_FEATURE_SIMD) {
    while (ptr + 16 <= end) {
      let block = v128.load(ptr);
      let mask = i8x16.bitmask(i8x16.eq(block, i8x16.splat(<i8>LF)));
      let inner = i8x16.bitmask(i8x16.lt_s(block, i8x16.splat(-64)));
      while (mask) {
        let bit = ctz(mask);
        let to = ptr + <usize>bit;
        mask &= mask - 1;
        closeLine(line, from, to);
        store<i32>(continuations + (<usize>line << 2), seen + popcnt(inner & ((1 << bit) - 1)), 4);
        line += 1;
        from = to + 1;
      }
      seen += popcnt(inner);
      ptr += 16;
    }
  }
  while (ptr < end) {
    let c = <i32>load<u8>(ptr);
    if ((c & 0xc0) == 0x80) seen += 1;
    else if (c == LF) {
      closeLine(line, from, ptr);
      store<i32>(continuations + (<usize>line << 2), seen, 4);
      line += 1;
      from = ptr + 1;
    }
    ptr += 1;
  }
  return seen;
}
