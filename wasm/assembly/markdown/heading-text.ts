import { Buffer, scratchAlloc } from '../memory/arena';
import { isPunctuation, isWhite } from '../text/ascii';
import { AMPERSAND, ASTERISK, BACKSLASH, BACKTICK, BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, EXCLAMATION, GREATER, HASH, LESS, LF, PAREN_CLOSE, PAREN_OPEN, SPACE, UNDERSCORE } from '../text/characters';
import { isSpacePoint, pointAt, widthOf } from '../text/utf8';
import { putEntity } from './entities';
import { skipInlineHtml } from './html-tags';
import { isAutolink, isMark } from './inline-bytes';
import { isDefined, skipDestination, skipLabel, skipSpaceAndLine, skipTitle } from './link-refs';

// The text of a heading: CommonMark's inline markup removed. Names are cut at 500 characters, or one heading of 10 MB would be repeated in every chunk.

@lazy const MAX_RAW: i32 = 4000;
@lazy const MAX_POINTS: i32 = 500;

/** The text so far, with delimiters and brackets still in it. */
const out = changetype<Buffer>(memory.data(12));
/** Runs of delimiters and brackets inside `out`. */
const runs = changetype<Buffer>(memory.data(12));
let runCount: i32 = 0;
let lastDelimiter: i32 = -1;
let lastBracket: i32 = -1;

@unmanaged
class Run {
  at: i32;
  char: i32;
  /** Bytes in `out`, and how many of them are still text. */
  size: i32;
  left: i32;
  canOpen: i32;
  canClose: i32;
  /** Neighbours in the list of delimiters, or of brackets. */
  prev: i32;
  next: i32;
  /** Brackets: may still be a link; a bracket came later; raw place; last delimiter before. */
  active: i32;
  bracketAfter: i32;
  raw: usize;
  delimiter: i32;
}

@lazy const RUN_BYTES: i32 = 48;

@inline function runAt(index: i32): Run {
  return changetype<Run>(runs.ptr + <usize>(index * RUN_BYTES));
}

export let headingPtr: usize = 0;
export let headingLength: i32 = 0;

export function headingTextFree(): void {
  out.free();
  runs.free();
}

/** Bytes of a name within the limit of characters. */
export function capName(ptr: usize, length: i32): i32 {
  if (length <= MAX_POINTS) return length;
  let points = 0;
  let at = 0;
  while (at < length && points < MAX_POINTS) {
    at += widthOf(<i32>load<u8>(ptr + <usize>at));
    points += 1;
  }
  return at < length ? at : length;
}

/** Leaves the text in `headingPtr`, `headingLength`: a slice of the source where nothing had to be changed, else scratch memory. */
export function headingText(ptr: usize, length: i32): void {
  let end = ptr + <usize>length;
  while (ptr < end && isWhite(<i32>load<u8>(ptr))) ptr += 1;
  while (end > ptr && isWhite(<i32>load<u8>(end - 1))) end -= 1;
  if (end > ptr && load<u8>(end - 1) == BRACE_CLOSE) end = withoutAttributes(ptr, end);
  if (<i32>(end - ptr) > MAX_RAW) {
    end = ptr + <usize>MAX_RAW;
    while ((<i32>load<u8>(end) & 0xc0) == 0x80) end -= 1;
  }
  if (isPlain(ptr, end)) {
    headingPtr = ptr;
    headingLength = capName(ptr, <i32>(end - ptr));
    return;
  }
  readInlines(ptr, end);
  processEmphasis(-1);
  render();
}

/** `Title {#id}`, as most documentation tools read it: the braces name the heading and are not shown. */
function withoutAttributes(ptr: usize, end: usize): usize {
  let at = end - 1;
  while (at > ptr && load<u8>(at - 1) != BRACE_OPEN && load<u8>(at - 1) != BRACE_CLOSE) at -= 1;
  // `at` is behind the brace.
  if (at < ptr + 3 || load<u8>(at - 1) != BRACE_OPEN || load<u8>(at) != HASH || !isWhite(<i32>load<u8>(at - 2))) return end;
  let to = at - 1;
  while (to > ptr && isWhite(<i32>load<u8>(to - 1))) to -= 1;
  return to > ptr ? to : end;
}

function isPlain(ptr: usize, end: usize): bool {
  while (ptr < end) {
    let c = <i32>load<u8>(ptr);
    if (c == BACKSLASH || c == BACKTICK || c == ASTERISK || c == UNDERSCORE || c == BRACKET_OPEN || c == BRACKET_CLOSE || c == LESS || c == AMPERSAND || c == LF) return false;
    ptr += 1;
  }
  return true;
}

