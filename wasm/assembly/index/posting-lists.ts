// Postings of each word, written as they come: a word's bytes lie together and move to twice the space when they fill it.
import { Buffer, scratchAlloc, scratchMark, scratchRelease } from '../memory/arena';
import { P_FIELDS, P_MORE } from './segment-format';
import { numberEnd, putVarint, readNumber } from '../memory/varint';

// A row per word, two to a cache line. The last posting waits until its chunk is over, since other fields may add to it.
/** Chunk of the last posting, plus one. */
const LAST: usize = 0;
/** body tf | heading tf << 16 | symbol tf << 24 of the last posting. */
const COUNTS: usize = 4;
const GAP: usize = 8;
const POSTINGS: usize = 12;
const START: usize = 16;
const END: usize = 20;
const LIMIT: usize = 24;
const ROW_BITS: usize = 5;

/** 5 for the gap, 1 for the mask, 3 + 2 + 2 for the counts */
const MAX_POSTING: usize = 13;
const FIRST_BYTES: usize = 32;

@lazy const rows: Buffer = changetype<Buffer>(memory.data(12, 16));
/** Blocks given back, by the number of their bits: each begins with the address of the next. */
@lazy const FREE: usize = memory.data(128, 16);
let mark: usize = 0;

export function listsOpen(): void {
  mark = scratchMark();
  memory.fill(FREE, 0, 128);
  rows.clear();
}

export function listsFree(): void {
  rows.free();
  scratchRelease(mark);
}

/** Rows for this many words. */
export function growLists(count: i32): void {
  let more = (count << 5) - rows.length;
  if (more <= 0) return;
  memory.fill(rows.reserve(more), 0, <usize>more);
  rows.length += more;
}

@inline function rowOf(word: i32): usize {
  return rows.ptr + (<usize>word << ROW_BITS);
}

/** Chunks must come in order. */
@inline export function addPosting(word: i32, chunk: i32, field: i32, tf: u32): void {
  let row = rowOf(word);
  let last = load<i32>(row, LAST);
  if (last == chunk + 1) {
    store<u32>(row, addCount(load<u32>(row, COUNTS), field, tf), COUNTS);
    return;
  }
  if (last != 0) writeLast(row);
  store<i32>(row, chunk + 1, LAST);
  store<i32>(row, chunk - last, GAP);
  store<i32>(row, load<i32>(row, POSTINGS) + 1, POSTINGS);
  store<u32>(row, field == 0 && tf <= 0xffff ? tf : addCount(0, field, tf), COUNTS);
}

/** Counts stop where their bits end: far beyond any weight they could add. */
function addCount(counts: u32, field: i32, tf: u32): u32 {
  if (field == 0) {
    let sum = (counts & 0xffff) + tf;
    return (counts & 0xffff0000) | (sum > 0xffff ? 0xffff : sum);
  }
  if (field == 1) {
    let sum = ((counts >>> 16) & 0xff) + tf;
    return (counts & 0xff00ffff) | ((sum > 0xff ? 0xff : sum) << 16);
  }
  let sum = (counts >>> 24) + tf;
  return (counts & 0x00ffffff) | ((sum > 0xff ? 0xff : sum) << 24);
}

function writeLast(row: usize): void {
  if (load<usize>(row, END) + MAX_POSTING > load<usize>(row, LIMIT)) grow(row);
  let p = load<usize>(row, END);
  let counts = load<u32>(row, COUNTS);
  let gap = load<u32>(row, GAP) << 2;
  if (counts <= 2) p = putVarint(p, gap | (counts - 1));
  else if (counts <= 0xffff) {
    p = putVarint(p, gap | P_MORE);
    p = putVarint(p, counts - 3);
  } else p = putFields(p, gap, counts);
  store<usize>(row, p, END);
}

function putFields(p: usize, gap: u32, counts: u32): usize {
  let body = counts & 0xffff;
  let heading = (counts >>> 16) & 0xff;
  let symbol = counts >>> 24;
  p = putVarint(p, gap | P_FIELDS);
  // Which fields have the term; 8, 16 and 32 say that it is there more than once.
  store<u8>(p,
    (body != 0 ? 1 : 0) | (heading != 0 ? 2 : 0) | (symbol != 0 ? 4 : 0) | (body > 1 ? 8 : 0) | (heading > 1 ? 16 : 0) | (symbol > 1 ? 32 : 0));
  p += 1;
  if (body > 1) p = putVarint(p, body);
  if (heading > 1) p = putVarint(p, heading);
  if (symbol > 1) p = putVarint(p, symbol);
  return p;
}

function grow(row: usize): void {
  let start = load<usize>(row, START);
  let capacity = load<usize>(row, LIMIT) - start;
  let more = capacity == 0 ? FIRST_BYTES : capacity << 1;
  let head = FREE + (<usize>ctz(<u32>more) << 2);
  let fresh = load<usize>(head);
  if (fresh != 0) store<usize>(head, load<usize>(fresh));
  else fresh = scratchAlloc(more);
  let used = load<usize>(row, END) - start;
  if (capacity != 0) {
    memory.copy(fresh, start, used);
    head = FREE + (<usize>ctz(<u32>capacity) << 2);
    store<usize>(start, load<usize>(head));
    store<usize>(head, start);
  }
  store<usize>(row, fresh, START);
  store<usize>(row, fresh + used, END);
  store<usize>(row, fresh + more, LIMIT);
}

/** To be called once per word, when all postings are there. */
export function closeList(word: i32): void {
  if (load<i32>(rowOf(word), LAST) != 0) writeLast(rowOf(word));
}

export function listCount(word: i32): i32 {
  return load<i32>(rowOf(word), POSTINGS);
}

export function listPtr(word: i32): usize {
  return load<usize>(rowOf(word), START);
}

export function listSize(word: i32): i32 {
  return <i32>(load<usize>(rowOf(word), END) - load<usize>(rowOf(word), START));
}

let walkAt: usize = 0;
let walkEnd: usize = 0;
/** Next posting of the walk; −1 until it is read. */
let walkChunk: i32 = 0;
let walkLast: i32 = 0;

export function walkList(word: i32): void {
  walkAt = listPtr(word);
  walkEnd = load<usize>(rowOf(word), END);
  walkLast = -1;
  walkChunk = -1;
}

/** Postings of chunks before `chunk` that the walk has not passed yet. */
export function countBefore(chunk: i32): i32 {
  let count = 0;
  while (true) {
    if (walkChunk < 0) {
      if (walkAt >= walkEnd) return count;
      readPosting();
    }
    if (walkChunk >= chunk) return count;
    walkLast = walkChunk;
    walkChunk = -1;
    count += 1;
  }
}

function readPosting(): void {
  let head = readNumber(walkAt);
  walkChunk = walkLast + 1 + <i32>(head >>> 2);
  walkAt = skipCounts(head, numberEnd);
}

/** Where the next posting begins, behind the counts of one whose first number was `head`. */
export function skipCounts(head: u32, p: usize): usize {
  let code = head & 3;
  if (code == P_MORE) {
    readNumber(p);
    return numberEnd;
  }
  if (code != P_FIELDS) return p;
  let more = load<u8>(p) >>> 3;
  p += 1;
  for (; more != 0; more &= more - 1) {
    readNumber(p);
    p = numberEnd;
  }
  return p;
}
