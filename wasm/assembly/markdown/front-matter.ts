import { Buffer } from '../memory/arena';
import { isLetter, isSpaceOrTab } from '../text/ascii';
import { APOSTROPHE, BACKSLASH, BRACKET_OPEN, COLON, DOT, EQUALS, GREATER, HASH, HYPHEN, LOWER_C, LOWER_D, LOWER_E, LOWER_I, LOWER_L, LOWER_N, LOWER_P, LOWER_R, LOWER_S, LOWER_T, LOWER_U, PIPE, PLUS, QUOTE, SPACE, UNDERSCORE } from '../text/characters';
import { isBlankLine, lineCount, lineEnd, lineStart } from '../text/lines';
import { textPtr } from '../text/utf8';

// YAML (`---`) and TOML (`+++`) at the top of a file. Only `title`, `description` and `url` are looked at.

const values = changetype<Buffer>(memory.data(12));
/** Spans of title, description, url in `values`: [start, length] each. */
@lazy const FOUND: usize = memory.data(24, 4);

export function frontMatterBegin(): void {
  values.clear();
  memory.fill(FOUND, 0, 24);
}

export function frontMatterFree(): void {
  values.free();
}

export function metaPtr(field: i32): usize {
  return values.ptr + load<usize>(FOUND + (<usize>field << 3));
}

export function metaLength(field: i32): i32 {
  return load<i32>(FOUND + (<usize>field << 3), 4);
}

/** Number of front matter lines, delimiters included, or 0. A page that begins with a thematic break has no key after it. */
export function readFrontMatter(): i32 {
  if (lineCount < 2) return 0;
  let mark = <i32>load<u8>(textPtr);
  if ((mark != HYPHEN && mark != PLUS) || !isMarkLine(0, mark)) return 0;
  let hasKey = false;
  let decided = false;
  for (let line = 1; line < lineCount; line++) {
    if (isMarkLine(line, mark) || (mark == HYPHEN && isMarkLine(line, DOT))) {
      if (!hasKey && decided) return 0;
      readKeys(line, mark);
      return line + 1;
    }
    if (decided || isBlankLine(line)) continue;
    let at = textPtr + <usize>lineStart(line);
    if (load<u8>(at) == HASH) continue;
    hasKey = findSeparator(line, mark) != 0;
    if (!hasKey) return 0;
    decided = true;
  }
  return 0;
}

function isMarkLine(line: i32, mark: i32): bool {
  let at = textPtr + <usize>lineStart(line);
  let end = textPtr + <usize>lineEnd(line);
  if (at + 3 > end) return false;
  for (let i: usize = 0; i < 3; i++) if (<i32>load<u8>(at + i) != mark) return false;
  at += 3;
  while (at < end) {
    if (!isSpaceOrTab(<i32>load<u8>(at))) return false;
    at += 1;
  }
  return true;
}

/** The `:` or `=` behind the key that begins the line, or 0. */
function findSeparator(line: i32, mark: i32): usize {
  let at = textPtr + <usize>lineStart(line);
  let end = textPtr + <usize>lineEnd(line);
  let first = <i32>load<u8>(at);
  if (mark == PLUS && first == BRACKET_OPEN) return at;
  if (!isLetter(first) && first != UNDERSCORE && first != QUOTE && first != APOSTROPHE) return 0;
  while (at < end) {
    let c = <i32>load<u8>(at);
    if (mark == PLUS && c == EQUALS) return at;
    if (mark == HYPHEN && c == COLON && (at + 1 == end || isSpaceOrTab(<i32>load<u8>(at, 1)))) return at;
    at += 1;
  }
  return 0;
}

