// BM25F over the segments of a collection: term at a time into dense sums, then the best of all shards in one heap.
import { blockAlloc, blockFree } from './arena';
import { BODY_LENGTHS, k1Of, setAverages, stopWeight, weightOf, weightRow } from './field-weights';
import { hitsBegin, hitsFree, hitsTotal, offer } from './hits';
import { noteDamage, TERM_CHUNKS, TERM_CHUNKS_AT, TERM_DF, TERM_FILES, TERM_FILES_AT, TERM_ROW } from './lookup';
import {
  H_BODY_LENGTHS, H_CHUNKS, H_CLASSES, H_FILE_STARTS, H_FILES, H_HEADING_LENGTHS, H_PATH_LENGTHS, H_SYMBOL_LENGTHS, P_FIELDS, P_MORE,
} from './segment';
import { numberEnd, readNumber } from './varint';

let segment: usize = 0;
let chunkCount: i32 = 0;
let fileCount: i32 = 0;
let fileStarts: usize = 0;
let bodyLengths: usize = 0;
let headingLengths: usize = 0;
let symbolLengths: usize = 0;
let pathLengths: usize = 0;

/** Per chunk: score, sum of the current group, matched bits, touched list, class, mark. */
let room: usize = 0;
let roomChunks: i32 = 0;
let scores: usize = 0;
let sums: usize = 0;
let matched: usize = 0;
let touched: usize = 0;
let classes: usize = 0;
let marks: usize = 0;

/** Field averages are over all shards. `capacity` hits are kept. */
export function rankBegin(body: f64, heading: f64, symbol: f64, path: f64, capacity: i32): void {
  setAverages(body, heading, symbol, path);
  hitsBegin(capacity);
}

/** Sets all sums of the shard to zero. Shards are ranked one after the other. */
export function rankShard(ptr: usize): void {
  segment = ptr;
  chunkCount = load<i32>(ptr, H_CHUNKS);
  fileStarts = ptr + load<u32>(ptr, H_FILE_STARTS);
  bodyLengths = ptr + load<u32>(ptr, H_BODY_LENGTHS);
  headingLengths = ptr + load<u32>(ptr, H_HEADING_LENGTHS);
  symbolLengths = ptr + load<u32>(ptr, H_SYMBOL_LENGTHS);
  pathLengths = ptr + load<u32>(ptr, H_PATH_LENGTHS);
  if (chunkCount > roomChunks) makeRoom(chunkCount);
  memory.fill(scores, 0, <usize>chunkCount << 3);
  memory.fill(sums, 0, <usize>chunkCount << 3);
  memory.fill(matched, 0, <usize>chunkCount << 2);
  let files = load<i32>(ptr, H_FILES);
  fileCount = files;
  let kinds = ptr + load<u32>(ptr, H_CLASSES);
  for (let i = 0; i < files; i++) {
    let first = load<u32>(fileStarts + (<usize>i << 2));
    let after = load<u32>(fileStarts + (<usize>i << 2), 4);
    memory.fill(classes + first, load<u8>(kinds + <usize>i), after - first);
  }
}

function makeRoom(chunks: i32): void {
  blockFree(room);
  roomChunks = (chunks + 7) & ~7;
  let n = <usize>roomChunks;
  room = blockAlloc(n * 26);
  scores = room;
  sums = scores + n * 8;
  matched = sums + n * 8;
  touched = matched + n * 4;
  classes = touched + n * 4;
  marks = classes + n;
}

/** Gives the memory of ranking back. */
export function rankFree(): void {
  blockFree(room);
  room = 0;
  roomChunks = 0;
  hitsFree();
}

// @ts-ignore: decorator
@inline function bodyWeight(row: usize, kind: i32, chunk: i32): f64 {
  let length = <i32>load<u16>(bodyLengths + (<usize>chunk << 1));
  return length < <i32>BODY_LENGTHS ? load<f64>(row + (<usize>length << 3)) : weightOf(kind, 0, length);
}

// @ts-ignore: decorator
@inline function addScore(chunk: i32, kind: i32, sum: f64): void {
  let k1 = k1Of(kind);
  let weight = kind == 0 ? proseWeight : codeWeight;
  let at = scores + (<usize>chunk << 3);
  store<f64>(at, load<f64>(at) + (weight * (sum * (k1 + 1.0))) / (sum + k1));
}

// @ts-ignore: decorator
@inline function addMatched(chunk: i32, bits: u32): void {
  let at = matched + (<usize>chunk << 2);
  store<u32>(at, load<u32>(at) | bits);
}

