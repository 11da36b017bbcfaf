import { isLetter, isDigit, isWhite } from '../text/ascii';
import { APOSTROPHE, BACKTICK, BRACKET_CLOSE, BRACKET_OPEN, CASE_BIT, COLON, DOT, EQUALS, EXCLAMATION, GREATER, HYPHEN, LESS, QUESTION, QUOTE, SLASH, SPACE, UNDERSCORE, UPPER_A, UPPER_C, UPPER_D, UPPER_T } from '../text/characters';

// HTML as CommonMark sees it: tags inline, and the seven kinds of HTML blocks.

/** Behind the tag that begins with `<` at `ptr` (open or closing tag), or 0. */
export function skipTag(ptr: usize, end: usize): usize {
  let at = ptr + 1;
  if (at >= end) return 0;
  let closing = load<u8>(at) == SLASH;
  if (closing) at += 1;
  if (at >= end || !isLetter(<i32>load<u8>(at))) return 0;
  while (at < end && isNameByte(<i32>load<u8>(at))) at += 1;
  if (closing) {
    at = skipWhite(at, end);
    return at < end && load<u8>(at) == GREATER ? at + 1 : 0;
  }
  while (true) {
    let before = at;
    at = skipWhite(at, end);
    if (at >= end) return 0;
    let c = <i32>load<u8>(at);
    if (c == GREATER) return at + 1;
    if (c == SLASH) return at + 1 < end && load<u8>(at, 1) == GREATER ? at + 2 : 0;
    if (at == before || !(isLetter(c) || c == UNDERSCORE || c == COLON)) return 0;
    at += 1;
    while (at < end && isAttributeByte(<i32>load<u8>(at))) at += 1;
    let equals = skipWhite(at, end);
    if (equals >= end || load<u8>(equals) != EQUALS) continue;
    at = skipValue(skipWhite(equals + 1, end), end);
    if (at == 0) return 0;
  }
}

@inline function isNameByte(c: i32): bool {
  return isLetter(c) || isDigit(c) || c == HYPHEN;
}

@inline function isAttributeByte(c: i32): bool {
  return isLetter(c) || isDigit(c) || c == HYPHEN || c == DOT || c == COLON || c == UNDERSCORE;
}

function skipWhite(at: usize, end: usize): usize {
  while (at < end && isWhite(<i32>load<u8>(at))) at += 1;
  return at;
}

function skipValue(at: usize, end: usize): usize {
  if (at >= end) return 0;
  let quote = <i32>load<u8>(at);
  if (quote == QUOTE || quote == APOSTROPHE) {
    at += 1;
    while (at < end && <i32>load<u8>(at) != quote) at += 1;
    return at < end ? at + 1 : 0;
  }
  let from = at;
  while (at < end) {
    let c = <i32>load<u8>(at);
    if (c <= SPACE || c == QUOTE || c == APOSTROPHE || c == LESS || c == EQUALS || c == GREATER || c == BACKTICK) break;
    at += 1;
  }
  return at > from ? at : 0;
}

/** Behind any inline HTML that begins with `<` at `ptr`, or 0. */
export function skipInlineHtml(ptr: usize, end: usize): usize {
  if (ptr + 2 >= end) return 0;
  let c = <i32>load<u8>(ptr, 1);
  if (c == QUESTION) return find2(ptr + 2, end, QUESTION, GREATER);
  if (c != EXCLAMATION) return skipTag(ptr, end);
  let d = <i32>load<u8>(ptr, 2);
  if (d == HYPHEN) {
    if (ptr + 3 >= end || load<u8>(ptr, 3) != HYPHEN) return 0;
    if (ptr + 4 < end && load<u8>(ptr, 4) == GREATER) return ptr + 5;
    if (ptr + 5 < end && load<u8>(ptr, 4) == HYPHEN && load<u8>(ptr, 5) == GREATER) return ptr + 6;
    return find3(ptr + 4, end, HYPHEN, HYPHEN, GREATER);
  }
  if (d == BRACKET_OPEN) return isCdata(ptr, end) ? find3(ptr + 9, end, BRACKET_CLOSE, BRACKET_CLOSE, GREATER) : 0;
  if (!isLetter(d)) return 0;
  let at = ptr + 2;
  while (at < end && load<u8>(at) != GREATER) at += 1;
  return at < end ? at + 1 : 0;
}