function readInlines(start: usize, end: usize): void {
  out.clear();
  runs.clear();
  runCount = 0;
  lastDelimiter = -1;
  lastBracket = -1;
  let at = start;
  while (at < end) {
    let c = <i32>load<u8>(at);
    if (c == BACKSLASH) at = readEscape(at, end);
    else if (c == BACKTICK) at = readCode(at, end);
    else if (c == ASTERISK || c == UNDERSCORE) at = readDelimiters(at, start, end, c);
    else if (c == BRACKET_OPEN) at = readOpenBracket(at, 1);
    else if (c == EXCLAMATION && at + 1 < end && load<u8>(at, 1) == BRACKET_OPEN) at = readOpenBracket(at, 2);
    else if (c == BRACKET_CLOSE) at = readCloseBracket(at, end);
    else if (c == LESS) at = readAngle(at, end);
    else if (c == AMPERSAND) at = readEntity(at, end);
    else if (c == LF) at = readLineEnd(at, end);
    else {
      out.u8(c);
      at += 1;
    }
  }
}

function readEscape(at: usize, end: usize): usize {
  if (at + 1 < end) {
    let c = <i32>load<u8>(at, 1);
    if (isPunctuation(c)) {
      out.u8(c);
      return at + 2;
    }
    if (c == LF) return at + 1;
  }
  out.u8(BACKSLASH);
  return at + 1;
}

function readLineEnd(at: usize, end: usize): usize {
  // Spaces before the line end go, but not those before a tag that was dropped in between.
  if (load<u8>(at - 1) == SPACE) while (out.length > 0 && load<u8>(out.ptr + <usize>out.length - 1) == SPACE) out.length -= 1;
  out.u8(SPACE);
  at += 1;
  while (at < end && isWhite(<i32>load<u8>(at))) at += 1;
  return at;
}

function readCode(at: usize, end: usize): usize {
  let from = at;
  while (from < end && load<u8>(from) == BACKTICK) from += 1;
  let size = from - at;
  let to = from;
  while (to < end) {
    if (load<u8>(to) != BACKTICK) {
      to += 1;
      continue;
    }
    let close = to;
    while (close < end && load<u8>(close) == BACKTICK) close += 1;
    if (close - to == size) {
      putCode(from, to);
      return close;
    }
    to = close;
  }
  out.bytes(at, <i32>size);
  return from;
}

function putCode(from: usize, to: usize): void {
  let blank = true;
  for (let p = from; p < to; p++) {
    let c = <i32>load<u8>(p);
    if (c != SPACE && c != LF) blank = false;
  }
  let first = <i32>load<u8>(from);
  let last = <i32>load<u8>(to - 1);
  if (!blank && (first == SPACE || first == LF) && (last == SPACE || last == LF)) {
    from += 1;
    to -= 1;
  }
  for (let p = from; p < to; p++) {
    let c = <i32>load<u8>(p);
    out.u8(c == LF ? SPACE : c);
  }
}

/** Autolinks keep their address, other HTML is dropped. */
function readAngle(at: usize, end: usize): usize {
  let close = at + 1;
  while (close < end) {
    let c = <i32>load<u8>(close);
    if (c == GREATER || c <= SPACE || c == LESS) break;
    close += 1;
  }
  if (close < end && load<u8>(close) == GREATER && isAutolink(at + 1, close)) {
    out.bytes(at + 1, <i32>(close - at - 1));
    return close + 1;
  }
  let behind = skipInlineHtml(at, end);
  if (behind != 0) return behind;
  out.u8(LESS);
  return at + 1;
}

function readEntity(at: usize, end: usize): usize {
  let behind = putEntity(out, at, end);
  if (behind != 0) return behind;
  out.u8(AMPERSAND);
  return at + 1;
}

function addRun(char: i32, at: usize, size: i32): Run {
  let run = changetype<Run>(runs.reserve(RUN_BYTES));
  runs.length += RUN_BYTES;
  run.at = out.length;
  run.char = char;
  run.size = size;
  run.left = size;
  run.canOpen = 0;
  run.canClose = 0;
  run.prev = -1;
  run.next = -1;
  run.active = 1;
  run.bracketAfter = 0;
  run.raw = at;
  run.delimiter = lastDelimiter;
  out.bytes(at, size);
  runCount += 1;
  return run;
}

function readDelimiters(at: usize, start: usize, end: usize, char: i32): usize {
  let to = at;
  while (to < end && <i32>load<u8>(to) == char) to += 1;
  let before = 10;
  if (at > start) {
    let p = at - 1;
    while ((<i32>load<u8>(p) & 0xc0) == 0x80) p -= 1;
    before = pointAt(p);
  }
  let after = to < end ? pointAt(to) : 10;
  let whiteAfter = isSpacePoint(after);
  let whiteBefore = isSpacePoint(before);
  let markAfter = isMark(after);
  let markBefore = isMark(before);
  let left = !whiteAfter && (!markAfter || whiteBefore || markBefore);
  let right = !whiteBefore && (!markBefore || whiteAfter || markAfter);
  let run = addRun(char, at, <i32>(to - at));
  run.canOpen = char == UNDERSCORE ? <i32>(left && (!right || markBefore)) : <i32>left;
  run.canClose = char == UNDERSCORE ? <i32>(right && (!left || markAfter)) : <i32>right;
  run.prev = lastDelimiter;
  let index = runCount - 1;
  if (lastDelimiter >= 0) runAt(lastDelimiter).next = index;
  lastDelimiter = index;
  return to;
}