const MODE_SCORE: i32 = 0;
const MODE_SUM: i32 = 1;
const MODE_MARK: i32 = 2;

let mode: i32 = 0;
let proseWeight: f64 = 0;
let codeWeight: f64 = 0;
/** Bit of field 0 of the word; 0 when it is not told. */
let groupBit: u32 = 0;
let touchedCount: i32 = 0;

// Of the posting just read.
let body: u32 = 0;
let heading: u32 = 0;
let symbol: u32 = 0;

/** Counts of a posting whose first number was `head`; returns where the next one begins. */
// @ts-ignore: decorator
@inline function readCounts(head: u32, p: usize): usize {
  let code = head & 3;
  heading = 0;
  symbol = 0;
  body = code + 1;
  if (code < P_MORE) return p;
  if (code == P_MORE) {
    body = readNumber(p) + 3;
    return numberEnd;
  }
  let fields = <u32>load<u8>(p);
  p += 1;
  body = fields & 1;
  heading = (fields >>> 1) & 1;
  symbol = (fields >>> 2) & 1;
  if ((fields & 8) != 0) {
    body = readNumber(p);
    p = numberEnd;
  }
  if ((fields & 16) != 0) {
    heading = readNumber(p);
    p = numberEnd;
  }
  if ((fields & 32) != 0) {
    symbol = readNumber(p);
    p = numberEnd;
  }
  return p;
}

function emit(chunk: i32, file: i32, path: u32): void {
  if (mode == MODE_MARK) {
    if (load<u8>(marks + <usize>chunk) == 0) {
      store<u8>(marks + <usize>chunk, 1);
      touchedCount += 1;
    }
    return;
  }
  let kind = <i32>load<u8>(classes + <usize>chunk);
  let row = weightRow(kind);
  let sum: f64 = 0;
  let bits: u32 = 0;
  if (body != 0) {
    sum += <f64>body * bodyWeight(row, kind, chunk);
    bits |= groupBit;
  }
  if (heading != 0) {
    sum += <f64>heading * load<f64>(row + (BODY_LENGTHS << 3) + (<usize>load<u8>(headingLengths + <usize>chunk) << 3));
    bits |= groupBit << 1;
  }
  if (symbol != 0) {
    sum += <f64>symbol * load<f64>(row + (BODY_LENGTHS + 256 << 3) + (<usize>load<u8>(symbolLengths + <usize>chunk) << 3));
    bits |= groupBit << 2;
  }
  if (path != 0) {
    sum += <f64>path * load<f64>(row + (BODY_LENGTHS + 512 << 3) + (<usize>load<u8>(pathLengths + <usize>file) << 3));
    bits |= groupBit << 3;
  }
  addMatched(chunk, bits);
  if (mode == MODE_SCORE) {
    addScore(chunk, kind, sum);
    return;
  }
  let at = sums + (<usize>chunk << 3);
  let before = load<f64>(at);
  if (before == 0) {
    store<i32>(touched + (<usize>touchedCount << 2), chunk);
    touchedCount += 1;
  }
  store<f64>(at, before + sum);
}

/** Visits all chunks of a term in order: those with postings, and those of the files whose path has it. */
function walk(term: usize): void {
  let left = load<i32>(term, TERM_CHUNKS);
  let p = load<usize>(term, TERM_CHUNKS_AT);
  let filesLeft = load<i32>(term, TERM_FILES);
  let q = load<usize>(term, TERM_FILES_AT);
  if (filesLeft == 0 && mode == MODE_SCORE) {
    scoreBody(p, left);
    return;
  }
  let chunk = -1;
  let head: u32 = 0;
  if (left > 0) {
    head = readNumber(p);
    p = numberEnd;
    chunk += <i32>(head >>> 2) + 1;
  }
  let file = -1;
  let path: u32 = 0;
  let first = i32.MAX_VALUE;
  let after = 0;
  while (left > 0 || filesLeft > 0 || first < after) {
    if (first >= after && filesLeft > 0) {
      let step = readNumber(q);
      q = numberEnd;
      file += <i32>(step >>> 1) + 1;
      path = 1;
      if ((step & 1) != 0) {
        path = readNumber(q);
        q = numberEnd;
      }
      filesLeft -= 1;
      if (<u32>file >= <u32>fileCount) {
        noteDamage();
        return;
      }
      first = load<i32>(fileStarts + (<usize>file << 2));
      after = load<i32>(fileStarts + (<usize>file << 2), 4);
      continue;
    }
    let inRange = first < after;
    if (left > 0 && (!inRange || chunk <= first)) {
      if (<u32>chunk >= <u32>chunkCount) {
        noteDamage();
        return;
      }
      p = readCounts(head, p);
      emit(chunk, file, inRange && chunk == first ? path : 0);
      if (inRange && chunk == first) first += 1;
      left -= 1;
      if (left > 0) {
        head = readNumber(p);
        p = numberEnd;
        chunk += <i32>(head >>> 2) + 1;
      }
      continue;
    }
    body = 0;
    heading = 0;
    symbol = 0;
    emit(first, file, path);
    first += 1;
  }
}

