import { Buffer } from '../memory/arena';
import { CR, LF, SPACE, TAB } from '../text/characters';
import { isBlankLine, LINE_IN_FENCE, lineCount, lineEnd, lineFlags, lineOf, lineStart, pointsOfLines } from '../text/lines';
import { countPoints, isBlank, isSpacePoint, pointAt, textPtr, widthOf } from '../text/utf8';
import { cutAt, cutCount, WHAT_HEADING } from './cuts';

// Rules 1–4 of the chunker: sections between hard cuts are joined while small, split while large.

@unmanaged
export class Chunk {
  start: i32;
  end: i32;
  /** 0-based, both inclusive. */
  firstLine: i32;
  lastLine: i32;
  points: i32;
  part: i32;
  parts: i32;
  /** Cut of its first section, or -1. */
  cut: i32;
  /** Number of an address in the string table plus 1, or 0. */
  address: i32;
}

@lazy const CHUNK_BYTES: i32 = 36;
const list = changetype<Buffer>(memory.data(12));
export let chunkCount: i32 = 0;
/** 0-based line where `maxChunks` stopped the chunker, or -1. */
export let overflowLine: i32 = -1;
/** Chunks there would have been. */
export let wantedChunks: i32 = 0;

let target: i32 = 0;
let maximum: i32 = 0;
let minimum: i32 = 0;
let maxChunks: i32 = 0;

export function chunkerBegin(wantedPoints: i32, mostPoints: i32, leastPoints: i32, chunkLimit: i32): void {
  maximum = mostPoints < 1 ? 1 : mostPoints;
  target = wantedPoints < 1 ? 1 : wantedPoints > maximum ? maximum : wantedPoints;
  minimum = leastPoints;
  maxChunks = chunkLimit;
  list.clear();
  chunkCount = 0;
  wantedChunks = 0;
  overflowLine = -1;
}

export function chunkerFree(): void {
  list.free();
}

@inline export function chunkAt(index: i32): Chunk {
  return changetype<Chunk>(list.ptr + <usize>(index * CHUNK_BYTES));
}

export function targetPoints(): i32 {
  return target;
}

export function maximumPoints(): i32 {
  return maximum;
}

export function minimumPoints(): i32 {
  return minimum;
}

// The open chunk: sections joined so far.
let openCut: i32 = -1;
let openFrom: i32 = -1;
let openTo: i32 = 0;
let openPoints: i32 = 0;
let openLowest: i32 = 0;
let lastIsBare: bool = false;

/**
 * Makes chunks of the whole text by its boundary cuts. `joinFirst`: what comes before the first cut counts as a sibling of level 1 (code); before the first
 * heading of prose it becomes its own chunk, else its chunk would have no heading path.
 */
export function chunkSections(joinFirst: bool): void {
  openFrom = -1;
  let index = nextBoundary(0);
  let from = 0;
  let cut = -1;
  if (index < cutCount && cutAt(index).line == 0) {
    cut = index;
    index = nextBoundary(index + 1);
  }
  while (true) {
    let to = index < cutCount ? cutAt(index).line : lineCount;
    visitSection(cut, from, to, index >= cutCount, joinFirst);
    if (index >= cutCount) break;
    cut = index;
    from = to;
    index = nextBoundary(index + 1);
  }
  if (openFrom >= 0) closeOpen();
}

function nextBoundary(index: i32): i32 {
  while (index < cutCount && !cutAt(index).boundary) index += 1;
  return index;
}

function visitSection(cut: i32, from: i32, to: i32, isLast: bool, joinFirst: bool): void {
  while (from < to && isBlankLine(from)) from += 1;
  while (to > from && isBlankLine(to - 1)) to -= 1;
  if (from == to) return;
  let level = cut < 0 ? 1 : cutAt(cut).level;
  let bare = isBare(cut, to);
  if (openFrom >= 0) {
    let sum = pointsOfLines(openFrom, to);
    if (sum <= maximum && (lastIsBare || (isLast && bare)) || openPoints < minimum && sum <= target && isRelated(level, joinFirst)) {
      openTo = to;
      openPoints = sum;
      if (level < openLowest) openLowest = level;
      lastIsBare = bare;
      return;
    }
    closeOpen();
  }
  openCut = cut;
  openFrom = from;
  openTo = to;
  openPoints = pointsOfLines(from, to);
  openLowest = i32.MAX_VALUE;
  lastIsBare = bare;
}

/** A descendant or a later sibling of the open chunk's first section. */
function isRelated(level: i32, joinFirst: bool): bool {
  if (openCut < 0) return joinFirst && level == 1 && openLowest >= 1;
  let first = cutAt(openCut).level;
  return level > first ? openLowest > first : level == first && openLowest >= first;
}

/** A heading with nothing under it. */
function isBare(cut: i32, to: i32): bool {
  if (cut < 0) return false;
  let heading = cutAt(cut);
  return heading.what == WHAT_HEADING && to <= heading.endLine;
}

function closeOpen(): void {
  let first = chunkCount;
  if (openPoints <= target) emitLines(openFrom, openTo, openCut);
  else splitLines(openFrom, openTo, openCut);
  numberParts(first, 0);
  openFrom = -1;
}

/** Chunks from `first` on are the parts of one section. */
export function numberParts(first: i32, address: i32): void {
  let parts = chunkCount - first;
  for (let i = first; i < chunkCount; i++) {
    let chunk = chunkAt(i);
    chunk.part = i - first + 1;
    chunk.parts = parts;
    if (address) chunk.address = address;
  }
}

function emitLines(from: i32, to: i32, cut: i32): void {
  addChunk(lineStart(from), lineEnd(to - 1), from, to - 1, pointsOfLines(from, to), cut);
}

