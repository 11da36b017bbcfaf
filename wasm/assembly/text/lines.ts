import { scratchAlloc } from '../memory/arena';
import { LF } from './characters';
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
  let end = textPtr + <usize>textLength;
  lineCount = textLength == 0 || load<u8>(end - 1) == LF ? 0 : 1;
  let p = textPtr;
  if (ASC_FEATURE_SIMD) for (; p + 16 <= end; p += 16) lineCount += popcnt(feedsAt(p));
  for (; p < end; p++) lineCount += <i32>(load<u8>(p) == LF);
  starts = scratchAlloc((<usize>lineCount + 2) << 2);
  flags = scratchAlloc(<usize>lineCount + 2);
  continuations = textIsAscii ? 0 : scratchAlloc((<usize>lineCount + 2) << 2);
  store<i32>(starts, 0);
  if (continuations) store<i32>(continuations, 0);
  let from = textPtr;
  let line = 0;
  let seen = 0;
  p = from;
  while (p < end) {
    if (ASC_FEATURE_SIMD && p + 16 <= end) {
      let feeds = feedsAt(p);
      let step = feeds == 0 ? 16 : ctz(feeds);
      if (continuations) seen += popcnt(i8x16.bitmask(i8x16.lt_s(v128.load(p), i8x16.splat(-64))) & ((1 << step) - 1));
      p += <usize>step;
      if (feeds == 0) continue;
    } else if (load<u8>(p) != LF) {
      if ((<i32>load<u8>(p) & 0xc0) == 0x80) seen += 1;
      p += 1;
      continue;
    }
    closeLine(line, from, p, seen);
    line += 1;
    p += 1;
    from = p;
  }
  // The last line has no LF: a virtual one keeps `lineEnd` free of cases.
  if (from < end) closeLine(line, from, end, seen);
}

/** Bit i: byte i of the 16 at `p` is an LF. */
@inline function feedsAt(p: usize): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(<i8>LF)));
}

/** `seen`: continuation bytes of the text up to `to`. */
function closeLine(line: i32, from: usize, to: usize, seen: i32): void {
  store<u8>(flags + <usize>line, isBlank(from, to) ? LINE_BLANK : 0);
  store<i32>(starts + (<usize>line << 2), <i32>(to + 1 - textPtr), 4);
  if (continuations) store<i32>(continuations + (<usize>line << 2), seen, 4);
}