/** The common case in a loop of its own: one term, no path. */
function scoreBody(p: usize, left: i32): void {
  let chunk = -1;
  for (; left > 0; left--) {
    let head = <u32>load<u8>(p);
    p += 1;
    if (head >= 128) {
      head = readNumber(p - 1);
      p = numberEnd;
    }
    chunk += <i32>(head >>> 2) + 1;
    if (<u32>chunk >= <u32>chunkCount) {
      noteDamage();
      return;
    }
    let code = head & 3;
    if (code == P_FIELDS) {
      p = readCounts(head, p);
      emit(chunk, 0, 0);
      continue;
    }
    let tf = code + 1;
    if (code == P_MORE) {
      tf = readNumber(p) + 3;
      p = numberEnd;
    }
    let kind = <i32>load<u8>(classes + <usize>chunk);
    addScore(chunk, kind, <f64>tf * bodyWeight(weightRow(kind), kind, chunk));
    addMatched(chunk, groupBit);
  }
}

/** Chunks that have any of the terms. */
export function groupDf(terms: usize, count: i32): i32 {
  if (count == 1) return load<i32>(terms, TERM_DF);
  markAny(terms, count);
  return touchedCount;
}

function markAny(terms: usize, count: i32): void {
  memory.fill(marks, 0, <usize>chunkCount);
  mode = MODE_MARK;
  touchedCount = 0;
  for (let i = 0; i < count; i++) walk(terms + <usize>i * TERM_ROW);
}

/** Adds the score of a group: its terms count as one, their weighted counts are summed before saturation. */
export function scoreGroup(terms: usize, count: i32, weight: f64, isStop: i32, word: i32): void {
  proseWeight = isStop != 0 ? weight * stopWeight(0) : weight;
  codeWeight = isStop != 0 ? weight * stopWeight(1) : weight;
  groupBit = word < 8 ? <u32>1 << (<u32>word << 2) : 0;
  if (count == 1) {
    mode = MODE_SCORE;
    walk(terms);
    return;
  }
  mode = MODE_SUM;
  touchedCount = 0;
  for (let i = 0; i < count; i++) walk(terms + <usize>i * TERM_ROW);
  for (let i = 0; i < touchedCount; i++) {
    let chunk = load<i32>(touched + (<usize>i << 2));
    let at = sums + (<usize>chunk << 3);
    addScore(chunk, <i32>load<u8>(classes + <usize>chunk), load<f64>(at));
    store<f64>(at, 0);
  }
}

/** Drops chunks that have none of the terms (`wanted`), or any of them (not `wanted`). */
export function filterGroup(terms: usize, count: i32, wanted: i32): void {
  markAny(terms, count);
  for (let i = 0; i < chunkCount; i++) {
    if (<i32>load<u8>(marks + <usize>i) != wanted) store<f64>(scores + (<usize>i << 3), 0);
  }
}

/** Takes the shard's hits. `orders`: collection-wide order of each file, replaced by its number of hits; `allow`: bit set of chunks, or 0. */
export function rankCollect(shard: i32, orders: usize, allow: usize): void {
  let files = load<i32>(segment, H_FILES);
  for (let file = 0; file < files; file++) {
    let after = load<i32>(fileStarts + (<usize>file << 2), 4);
    let order = load<u32>(orders + (<usize>file << 2));
    let before = hitsTotal();
    for (let chunk = load<i32>(fileStarts + (<usize>file << 2)); chunk < after; chunk++) {
      let score = load<f64>(scores + (<usize>chunk << 3));
      if (score == 0) continue;
      if (allow != 0 && ((load<u8>(allow + (<usize>chunk >> 3)) >> (chunk & 7)) & 1) == 0) continue;
      offer(score, order, chunk, shard, load<u32>(matched + (<usize>chunk << 2)));
    }
    store<i32>(orders + (<usize>file << 2), hitsTotal() - before);
  }
}
