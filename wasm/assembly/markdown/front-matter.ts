import { Buffer } from '../memory/arena';
import { isLetter, isSpaceOrTab } from '../text/ascii';
import { APOSTROPHE, BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, COLON, COMMA, EQUALS, GREATER, HASH, HYPHEN, LF, LOWER_N, LOWER_T, PIPE, PLUS, QUOTE, SPACE, UNDERSCORE } from '../text/characters';
import { equalBytes } from '../chunk/strings';
import { isBlankLine, lineCount, lineEnd, lineStart } from '../text/lines';
import { isBlank, textPtr } from '../text/utf8';

// YAML (`---`), TOML (`+++`) or properties (`key:: value`) at the top of a file. Only title, description, url, aliases and tags are looked at.

const values = changetype<Buffer>(memory.data(12));
/** Spans of the fields in `values`: [start, length] each. Items of a list end with LF. */
@lazy const FOUND: usize = memory.data(40, 4);
@lazy const FIELDS: i32 = 5;
@lazy export const FIELD_TITLE: i32 = 0;
/** The first field that is a list. */
@lazy export const FIELD_ALIASES: i32 = 3;
@lazy export const FIELD_TAGS: i32 = 4;

export function frontMatterBegin(): void {
  values.clear();
  memory.fill(FOUND, 0, <usize>FIELDS << 3);
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
  if ((mark != HYPHEN && mark != PLUS) || !isMarkLine(0, mark)) {
    readProperties();
    return 0;
  }
  let hasKey = false;
  let decided = false;
  for (let line = 1; line < lineCount; line++) {
    if (isMarkLine(line, mark) || (mark == HYPHEN && isMarkLine(line, 46))) {
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
    readField(textPtr + <usize>lineStart(line), separator, separator + 1, line, last, mark);
  }
}

/** Reads the `key:: value` lines of a note without front matter (Logseq). */
function readProperties(): void {
  for (let line = 0; line < lineCount; line++) {
    let from = textPtr + <usize>lineStart(line);
    let end = textPtr + <usize>lineEnd(line);
    let at = from;
    while (at < end && (isLetter(<i32>load<u8>(at)) || load<u8>(at) == HYPHEN)) at += 1;
    if (at == from || at + 2 > end || load<u8>(at) != COLON || load<u8>(at, 1) != COLON) return;
    readField(from, at, at + 2, line, line + 1, HYPHEN);
  }
}

/** Keeps the value after `value` if the key is a known field that has none yet. */
function readField(from: usize, to: usize, value: usize, line: i32, last: i32, mark: i32): void {
  while (to > from && isSpaceOrTab(<i32>load<u8>(to - 1))) to -= 1;
  let field = fieldOf(from, <i32>(to - from));
  if (field < 0 || metaLength(field) > 0) return;
  let start = values.length;
  if (field >= FIELD_ALIASES) readList(value, line, last, field == FIELD_TAGS);
  else readValue(value, line, last, mark);
  store<i32>(FOUND + (<usize>field << 3), start);
  store<i32>(FOUND + (<usize>field << 3), values.length - start, 4);
}

/** [length, field, the key] of each known key. */
@lazy const KEYS: usize = memory.data<u8>([
  5, 0, 116, 105, 116, 108, 101,
  11, 1, 100, 101, 115, 99, 114, 105, 112, 116, 105, 111, 110,
  3, 2, 117, 114, 108,
  7, 3, 97, 108, 105, 97, 115, 101, 115,
  5, 3, 97, 108, 105, 97, 115,
  4, 4, 116, 97, 103, 115,
  3, 4, 116, 97, 103,
  0,
]);

function fieldOf(at: usize, length: i32): i32 {
  for (let key = KEYS; load<u8>(key) != 0; key += 2 + <usize>load<u8>(key)) {
    if (<i32>load<u8>(key) == length && equalBytes(key + 2, at, length)) return <i32>load<u8>(key, 1);
  }
  return -1;
}

@lazy const MAX_VALUE: i32 = 2000;

/** `[a, "b"]`, `a, b` or `- a` lines: each item with LF after it. A plain text of tags is also split at spaces. */
function readList(at: usize, line: i32, last: i32, spaces: bool): void {
  let start = values.length;
  let end = textPtr + <usize>lineEnd(line);
  while (at < end && isSpaceOrTab(<i32>load<u8>(at))) at += 1;
  if (at < end && load<u8>(at) == BRACKET_OPEN && (at + 1 >= end || load<u8>(at, 1) != BRACKET_OPEN)) {
    // A flow list may go on for several lines.
    end = textPtr + <usize>lineEnd(last - 1);
    readItems(at + 1, end, BRACKET_CLOSE, false, start);
  } else if (at < end) readItems(at, end, 0, spaces, start);
  else {
    for (line += 1; line < last; line++) {
      at = textPtr + <usize>lineStart(line);
      end = textPtr + <usize>lineEnd(line);
      while (at < end && isSpaceOrTab(<i32>load<u8>(at))) at += 1;
      if (at + 1 >= end || load<u8>(at) != HYPHEN || !isSpaceOrTab(<i32>load<u8>(at, 1))) return;
      putItem(at + 1, end, start);
    }
  }
}

/** Items between commas (and spaces), up to `stop`. */
function readItems(at: usize, end: usize, stop: i32, spaces: bool, start: i32): void {
  let from = at;
  let quote = 0;
  for (; at < end; at++) {
    let c = <i32>load<u8>(at);
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if ((c == QUOTE || c == APOSTROPHE) && isBlank(from, at)) quote = c;
    if (c == stop) break;
    if (c != COMMA && !(spaces && isSpaceOrTab(c))) continue;
    putItem(from, at, start);
    from = at + 1;
  }
  putItem(from, at, start);
}

/** An item without blanks, quotes, a leading `#` and the brackets of a link. */
function putItem(at: usize, end: usize, start: i32): void {
  while (at < end && isListMark(<i32>load<u8>(at))) at += 1;
  while (end > at && (isListMark(<i32>load<u8>(end - 1)) && load<u8>(end - 1) != HASH)) end -= 1;
  let length = <i32>(end - at);
  if (length == 0 || length > MAX_ITEM || values.length - start + length > MAX_VALUE) return;
  for (let p = at; p < end; p++) if (load<u8>(p) == LF) return;
  values.bytes(at, length);
  values.u8(LF);
}

@lazy const MAX_ITEM: i32 = 200;

@inline function isListMark(c: i32): bool {
  return c <= SPACE || c == QUOTE || c == APOSTROPHE || c == HASH || c == BRACKET_OPEN || c == BRACKET_CLOSE;
}

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
      if (c == LOWER_N || c == LOWER_T) c = 32;
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
