import { equalBytes, hashBytes } from '../chunk/strings';
import { blockAlloc, blockFree, Buffer } from '../memory/arena';
import { isPunctuation, isSpaceOrTab, isWhite } from '../text/ascii';
import { APOSTROPHE, BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, CASE_BIT, COLON, GREATER, LESS, LF, PAREN_CLOSE, PAREN_OPEN, QUOTE, SPACE, UPPER_A } from '../text/characters';

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

// Labels seen, normalised: white space collapsed, ASCII folded.

const labels = changetype<Buffer>(memory.data(12));
const entries = changetype<Buffer>(memory.data(12));
let slots: usize = 0;
let slotMask: i32 = 0;
let labelCount: i32 = 0;

export function labelsBegin(): void {
  labels.clear();
  entries.clear();
  labelCount = 0;
  slotMask = 0;
}

export function labelsFree(): void {
  labels.free();
  entries.free();
  blockFree(slots);
  slots = 0;
  slotMask = 0;
}

/** False when the label is blank. */
function rememberLabel(from: usize, to: usize): bool {
  let start = labels.length;
  normalise(from, to);
  let length = labels.length - start;
  if (length == 0) return false;
  if (findLabel(labels.ptr + <usize>start, length) < 0) {
    if ((labelCount + 1) * 2 > slotMask) growSlots();
    entries.u32(start);
    entries.u32(length);
    insertSlot(hashBytes(labels.ptr + <usize>start, length), labelCount);
    labelCount += 1;
  } else labels.length = start;
  return true;
}

/** Is there a definition for the label between the two addresses? */
export function isDefined(from: usize, to: usize): bool {
  if (labelCount == 0) return false;
  let start = labels.length;
  normalise(from, to);
  let found = labels.length > start && findLabel(labels.ptr + <usize>start, labels.length - start) >= 0;
  labels.length = start;
  return found;
}

function normalise(from: usize, to: usize): void {
  while (from < to && isWhite(<i32>load<u8>(from))) from += 1;
  while (to > from && isWhite(<i32>load<u8>(to - 1))) to -= 1;
  let inWhite = false;
  while (from < to) {
    let c = <i32>load<u8>(from);
    from += 1;
    if (isWhite(c)) {
      if (!inWhite) labels.u8(SPACE);
      inWhite = true;
      continue;
    }
    inWhite = false;
    labels.u8(<u32>(c - UPPER_A) <= 25 ? c | CASE_BIT : c);
  }
}

function findLabel(ptr: usize, length: i32): i32 {
  if (slotMask == 0) return -1;
  let slot = hashBytes(ptr, length) & slotMask;
  while (true) {
    let id = load<i32>(slots + (<usize>slot << 2)) - 1;
    if (id < 0) return -1;
    let entry = entries.ptr + (<usize>id << 3);
    if (load<i32>(entry, 4) == length && equalBytes(labels.ptr + load<usize>(entry), ptr, length)) return id;
    slot = (slot + 1) & slotMask;
  }
}

function insertSlot(hash: i32, id: i32): void {
  let slot = hash & slotMask;
  while (load<i32>(slots + (<usize>slot << 2)) != 0) slot = (slot + 1) & slotMask;
  store<i32>(slots + (<usize>slot << 2), id + 1);
}

function growSlots(): void {
  let count = slotMask == 0 ? 64 : (slotMask + 1) * 2;
  blockFree(slots);
  slots = blockAlloc(<usize>count << 2);
  memory.fill(slots, 0, <usize>count << 2);
  slotMask = count - 1;
  for (let id = 0; id < labelCount; id++) {
    let entry = entries.ptr + (<usize>id << 3);
    insertSlot(hashBytes(labels.ptr + load<usize>(entry), load<i32>(entry, 4)), id);
  }
}
