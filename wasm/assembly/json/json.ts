import { Buffer, scratchAlloc } from '../memory/arena';
import { putIndex, putKey, putNumber, putRange } from './json-address';
import { containerEnd, containerNext, jsonScanBegin, scanJson, skipName, skipScalar, skipSpace } from './json-scan';
import { lineCount, lineEnd, lineStart } from '../text/lines';
import { chunkAt, chunkCount, emitBytes, maximumPoints, minimumPoints, numberParts, splitBytes, targetPoints, trimEnd, trimStart } from '../chunk/chunker';
import { intern } from '../chunk/strings';
import { countPoints, textLength, textPtr } from '../text/utf8';

// Cuts of JSON: members of objects, ranges of 50 elements of arrays, opened where they are over the cap. Content is the source itself.

// @ts-ignore: decorator
@lazy const GROUP: i32 = 50;
/** Values nested deeper than this are split like text: an address that long says nothing, and its bytes would grow with the square of the depth. */
// @ts-ignore: decorator
@lazy const MAX_OPEN: i32 = 32;

// @ts-ignore: decorator
@lazy const OBJECT: i32 = 0;
// @ts-ignore: decorator
@lazy const ARRAY: i32 = 1;
/** One element a line. */
// @ts-ignore: decorator
@lazy const LINES: i32 = 2;

@unmanaged
class Member {
  /** Where its span begins. */
  start: usize;
  value: usize;
  key: usize;
  keyLength: i32;
  /** Number of its container, or -1. */
  container: i32;
}
// @ts-ignore: decorator
@lazy const MEMBER_BYTES: i32 = 20;

/** A container being opened: its members are gathered in groups, ranges of a group wait on a small stack. */
@unmanaged
class Frame {
  kind: i32;
  /** Next member to gather; number of the next container inside. */
  cursor: usize;
  child: i32;
  end: usize;
  spanStart: usize;
  spanEnd: usize;
  /** Index of the group's first member, members in it, all gathered. */
  first: i32;
  count: i32;
  done: i32;
  /** Start of the member behind the group. */
  behind: usize;
  addressLength: i32;
  rangeCount: i32;
  ranges: usize;
  members: usize;
}
// @ts-ignore: decorator
@lazy const FRAME_BYTES: i32 = 64;

let frames: usize = 0;
let depth: i32 = 0;
const address = changetype<Buffer>(memory.data(12));

// The open chunk.
let openStart: usize = 0;
let openEnd: usize = 0;
let openPoints: i32 = 0;
let openFrame: i32 = -1;
let openFirst: i32 = 0;
let openLast: i32 = 0;
const openAddress = changetype<Buffer>(memory.data(12));
const lastAddress = changetype<Buffer>(memory.data(12));

export function jsonFree(): void {
  address.free();
  openAddress.free();
  lastAddress.free();
}

/** False when the text is not JSON; `errorAt` tells where. */
export function chunkJson(lenient: bool): bool {
  jsonScanBegin(lenient);
  let end = textPtr + <usize>textLength;
  if (!scanJson(textPtr, end)) return false;
  let value = skipSpace(textPtr, end);
  let c = <i32>load<u8>(value);
  prepare();
  if (c == 123 || c == 91) openContainer(0, value, textPtr, end);
  if (depth == 0) chunkWhole();
  else walk();
  return true;
}

export function chunkJsonLines(): bool {
  jsonScanBegin(false);
  for (let line = 0; line < lineCount; line++) {
    let from = textPtr + <usize>lineStart(line);
    let to = textPtr + <usize>lineEnd(line);
    // Not `isBlankLine`: white space that JSON does not know is an error.
    if (skipSpace(from, to) < to && !scanJson(from, to)) return false;
  }
  prepare();
  let end = textPtr + <usize>textLength;
  let frame = pushFrame(LINES, skipSpace(textPtr, end), end, 0);
  frame.spanStart = textPtr;
  frame.spanEnd = end;
  walk();
  return true;
}

function prepare(): void {
  frames = scratchAlloc(<usize>(MAX_OPEN * FRAME_BYTES));
  memory.fill(frames, 0, <usize>(MAX_OPEN * FRAME_BYTES));
  depth = 0;
  openFrame = -1;
  address.clear();
  address.u8(36);
}