function readOpenBracket(at: usize, size: i32): usize {
  if (lastBracket >= 0) runAt(lastBracket).bracketAfter = 1;
  let run = addRun(BRACKET_OPEN, at, size);
  run.prev = lastBracket;
  lastBracket = runCount - 1;
  return at + <usize>size;
}

function readCloseBracket(at: usize, end: usize): usize {
  let behind = at + 1;
  if (lastBracket < 0) {
    out.u8(BRACKET_CLOSE);
    return behind;
  }
  let opener = runAt(lastBracket);
  let to: usize = 0;
  if (opener.active) to = skipLinkTail(opener, at, end);
  let isImage = opener.size == 2;
  lastBracket = opener.prev;
  if (to == 0) {
    out.u8(BRACKET_CLOSE);
    return behind;
  }
  opener.left = 0;
  processEmphasis(opener.delimiter);
  if (!isImage) {
    for (let i = lastBracket; i >= 0; i = runAt(i).prev) if (runAt(i).size == 1) runAt(i).active = 0;
  }
  return to;
}

/** Behind the link or image whose text ends at `]`, or 0. */
function skipLinkTail(opener: Run, at: usize, end: usize): usize {
  let behind = at + 1;
  if (behind < end && load<u8>(behind) == PAREN_OPEN) {
    let to = skipDestination(skipSpaceAndLine(behind + 1, end), end);
    if (to != 0) {
      let gap = skipSpaceAndLine(to, end);
      let title = gap > to ? skipTitle(gap, end) : 0;
      let last = skipSpaceAndLine(title != 0 ? title : gap, end);
      if (last < end && load<u8>(last) == PAREN_CLOSE) return last + 1;
    }
  }
  let label = skipLabel(behind, end);
  if (label != 0 && label - behind > 2) return isDefined(behind + 1, label - 1) ? label : 0;
  if (opener.bracketAfter) return 0;
  if (!isDefined(opener.raw + <usize>opener.size, at)) return 0;
  return label != 0 ? label : behind;
}

@lazy const BOTTOMS: usize = memory.data(64, 4);

function removeDelimiter(index: i32): void {
  let run = runAt(index);
  if (run.prev >= 0) runAt(run.prev).next = run.next;
  if (run.next >= 0) runAt(run.next).prev = run.prev;
  else lastDelimiter = run.prev;
}

/** CommonMark's "process emphasis" over the delimiters behind `bottom`. */
function processEmphasis(bottom: i32): void {
  for (let i = 0; i < 12; i++) store<i32>(BOTTOMS + (<usize>i << 2), bottom);
  let closer = lastDelimiter;
  if (closer < 0 || closer == bottom) return;
  while (runAt(closer).prev != bottom && runAt(closer).prev >= 0) closer = runAt(closer).prev;
  while (closer >= 0) {
    let run = runAt(closer);
    if (!run.canClose) {
      closer = run.next;
      continue;
    }
    let key = BOTTOMS + (<usize>((run.char == UNDERSCORE ? 0 : 6) + (run.canOpen ? 3 : 0) + run.size % 3) << 2);
    let opener = run.prev;
    let found = false;
    while (opener >= 0 && opener != bottom && opener != load<i32>(key)) {
      let candidate = runAt(opener);
      let odd = (run.canOpen || candidate.canClose) && run.size % 3 != 0 && (candidate.size + run.size) % 3 == 0;
      if (candidate.char == run.char && candidate.canOpen && !odd) {
        found = true;
        break;
      }
      opener = candidate.prev;
    }
    if (!found) {
      store<i32>(key, run.prev);
      let next = run.next;
      if (!run.canOpen) removeDelimiter(closer);
      closer = next;
      continue;
    }
    let start = runAt(opener);
    let used = run.left >= 2 && start.left >= 2 ? 2 : 1;
    run.left -= used;
    start.left -= used;
    start.next = closer;
    run.prev = opener;
    if (start.left == 0) removeDelimiter(opener);
    if (run.left == 0) {
      let next = run.next;
      removeDelimiter(closer);
      closer = next;
    }
  }
  lastDelimiter = bottom;
  if (bottom >= 0) runAt(bottom).next = -1;
}

function render(): void {
  let text = scratchAlloc(<usize>out.length);
  let length = 0;
  let from = 0;
  for (let i = 0; i < runCount; i++) {
    let run = runAt(i);
    memory.copy(text + <usize>length, out.ptr + <usize>from, <usize>(run.at - from));
    length += run.at - from;
    memory.copy(text + <usize>length, out.ptr + <usize>run.at, <usize>run.left);
    length += run.left;
    from = run.at + run.size;
  }
  memory.copy(text + <usize>length, out.ptr + <usize>from, <usize>(out.length - from));
  length += out.length - from;
  headingPtr = text;
  headingLength = length;
  while (headingLength > 0 && isWhite(<i32>load<u8>(headingPtr))) {
    headingPtr += 1;
    headingLength -= 1;
  }
  while (headingLength > 0 && isWhite(<i32>load<u8>(headingPtr + <usize>headingLength - 1))) headingLength -= 1;
  headingLength = capName(headingPtr, headingLength);
}