function addChunk(start: i32, end: i32, firstLine: i32, lastLine: i32, points: i32, cut: i32): void {
  wantedChunks += 1;
  if (chunkCount >= maxChunks) {
    if (overflowLine < 0) overflowLine = firstLine;
    return;
  }
  let chunk = changetype<Chunk>(list.reserve(CHUNK_BYTES));
  list.length += CHUNK_BYTES;
  chunkCount += 1;
  chunk.start = start;
  chunk.end = end;
  chunk.firstLine = firstLine;
  chunk.lastLine = lastLine;
  chunk.points = points;
  chunk.part = 1;
  chunk.parts = 1;
  chunk.cut = cut;
  chunk.address = 0;
}

/** Rule 3 for lines [from, to). */
export function splitLines(from: i32, to: i32, cut: i32): void {
  let at = from;
  while (true) {
    while (at < to && isBlankLine(at)) at += 1;
    if (at >= to) return;
    if (pointsOfLines(at, to) <= target) {
      emitLines(at, to, cut);
      return;
    }
    if (pointsOfLines(at, at + 1) > maximum) {
      splitBytes(lineStart(at), lineEnd(at), cut);
      at += 1;
      continue;
    }
    let place = findPlace(at, to);
    let end = place;
    while (isBlankLine(end - 1)) end -= 1;
    emitLines(at, end, cut);
    at = place;
  }
}

/** The line before which the piece that begins at `at` ends. The rest is over the target and the line at `at` is within the cap. */
function findPlace(at: i32, to: i32): i32 {
  let blank = 0;
  let outside = 0;
  let inside = 0;
  let line = at + 1;
  while (line < to && pointsOfLines(at, line) <= target) {
    if (lineFlags(line) & LINE_IN_FENCE) inside = line;
    else {
      outside = line;
      if ((isBlankLine(line) || isBlankLine(line - 1)) && pointsOfLines(at, line) >= minimum) blank = line;
    }
    line += 1;
  }
  // `line - 1` is the line that crosses the target.
  let fence = placeAtFence(at, line, to);
  if (fence) return fence;
  if (blank) return blank;
  if (outside && pointsOfLines(at, outside) >= minimum) return outside;
  if (inside) return inside;
  // A few lines before a long one: keep them together if the cap allows, else emit the few separately.
  if (pointsOfLines(at, line) <= maximum) return line;
  return outside ? outside : line - 1;
}

/** The cut for a fence that spans the target: before or after it; 0 if the fence does not decide. */
function placeAtFence(at: i32, line: i32, to: i32): i32 {
  let opening = line - 1;
  if (lineFlags(opening) & LINE_IN_FENCE) {
    while (opening > at && lineFlags(opening) & LINE_IN_FENCE) opening -= 1;
  } else if (line >= to || !(lineFlags(line) & LINE_IN_FENCE)) return 0;
  if (lineFlags(opening) & LINE_IN_FENCE) return 0;
  let behind = line;
  while (behind < to && lineFlags(behind) & LINE_IN_FENCE && pointsOfLines(opening, behind) <= maximum) behind += 1;
  let whole = pointsOfLines(opening, behind) <= maximum && (behind >= to || !(lineFlags(behind) & LINE_IN_FENCE));
  if (opening > at && pointsOfLines(at, opening) >= minimum) return opening;
  if (!whole) return 0;
  if (pointsOfLines(at, behind) <= maximum) return behind;
  return opening > at ? opening : 0;
}

/** Rule 3 for bytes: a line over the cap, a long JSON value. At a line end, else at white space, else at a code point. */
export function splitBytes(start: i32, end: i32, cut: i32): void {
  let at = textPtr + <usize>start;
  let stop = textPtr + <usize>end;
  while (at < stop) {
    let place: usize = 0;
    let lineEnds = false;
    let points = 0;
    let ptr = at;
    while (ptr < stop && points < target) {
      let c = <i32>load<u8>(ptr);
      ptr += <usize>widthOf(c);
      points += 1;
      if (c == LF && points >= minimum) {
        place = ptr;
        lineEnds = true;
      } else if (!lineEnds && points >= minimum && (c < 0x80 ? c == SPACE || c == TAB : isSpacePoint(pointAt(ptr - <usize>widthOf(c))))) place = ptr;
    }
    if (ptr < stop && place) ptr = place;
    emitBytes(<i32>(at - textPtr), <i32>(ptr - textPtr), cut);
    at = ptr;
  }
}

/** Emits bytes [start, end) without blank lines at both ends; keeps indentation and the rest of a shared line. */
export function emitBytes(start: i32, end: i32, cut: i32): void {
  start = trimStart(start, end);
  end = trimEnd(start, end);
  if (start >= end || isBlank(textPtr + <usize>start, textPtr + <usize>end)) return;
  addChunk(start, end, lineOf(start), lineOf(end - 1), countPoints(textPtr + <usize>start, textPtr + <usize>end), cut);
}

export function trimStart(start: i32, end: i32): i32 {
  let at = start;
  while (at < end) {
    let c = <i32>load<u8>(textPtr + <usize>at);
    if (c == LF) start = at + 1;
    else if (c > SPACE && c < 0x80 || c >= 0x80 && !isSpacePoint(pointAt(textPtr + <usize>at)) || c < TAB || c > CR && c < SPACE) break;
    at += widthOf(c);
  }
  return at >= end ? end : start;
}

export function trimEnd(start: i32, end: i32): i32 {
  let at = end;
  while (at > start) {
    let from = at - 1;
    while (from > start && (<i32>load<u8>(textPtr + <usize>from) & 0xc0) == 0x80) from -= 1;
    let point = pointAt(textPtr + <usize>from);
    if (point == LF) end = from;
    else if (!isSpacePoint(point)) break;
    at = from;
  }
  return at <= start ? start : end;
}