/** A scalar or an empty container. */
function chunkWhole(): void {
  let first = chunkCount;
  if (pointsOf(textPtr, textPtr + <usize>textLength) <= maximumPoints()) {
    emitBytes(0, textLength, -1);
    if (chunkCount > first) numberParts(first, intern(address.ptr, address.length) + 1);
  } else splitMember(textPtr, textPtr + <usize>textLength);
}

function pushFrame(kind: i32, cursor: usize, end: usize, child: i32): Frame {
  let frame = changetype<Frame>(frames + <usize>(depth * FRAME_BYTES));
  depth += 1;
  frame.kind = kind;
  frame.cursor = cursor;
  frame.child = child;
  frame.end = end;
  frame.first = 0;
  frame.count = 0;
  frame.done = 0;
  frame.behind = 0;
  frame.rangeCount = 0;
  frame.addressLength = address.length;
  if (frame.members == 0) {
    frame.ranges = scratchAlloc(<usize>GROUP << 3);
    frame.members = scratchAlloc(<usize>(GROUP * MEMBER_BYTES));
  }
  return frame;
}

/** Opens a container that has members. */
function openContainer(index: i32, value: usize, spanStart: usize, spanEnd: usize): bool {
  let end = containerEnd(index) - 1;
  let cursor = skipSpace(value + 1, end);
  if (cursor >= end || depth >= MAX_OPEN) return false;
  let frame = pushFrame(load<u8>(value) == 123 ? OBJECT : ARRAY, cursor, end, index + 1);
  frame.spanStart = spanStart;
  frame.spanEnd = spanEnd;
  return true;
}

function walk(): void {
  while (depth > 0) {
    let frame = changetype<Frame>(frames + <usize>((depth - 1) * FRAME_BYTES));
    address.length = frame.addressLength;
    if (frame.rangeCount > 0) takeRange(frame);
    else if (frame.done) {
      if (openFrame == depth) flushOpen();
      depth -= 1;
    } else gather(frame);
  }
  flushOpen();
}

// Gathering members.

function gather(frame: Frame): void {
  frame.first += frame.count;
  frame.count = 0;
  while (frame.count < GROUP) {
    if (frame.cursor >= frame.end) break;
    gatherMember(frame, changetype<Member>(frame.members + <usize>(frame.count * MEMBER_BYTES)));
    frame.count += 1;
  }
  frame.done = frame.cursor >= frame.end ? 1 : 0;
  frame.behind = frame.done ? frame.spanEnd : snapToLine(frame.cursor);
  if (frame.count == 0) return;
  if (frame.first == 0) changetype<Member>(frame.members).start = frame.spanStart;
  if (frame.kind == OBJECT) {
    for (let i = frame.count - 1; i >= 0; i--) pushRange(frame, i, i + 1);
  } else pushRange(frame, 0, frame.count);
}

function gatherMember(frame: Frame, member: Member): void {
  let at = frame.cursor;
  let end = frame.end;
  member.start = snapToLine(at);
  member.keyLength = -1;
  if (frame.kind == OBJECT) {
    let c = <i32>load<u8>(at);
    member.key = at;
    at = c == 34 || c == 39 ? skipScalar(at, end) : skipName(at, end);
    member.keyLength = <i32>(at - member.key);
    at = skipSpace(skipSpace(at, end) + 1, end);
  }
  member.value = at;
  let c = <i32>load<u8>(at);
  if (c == 123 || c == 91) {
    member.container = frame.child;
    at = containerEnd(frame.child);
    frame.child = containerNext(frame.child);
  } else {
    member.container = -1;
    at = skipScalar(at, end);
  }
  at = skipSpace(at, end);
  if (frame.kind != LINES && at < end) at = skipSpace(at + 1, end);
  frame.cursor = at;
}

/** To the start of the line when only indentation stands before. */
function snapToLine(at: usize): usize {
  let from = at;
  while (from > textPtr && (load<u8>(from - 1) == 32 || load<u8>(from - 1) == 9)) from -= 1;
  return from == textPtr || load<u8>(from - 1) == 10 ? from : at;
}

// Ranges of a group.

function pushRange(frame: Frame, from: i32, to: i32): void {
  let at = frame.ranges + (<usize>frame.rangeCount << 3);
  store<i32>(at, from);
  store<i32>(at, to, 4);
  frame.rangeCount += 1;
}