function find2(at: usize, end: usize, a: i32, b: i32): usize {
  while (at + 1 < end) {
    if (<i32>load<u8>(at) == a && <i32>load<u8>(at, 1) == b) return at + 2;
    at += 1;
  }
  return 0;
}

function find3(at: usize, end: usize, a: i32, b: i32, c: i32): usize {
  while (at + 2 < end) {
    if (<i32>load<u8>(at) == a && <i32>load<u8>(at, 1) == b && <i32>load<u8>(at, 2) == c) return at + 3;
    at += 1;
  }
  return 0;
}

function isCdata(ptr: usize, end: usize): bool {
  // <![CDATA[
  return ptr + 9 <= end && load<u8>(ptr, 2) == BRACKET_OPEN && load<u8>(ptr, 3) == UPPER_C && load<u8>(ptr, 4) == UPPER_D && load<u8>(ptr, 5) == UPPER_A &&
    load<u8>(ptr, 6) == UPPER_T && load<u8>(ptr, 7) == UPPER_A && load<u8>(ptr, 8) == BRACKET_OPEN;
}

// Names between spaces; searched as " name ".
@lazy const RAW_NAMES: usize = memory.data<u8>([
  32, 115, 99, 114, 105, 112, 116, 32, 112, 114, 101, 32, 116, 101, 120, 116, 97, 114, 101, 97, 32, 115, 116, 121, 108, 101, 32, 0,
]);
// address article aside base basefont blockquote body caption …, the list of CommonMark's sixth kind
@lazy const BLOCK_NAMES: usize = memory.data<u8>([
  32, 97, 100, 100, 114, 101, 115, 115, 32, 97, 114, 116, 105, 99, 108, 101, 32, 97, 115, 105, 100, 101, 32, 98, 97, 115, 101, 32, 98, 97,
  115, 101, 102, 111, 110, 116, 32, 98, 108, 111, 99, 107, 113, 117, 111, 116, 101, 32, 98, 111, 100, 121, 32, 99, 97, 112, 116, 105, 111,
  110, 32, 99, 101, 110, 116, 101, 114, 32, 99, 111, 108, 32, 99, 111, 108, 103, 114, 111, 117, 112, 32, 100, 100, 32, 100, 101, 116, 97,
  105, 108, 115, 32, 100, 105, 97, 108, 111, 103, 32, 100, 105, 114, 32, 100, 105, 118, 32, 100, 108, 32, 100, 116, 32, 102, 105, 101, 108,
  100, 115, 101, 116, 32, 102, 105, 103, 99, 97, 112, 116, 105, 111, 110, 32, 102, 105, 103, 117, 114, 101, 32, 102, 111, 111, 116, 101,
  114, 32, 102, 111, 114, 109, 32, 102, 114, 97, 109, 101, 32, 102, 114, 97, 109, 101, 115, 101, 116, 32, 104, 49, 32, 104, 50, 32, 104,
  51, 32, 104, 52, 32, 104, 53, 32, 104, 54, 32, 104, 101, 97, 100, 32, 104, 101, 97, 100, 101, 114, 32, 104, 114, 32, 104, 116, 109, 108,
  32, 105, 102, 114, 97, 109, 101, 32, 108, 101, 103, 101, 110, 100, 32, 108, 105, 32, 108, 105, 110, 107, 32, 109, 97, 105, 110, 32, 109,
  101, 110, 117, 32, 109, 101, 110, 117, 105, 116, 101, 109, 32, 110, 97, 118, 32, 110, 111, 102, 114, 97, 109, 101, 115, 32, 111, 108, 32,
  111, 112, 116, 103, 114, 111, 117, 112, 32, 111, 112, 116, 105, 111, 110, 32, 112, 32, 112, 97, 114, 97, 109, 32, 115, 101, 99, 116, 105,
  111, 110, 32, 115, 101, 97, 114, 99, 104, 32, 115, 117, 109, 109, 97, 114, 121, 32, 116, 97, 98, 108, 101, 32, 116, 98, 111, 100, 121,
  32, 116, 100, 32, 116, 102, 111, 111, 116, 32, 116, 104, 32, 116, 104, 101, 97, 100, 32, 116, 105, 116, 108, 101, 32, 116, 114, 32, 116,
  114, 97, 99, 107, 32, 117, 108, 32, 0,
]);

