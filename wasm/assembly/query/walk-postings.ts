// Visits the postings of terms in the shard that is being ranked, and adds what each is worth to dense sums, one per chunk.
import { BODY_LENGTHS, HEADING_ROW, k1Of, PATH_ROW, SYMBOL_ROW, TITLE_ROW, weightOf, weightRow } from './field-weights';
import { noteDamage, TERM_CHUNKS, TERM_CHUNKS_AT, TERM_FILES, TERM_FILES_AT } from './lookup';
import {
  bodyLengths, chunkCount, classes, clearSums, fileClasses, fileCount, fileStarts, headingLengths, marks, matched, pathLengths, scores, sums, symbolLengths, titleLengths, touched,
} from './rank-scratch';
import { F_COUNTS, F_PATH, F_TITLE, P_FIELDS, P_MORE } from '../index/segment-format';
import { numberEnd, readNumber } from '../memory/varint';

/** Visited chunks get a score, a sum (of a group with several terms), or a mark. */
export const MODE_SCORE: i32 = 0;
export const MODE_SUM: i32 = 1;
export const MODE_MARK: i32 = 2;

let mode: i32 = 0;
/** Chunks with a sum or a mark. */
export let touchedCount: i32 = 0;
/** A group is under way; at the beginning of another: it ended in a trap, and its sums are still there. */
let isSumming: bool = false;

// By class.
@lazy const WEIGHTS: usize = memory.data<f64>([0, 0, 0, 0]);
/** Bit of field 0 of the word; 0 when it is not told. */
let groupBit: u32 = 0;

export function setGroupWeight(kind: i32, weight: f64): void {
  store<f64>(WEIGHTS + (<usize>kind << 3), weight);
}

export function setGroupBit(bit: u32): void {
  groupBit = bit;
}

export function beginSums(): void {
  if (isSumming) clearSums();
  isSumming = true;
  touchedCount = 0;
}

/** Turns the sums of the group into scores. */
export function endSums(): void {
  for (let i = 0; i < touchedCount; i++) {
    let chunk = load<i32>(touched + (<usize>i << 2));
    let at = sums + (<usize>chunk << 3);
    let kind = <i32>load<u8>(classes + <usize>chunk);
    addScore(chunk, load<f64>(at), 0, load<f64>(WEIGHTS + (<usize>kind << 3)), k1Of(kind));
    store<f64>(at, 0);
  }
  isSumming = false;
}

/** Adds the weight of the group to every chunk with a sum. */
export function endKeys(mark: u32): void {
  for (let i = 0; i < touchedCount; i++) {
    let chunk = load<i32>(touched + (<usize>i << 2));
    addWeight(chunk);
    store<f64>(sums + (<usize>chunk << 3), 0);
    addMatched(chunk, mark);
  }
  isSumming = false;
}

/** Adds the weight of the group, whatever the chunk's lengths. */
export function addWeight(chunk: i32): void {
  let at = scores + (<usize>chunk << 3);
  store<f64>(at, load<f64>(at) + load<f64>(WEIGHTS + (<usize>load<u8>(classes + <usize>chunk) << 3)));
}

export function clearMarks(): void {
  memory.fill(marks, 0, <usize>chunkCount);
  touchedCount = 0;
}

// The next posting: its chunk (past the end when done), its first number, the rest, and how many come with it.
let next: i32 = 0;
let head: u32 = 0;
let rest: usize = 0;
let left: i32 = 0;

/** Visits all chunks of a term in order: chunks with postings, and chunks of files whose path or title has it. */
export function walk(term: usize, how: i32): void {
  mode = how;
  left = load<i32>(term, TERM_CHUNKS);
  rest = load<usize>(term, TERM_CHUNKS_AT);
  next = -1;
  readNext();
  let filesLeft = load<i32>(term, TERM_FILES);
  let q = load<usize>(term, TERM_FILES_AT);
  let file = -1;
  for (; filesLeft > 0; filesLeft--) {
    let step = readNumber(q);
    q = numberEnd;
    file += <i32>(step >>> 2) + 1;
    let code = step & 3;
    let inPath = <u32>(code != F_TITLE);
    let inTitle = <u32>(code != F_PATH);
    if (code == F_COUNTS) {
      inPath = readNumber(q);
      inTitle = readNumber(numberEnd);
      q = numberEnd;
    }
    if (<u32>file >= <u32>fileCount) {
      noteDamage();
      return;
    }
    walkBefore(load<i32>(fileStarts + (<usize>file << 2)));
    walkFile(file, inPath, inTitle);
  }
  walkBefore(chunkCount);
  if (left > 0) noteDamage();
}

function readNext(): void {
  if (left <= 0) {
    next = i32.MAX_VALUE;
    return;
  }
  head = readNumber(rest);
  rest = numberEnd;
  next += <i32>(head >>> 2) + 1;
}