// @ts-ignore: decorator
@inline function memberAt(frame: Frame, index: i32): Member {
  return changetype<Member>(frame.members + <usize>(index * MEMBER_BYTES));
}

function takeRange(frame: Frame): void {
  frame.rangeCount -= 1;
  let at = frame.ranges + (<usize>frame.rangeCount << 3);
  let from = load<i32>(at);
  let to = load<i32>(at, 4);
  let start = memberAt(frame, from).start;
  let end = to < frame.count ? memberAt(frame, to).start : frame.behind;
  let points = pointsOf(start, end);
  if (points > targetPoints() && to - from > 1) {
    let middle = from + ((to - from + 1) >> 1);
    pushRange(frame, middle, to);
    pushRange(frame, from, middle);
    return;
  }
  if (points <= maximumPoints()) {
    addRange(frame, from, to, start, end, points);
    return;
  }
  flushOpen();
  let member = memberAt(frame, from);
  appendStep(frame, member, frame.first + from);
  if (member.container >= 0 && openContainer(member.container, member.value, start, end)) return;
  splitMember(start, end);
}

/** Code points of a span without blank lines at its ends; a span that must be over the cap is not counted. */
function pointsOf(start: usize, end: usize): i32 {
  let from = trimStart(<i32>(start - textPtr), <i32>(end - textPtr));
  let to = trimEnd(from, <i32>(end - textPtr));
  let bytes = to - from;
  if (bytes >>> 2 > maximumPoints()) return bytes >>> 2;
  return countPoints(textPtr + <usize>from, textPtr + <usize>to);
}

/** Rule 2: small neighbours of one container are joined. */
function addRange(frame: Frame, from: i32, to: i32, start: usize, end: usize, points: i32): void {
  if (openFrame == depth && openPoints < minimumPoints()) {
    let sum = pointsOf(openStart, end);
    if (sum <= targetPoints()) {
      openEnd = end;
      openPoints = sum;
      openLast = frame.first + to;
      if (frame.kind == OBJECT) keepAddress(frame, from, lastAddress);
      return;
    }
  }
  flushOpen();
  openFrame = depth;
  openStart = start;
  openEnd = end;
  openPoints = points;
  openFirst = frame.first + from;
  openLast = frame.first + to;
  lastAddress.clear();
  openAddress.clear();
  if (frame.kind == OBJECT) keepAddress(frame, from, openAddress);
  else openAddress.bytes(address.ptr, frame.addressLength);
}

function keepAddress(frame: Frame, index: i32, into: Buffer): void {
  appendStep(frame, memberAt(frame, index), 0);
  into.clear();
  into.bytes(address.ptr, address.length);
  address.length = frame.addressLength;
}

function flushOpen(): void {
  if (openFrame < 0) return;
  let frame = changetype<Frame>(frames + <usize>((openFrame - 1) * FRAME_BYTES));
  if (frame.kind != OBJECT) putRange(openAddress, openFirst, openLast);
  else if (lastAddress.length > 0) {
    // …
    openAddress.u8(0xe2);
    openAddress.u8(0x80);
    openAddress.u8(0xa6);
    openAddress.bytes(lastAddress.ptr, lastAddress.length);
  }
  openFrame = -1;
  let first = chunkCount;
  emitBytes(<i32>(openStart - textPtr), <i32>(openEnd - textPtr), -1);
  // Beyond the limit of chunks nothing was emitted, and the address must not be kept either.
  if (chunkCount > first) numberParts(first, intern(openAddress.ptr, openAddress.length) + 1);
}

/** A value over the cap that cannot be opened: `#1 #2 …` */
function splitMember(start: usize, end: usize): void {
  let first = chunkCount;
  splitBytes(<i32>(start - textPtr), <i32>(end - textPtr), -1);
  numberParts(first, 0);
  let length = address.length;
  for (let i = first; i < chunkCount; i++) {
    address.u8(35);
    putNumber(address, i - first + 1);
    chunkAt(i).address = intern(address.ptr, address.length) + 1;
    address.length = length;
  }
}

/** Appends `.key`, `["odd key"]` or `[3]`. */
function appendStep(frame: Frame, member: Member, index: i32): void {
  if (frame.kind == OBJECT) putKey(address, member.key, member.keyLength);
  else putIndex(address, index);
}