/** Kind 1–7 of the HTML block that begins with `<` at `ptr`, or 0. Kind 7 is only told when `allowSeven`. */
export function htmlBlockKind(ptr: usize, end: usize, allowSeven: bool): i32 {
  if (ptr + 1 >= end) return 0;
  let c = <i32>load<u8>(ptr, 1);
  if (c == EXCLAMATION) {
    if (ptr + 2 >= end) return 0;
    let d = <i32>load<u8>(ptr, 2);
    if (d == HYPHEN && ptr + 3 < end && load<u8>(ptr, 3) == HYPHEN) return 2;
    if (isLetter(d)) return 4;
    return isCdata(ptr, end) ? 5 : 0;
  }
  if (c == QUESTION) return 3;
  let closing = c == SLASH;
  let name = closing ? ptr + 2 : ptr + 1;
  let at = name;
  while (at < end && (isLetter(<i32>load<u8>(at)) || isDigit(<i32>load<u8>(at)))) at += 1;
  if (at == name) return 0;
  let after = at < end ? <i32>load<u8>(at) : SPACE;
  if (!closing && (isWhite(after) || after == GREATER) && isNameIn(RAW_NAMES, name, at)) return 1;
  let selfClosing = after == SLASH && at + 1 < end && load<u8>(at, 1) == GREATER;
  if ((isWhite(after) || after == GREATER || selfClosing) && isNameIn(BLOCK_NAMES, name, at)) return 6;
  if (!allowSeven) return 0;
  let behind = skipTag(ptr, end);
  if (behind == 0) return 0;
  while (behind < end && isWhite(<i32>load<u8>(behind))) behind += 1;
  return behind >= end ? 7 : 0;
}

function isNameIn(list: usize, from: usize, to: usize): bool {
  let at = list;
  while (load<u8>(at, 1) != 0) {
    at += 1;
    let ptr = from;
    while (ptr < to && (<i32>load<u8>(ptr) | CASE_BIT) == (<i32>load<u8>(at) | CASE_BIT) && load<u8>(at) != SPACE) {
      ptr += 1;
      at += 1;
    }
    if (ptr == to && load<u8>(at) == SPACE) return true;
    while (load<u8>(at) != SPACE) at += 1;
  }
  return false;
}

/** The line holds what ends an HTML block of kind 1–5. */
export function endsHtmlBlock(kind: i32, at: usize, end: usize): bool {
  if (kind == 2) return find3(at, end, HYPHEN, HYPHEN, GREATER) != 0;
  if (kind == 3) return find2(at, end, QUESTION, GREATER) != 0;
  if (kind == 5) return find3(at, end, BRACKET_CLOSE, BRACKET_CLOSE, GREATER) != 0;
  if (kind == 4) {
    while (at < end && load<u8>(at) != GREATER) at += 1;
    return at < end;
  }
  while (at + 2 < end) {
    if (load<u8>(at) == LESS && load<u8>(at, 1) == SLASH) {
      let to = at + 2;
      while (to < end && isLetter(<i32>load<u8>(to))) to += 1;
      if (to < end && load<u8>(to) == GREATER && to > at + 2 && isNameIn(RAW_NAMES, at + 2, to)) return true;
      at = to > at + 2 ? to : at + 1;
    } else at += 1;
  }
  return false;
}
