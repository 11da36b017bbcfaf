import { Buffer } from '../memory/arena';
import { RECORD_HEAD, Table } from '../memory/hash-table';
import { isPunctuation, isSpaceOrTab, isUpper, isWhite } from '../text/ascii';
import { APOSTROPHE, BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, CASE_BIT, COLON, GREATER, LESS, LF, PAREN_CLOSE, PAREN_OPEN, QUOTE, SPACE } from '../text/characters';

// Link reference definitions and the parts of links, as CommonMark parses them.

/** Behind `[label]` at `ptr`, or 0. At most 999 characters inside. */
export function skipLabel(ptr: usize, end: usize): usize {
  if (ptr >= end || load<u8>(ptr) != BRACKET_OPEN) return 0;
  let at = ptr + 1;
  let count = 0;
  while (at < end && count <= 1000) {
    let c = <i32>load<u8>(at);
    if (c == BRACKET_CLOSE) return at + 1;
    if (c == BRACKET_OPEN) return 0;
    if (c == BACKSLASH) at += 1;
    at += 1;
    count += 1;
  }
  return 0;
}

/** Spaces, at most one line end, spaces. */
export function skipSpaceAndLine(ptr: usize, end: usize): usize {
  while (ptr < end && isSpaceOrTab(<i32>load<u8>(ptr))) ptr += 1;
  if (ptr < end && load<u8>(ptr) == LF) {
    ptr += 1;
    while (ptr < end && isSpaceOrTab(<i32>load<u8>(ptr))) ptr += 1;
  }
  return ptr;
}

/** Behind a link destination, or 0. */
export function skipDestination(ptr: usize, end: usize): usize {
  if (ptr < end && load<u8>(ptr) == LESS) {
    let at = ptr + 1;
    while (at < end) {
      let c = <i32>load<u8>(at);
      if (c == GREATER) return at + 1;
      if (c == LESS || c == LF) return 0;
      at += c == BACKSLASH && at + 1 < end && load<u8>(at, 1) != LF ? 2 : 1;
    }
    return 0;
  }
  let at = ptr;
  let open = 0;
  let c = -1;
  while (at < end) {
    c = <i32>load<u8>(at);
    if (c == BACKSLASH && at + 1 < end && isPunctuation(<i32>load<u8>(at, 1))) at += 2;
    else if (c == PAREN_OPEN) {
      open += 1;
      at += 1;
    } else if (c == PAREN_CLOSE) {
      if (open == 0) break;
      open -= 1;
      at += 1;
    } else if (isWhite(c)) break;
    else at += 1;
  }
  if (at == ptr && c != PAREN_CLOSE) return 0;
  return open == 0 ? at : 0;
}

/** Behind a quoted link title, or 0. */
export function skipTitle(ptr: usize, end: usize): usize {
  if (ptr >= end) return 0;
  let open = <i32>load<u8>(ptr);
  if (open != QUOTE && open != APOSTROPHE && open != PAREN_OPEN) return 0;
  let close = open == PAREN_OPEN ? PAREN_CLOSE : open;
  let at = ptr + 1;
  while (at < end) {
    let c = <i32>load<u8>(at);
    if (c == close) return at + 1;
    if (c == open) return 0;
    at += c == BACKSLASH && at + 1 < end ? 2 : 1;
  }
  return 0;
}

/** Behind the definition that begins at `ptr`, or 0; its label is remembered. */
export function takeDefinition(ptr: usize, end: usize): usize {
  let label = skipLabel(ptr, end);
  if (label == 0 || label >= end || load<u8>(label) != COLON) return 0;
  let destination = skipDestination(skipSpaceAndLine(label + 1, end), end);
  if (destination == 0) return 0;
  let gap = skipSpaceAndLine(destination, end);
  let behind: usize = 0;
  if (gap > destination) {
    let title = skipTitle(gap, end);
    if (title != 0) behind = skipLineEnd(title, end);
  }
  if (behind == 0) behind = skipLineEnd(destination, end);
  if (behind == 0 || !rememberLabel(ptr + 1, label - 1)) return 0;
  return behind;
}

function skipLineEnd(at: usize, end: usize): usize {
  while (at < end && isSpaceOrTab(<i32>load<u8>(at))) at += 1;
  if (at >= end) return end;
  return load<u8>(at) == LF ? at + 1 : 0;
}

/** Labels seen, normalised: white space collapsed, ASCII folded. */
@lazy const labels: Table = changetype<Table>(memory.data(40, 16));
/** The label that `normalise` read last. */
const label = changetype<Buffer>(memory.data(12));

export function labelsBegin(): void {
  labels.open(RECORD_HEAD, 64);
}

export function labelsFree(): void {
  labels.free();
  label.free();
}

/** False when the label is blank. */
function rememberLabel(from: usize, to: usize): bool {
  normalise(from, to);
  if (label.length == 0) return false;
  labels.intern(label.ptr, label.length);
  return true;
}

/** Is there a definition for the label between the two addresses? */
export function isDefined(from: usize, to: usize): bool {
  if (labels.count == 0) return false;
  normalise(from, to);
  return label.length > 0 && labels.find(label.ptr, label.length) >= 0;
}

function normalise(from: usize, to: usize): void {
  label.clear();
  while (from < to && isWhite(<i32>load<u8>(from))) from += 1;
  while (to > from && isWhite(<i32>load<u8>(to - 1))) to -= 1;
  let inWhite = false;
  while (from < to) {
    let c = <i32>load<u8>(from);
    from += 1;
    if (isWhite(c)) {
      if (!inWhite) label.u8(SPACE);
      inWhite = true;
      continue;
    }
    inWhite = false;
    label.u8(isUpper(c) ? c | CASE_BIT : c);
  }
}