/** Postings of chunks before `until`. This loop is most of ranking: what it needs lies in locals. */
function walkBefore(until: i32): void {
  let chunk = next;
  let first = head;
  let p = rest;
  let n = left;
  let bit = groupBit;
  let how = mode;
  let kind = 0;
  let row = weightRow(0);
  let weight = load<f64>(WEIGHTS);
  let k1 = k1Of(0);
  // A damaged gap may wrap around; as an unsigned number the chunk is beyond all then.
  while (<u32>chunk < <u32>until) {
    let own = <i32>load<u8>(classes + <usize>chunk);
    if (own != kind) {
      kind = own;
      row = weightRow(kind);
      weight = load<f64>(WEIGHTS + (<usize>kind << 3));
      k1 = k1Of(kind);
    }
    let code = first & 3;
    let sum: f64 = 0;
    let bits = bit;
    if (code < P_FIELDS) {
      let body = code + 1;
      if (code == P_MORE) {
        body = readNumber(p) + 3;
        p = numberEnd;
      }
      sum = <f64>body * bodyWeight(row, kind, chunk);
    } else {
      sum = sumFields(kind, chunk, code, p);
      bits = fieldBits;
      p = fieldsEnd;
    }
    if (how == MODE_SCORE) addScore(chunk, sum, bits, weight, k1);
    else note(how, chunk, sum, bits);
    n -= 1;
    if (n <= 0) {
      chunk = i32.MAX_VALUE;
      break;
    }
    first = load<u8>(p);
    p += 1;
    if (first >= 128) {
      first = readNumber(p - 1);
      p = numberEnd;
    }
    chunk += <i32>(first >>> 2) + 1;
  }
  next = chunk;
  head = first;
  rest = p;
  left = n;
}

/** All chunks of a file whose path or title has the term. */
function walkFile(file: i32, inPath: u32, inTitle: u32): void {
  let kind = <i32>load<u8>(fileClasses + <usize>file) & 3;
  let row = weightRow(kind);
  let fileWorth: f64 = 0;
  if (inPath != 0) fileWorth += <f64>inPath * load<f64>(row + PATH_ROW + (<usize>load<u8>(pathLengths + <usize>file) << 3));
  if (inTitle != 0) fileWorth += <f64>inTitle * load<f64>(row + TITLE_ROW + (<usize>load<u8>(titleLengths + <usize>file) << 3));
  let fileBits = (inPath != 0 ? groupBit << 3 : 0) | (inTitle != 0 ? groupBit << 4 : 0);
  let after = load<i32>(fileStarts + (<usize>file << 2), 4);
  for (let chunk = load<i32>(fileStarts + (<usize>file << 2)); chunk < after; chunk++) {
    let sum: f64 = 0;
    let bits = fileBits;
    if (next == chunk) {
      sum = sumFields(kind, chunk, head & 3, rest);
      bits |= fieldBits;
      rest = fieldsEnd;
      left -= 1;
      readNext();
    }
    sum += fileWorth;
    if (mode == MODE_SCORE) addScore(chunk, sum, bits, load<f64>(WEIGHTS + (<usize>kind << 3)), k1Of(kind));
    else note(mode, chunk, sum, bits);
  }
}

@inline function bodyWeight(row: usize, kind: i32, chunk: i32): f64 {
  let length = <i32>load<u16>(bodyLengths + (<usize>chunk << 1));
  return length < <i32>BODY_LENGTHS ? load<f64>(row + (<usize>length << 3)) : weightOf(kind, 0, length);
}

/** Fields, as bits of the word, of the posting that `sumFields` read, and the start of the next posting. */
let fieldBits: u32 = 0;
let fieldsEnd: usize = 0;

/** The weighted counts of a posting; `p` is what follows its first number. */
function sumFields(kind: i32, chunk: i32, code: u32, p: usize): f64 {
  fieldBits = groupBit;
  if (code < P_FIELDS) {
    let body = code + 1;
    if (code == P_MORE) {
      body = readNumber(p) + 3;
      p = numberEnd;
    }
    fieldsEnd = p;
    return <f64>body * bodyWeight(weightRow(kind), kind, chunk);
  }
  let fields = <u32>load<u8>(p);
  fieldsEnd = p + 1;
  let body = readCount(fields, 1);
  let heading = readCount(fields, 2);
  let symbol = readCount(fields, 4);
  let row = weightRow(kind);
  let sum: f64 = 0;
  if (body != 0) sum += <f64>body * bodyWeight(row, kind, chunk);
  if (heading != 0) sum += <f64>heading * load<f64>(row + HEADING_ROW + (<usize>load<u8>(headingLengths + <usize>chunk) << 3));
  if (symbol != 0) sum += <f64>symbol * load<f64>(row + SYMBOL_ROW + (<usize>load<u8>(symbolLengths + <usize>chunk) << 3));
  fieldBits = groupBit * (fields & 7);
  return sum;
}

/** Count of one field; it is stored at `fieldsEnd` when it is more than one. */
@inline function readCount(fields: u32, field: u32): u32 {
  if ((fields & (field << 3)) == 0) return <u32>((fields & field) != 0);
  let count = readNumber(fieldsEnd);
  fieldsEnd = numberEnd;
  return count;
}

@inline function addScore(chunk: i32, sum: f64, bits: u32, weight: f64, k1: f64): void {
  let at = scores + (<usize>chunk << 3);
  store<f64>(at, load<f64>(at) + (weight * (sum * (k1 + 1.0))) / (sum + k1));
  addMatched(chunk, bits);
}

@inline function addMatched(chunk: i32, bits: u32): void {
  let at = matched + (<usize>chunk << 2);
  store<u32>(at, load<u32>(at) | bits);
}

function note(how: i32, chunk: i32, sum: f64, bits: u32): void {
  if (how == MODE_MARK) {
    touchedCount += <i32>(load<u8>(marks + <usize>chunk) == 0);
    store<u8>(marks + <usize>chunk, 1);
    return;
  }
  addMatched(chunk, bits);
  let at = sums + (<usize>chunk << 3);
  let before = load<f64>(at);
  if (before == 0 && sum != 0) {
    store<i32>(touched + (<usize>touchedCount << 2), chunk);
    touchedCount += 1;
  }
  store<f64>(at, before + sum);
}