function readKeys(last: i32, mark: i32): void {
  for (let line = 1; line < last; line++) {
    if (isBlankLine(line)) continue;
    let separator = findSeparator(line, mark);
    if (separator == 0) continue;
    let from = textPtr + <usize>lineStart(line);
    let to = separator;
    while (to > from && isSpaceOrTab(<i32>load<u8>(to - 1))) to -= 1;
    let field = fieldOf(from, <i32>(to - from));
    if (field < 0 || metaLength(field) > 0) continue;
    let start = values.length;
    readValue(separator + 1, line, last, mark);
    store<i32>(FOUND + (<usize>field << 3), start);
    store<i32>(FOUND + (<usize>field << 3), values.length - start, 4);
  }
}

function fieldOf(at: usize, length: i32): i32 {
  // title, description, url
  if (length == 5 && load<u8>(at) == LOWER_T && load<u8>(at, 1) == LOWER_I && load<u8>(at, 2) == LOWER_T && load<u8>(at, 3) == LOWER_L && load<u8>(at, 4) == LOWER_E) return 0;
  if (length == 3 && load<u8>(at) == LOWER_U && load<u8>(at, 1) == LOWER_R && load<u8>(at, 2) == LOWER_L) return 2;
  if (length != 11 || load<u8>(at) != LOWER_D || load<u8>(at, 1) != LOWER_E || load<u8>(at, 2) != LOWER_S || load<u8>(at, 3) != LOWER_C) return -1;
  return load<u8>(at, 4) == LOWER_R && load<u8>(at, 5) == LOWER_I && load<u8>(at, 6) == LOWER_P && load<u8>(at, 10) == LOWER_N ? 1 : -1;
}

@lazy const MAX_VALUE: i32 = 2000;

function readValue(at: usize, line: i32, last: i32, mark: i32): void {
  let end = textPtr + <usize>lineEnd(line);
  while (at < end && isSpaceOrTab(<i32>load<u8>(at))) at += 1;
  while (end > at && isSpaceOrTab(<i32>load<u8>(end - 1))) end -= 1;
  if (at >= end) return;
  let c = <i32>load<u8>(at);
  if (c == QUOTE || c == APOSTROPHE) {
    readQuoted(at + 1, end, c);
    return;
  }
  if (mark == HYPHEN && (c == GREATER || c == PIPE)) {
    readFolded(line + 1, last);
    return;
  }
  let to = at;
  while (to < end && !(load<u8>(to) == HASH && to > at && isSpaceOrTab(<i32>load<u8>(to - 1)))) to += 1;
  while (to > at && isSpaceOrTab(<i32>load<u8>(to - 1))) to -= 1;
  putLimited(at, to, values.length);
}

function readQuoted(at: usize, end: usize, quote: i32): void {
  let start = values.length;
  while (at < end && values.length - start < MAX_VALUE) {
    let c = <i32>load<u8>(at);
    if (c == quote) {
      if (quote != APOSTROPHE || at + 1 >= end || load<u8>(at, 1) != APOSTROPHE) return;
      at += 1;
    } else if (c == BACKSLASH && quote == QUOTE && at + 1 < end) {
      at += 1;
      c = <i32>load<u8>(at);
      if (c == LOWER_N || c == LOWER_T) c = SPACE;
    }
    values.u8(c);
    at += 1;
  }
}

/** Indented lines of a block scalar, joined by spaces. */
function readFolded(line: i32, last: i32): void {
  let start = values.length;
  while (line < last && values.length - start < MAX_VALUE) {
    let at = textPtr + <usize>lineStart(line);
    let end = textPtr + <usize>lineEnd(line);
    if (!isBlankLine(line)) {
      if (!isSpaceOrTab(<i32>load<u8>(at))) return;
      while (at < end && isSpaceOrTab(<i32>load<u8>(at))) at += 1;
      if (values.length > start) values.u8(SPACE);
      putLimited(at, end, start);
    }
    line += 1;
  }
}

function putLimited(at: usize, end: usize, start: i32): void {
  let room = MAX_VALUE - (values.length - start);
  if (<i32>(end - at) > room) {
    end = at + <usize>room;
    while (end > at && (<i32>load<u8>(end) & 0xc0) == 0x80) end -= 1;
  }
  values.bytes(at, <i32>(end - at));
}
