// BM25F over the segments of a collection: term at a time into dense sums, then the best of all shards in one heap.
import { blockAlloc, blockFree } from './arena';
import { noteDamage, numberEnd, readNumber, TERM_CHUNKS, TERM_CHUNKS_AT, TERM_DF, TERM_FILES, TERM_FILES_AT, TERM_ROW } from './lookup';
import {
  H_BODY_LENGTHS, H_CHUNKS, H_CLASSES, H_FILE_STARTS, H_FILES, H_HEADING_LENGTHS, H_PATH_LENGTHS, H_SYMBOL_LENGTHS, P_FIELDS, P_MORE, P_ONE,
} from './segment';

// The only place with numbers of ranking; docs/benchmarks.md has the measurements behind them. k1 is above the usual 1.2 because the sum it
// saturates is that of four weighted fields. Stop words of a long query are dropped in prose; in code they are keywords.
//            k1    b: body heading symbol path    weight: body heading symbol path    stop words
// prose      1.5      .75  .75     .75    .5              1    2.5     2      1           0
// code       1.6      .9   .75     .9     .5              1    2       3      3           .75
// @ts-ignore: decorator
@lazy const PARAMETERS: usize = memory.data<f64>([
  1.5, 0.75, 0.75, 0.75, 0.5, 1, 2.5, 2, 1, 0,
  1.6, 0.9, 0.75, 0.9, 0.5, 1, 2, 3, 3, 0.75,
]);
const PARAMETER_COUNT: usize = 10;
const STOP_WEIGHT: usize = 9;

// Weight of one occurrence by field length, per class: body, heading, symbol, path.
const BODY_LENGTHS: usize = 4096;
const CLASS_WEIGHTS: usize = BODY_LENGTHS + 256 * 3;
let weights: usize = 0;
// @ts-ignore: decorator
@lazy const AVERAGES: usize = memory.data<f64>([0, 0, 0, 0]);

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

// Hits [score f64, order, chunk, shard, matched]; the worst is the root.
const HIT: usize = 24;
let heap: usize = 0;
let heapCapacity: i32 = 0;
let heapCount: i32 = 0;
let total: i32 = 0;

/** Field averages are over all shards. `capacity` hits are kept. */
export function rankBegin(body: f64, heading: f64, symbol: f64, path: f64, capacity: i32): void {
  if (weights == 0) weights = blockAlloc(CLASS_WEIGHTS * 16);
  let same = load<f64>(AVERAGES) == body && load<f64>(AVERAGES, 8) == heading && load<f64>(AVERAGES, 16) == symbol && load<f64>(AVERAGES, 24) == path;
  if (!same) {
    store<f64>(AVERAGES, body);
    store<f64>(AVERAGES, heading, 8);
    store<f64>(AVERAGES, symbol, 16);
    store<f64>(AVERAGES, path, 24);
    fillWeights(0);
    fillWeights(1);
  }
  blockFree(heap);
  heap = blockAlloc(<usize>capacity * HIT);
  heapCapacity = capacity;
  heapCount = 0;
  total = 0;
}

function weightOf(kind: i32, field: i32, length: i32): f64 {
  let row = PARAMETERS + (<usize>kind * PARAMETER_COUNT << 3);
  let b = load<f64>(row + (<usize>(1 + field) << 3));
  let weight = load<f64>(row + (<usize>(5 + field) << 3));
  let average = load<f64>(AVERAGES + (<usize>field << 3));
  return weight / (1.0 - b + b * (<f64>length / average));
}

function fillWeights(kind: i32): void {
  let to = weights + (<usize>kind * CLASS_WEIGHTS << 3);
  for (let field = 0; field < 4; field++) {
    let count = field == 0 ? <i32>BODY_LENGTHS : 256;
    for (let i = 0; i < count; i++) {
      store<f64>(to, weightOf(kind, field, i));
      to += 8;
    }
  }
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
  blockFree(heap);
  heap = 0;
}

// @ts-ignore: decorator
@inline function bodyWeight(row: usize, kind: i32, chunk: i32): f64 {
  let length = <i32>load<u16>(bodyLengths + (<usize>chunk << 1));
  return length < <i32>BODY_LENGTHS ? load<f64>(row + (<usize>length << 3)) : weightOf(kind, 0, length);
}

// @ts-ignore: decorator
@inline function weightRow(kind: i32): usize {
  return weights + (<usize>kind * CLASS_WEIGHTS << 3);
}

// @ts-ignore: decorator
@inline function k1Of(kind: i32): f64 {
  return load<f64>(PARAMETERS + (<usize>kind * PARAMETER_COUNT << 3));
}

// @ts-ignore: decorator
@inline function stopWeight(kind: i32): f64 {
  return load<f64>(PARAMETERS + (<usize>kind * PARAMETER_COUNT + STOP_WEIGHT << 3));
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
    let before = total;
    for (let chunk = load<i32>(fileStarts + (<usize>file << 2)); chunk < after; chunk++) {
      let score = load<f64>(scores + (<usize>chunk << 3));
      if (score == 0) continue;
      if (allow != 0 && ((load<u8>(allow + (<usize>chunk >> 3)) >> (chunk & 7)) & 1) == 0) continue;
      total += 1;
      offer(score, order, chunk, shard);
    }
    store<i32>(orders + (<usize>file << 2), total - before);
  }
}

function offer(score: f64, order: u32, chunk: u32, shard: i32): void {
  if (heapCount == heapCapacity) {
    if (heapCapacity == 0 || !isBetter(score, order, chunk, heap)) return;
    put(heap, score, order, chunk, shard);
    sift(0, heapCount);
    return;
  }
  put(heap + <usize>heapCount * HIT, score, order, chunk, shard);
  let i = heapCount;
  heapCount += 1;
  while (i > 0) {
    let parent = (i - 1) >> 1;
    if (isBetterHit(heap + <usize>i * HIT, heap + <usize>parent * HIT)) return;
    swap(heap + <usize>i * HIT, heap + <usize>parent * HIT);
    i = parent;
  }
}

function put(at: usize, score: f64, order: u32, chunk: u32, shard: i32): void {
  store<f64>(at, score);
  store<u32>(at, order, 8);
  store<u32>(at, chunk, 12);
  store<i32>(at, shard, 16);
  store<u32>(at, load<u32>(matched + (<usize>chunk << 2)), 20);
}

// @ts-ignore: decorator
@inline function isBetter(score: f64, order: u32, chunk: u32, hit: usize): bool {
  let other = load<f64>(hit);
  if (score != other) return score > other;
  let otherOrder = load<u32>(hit, 8);
  return order != otherOrder ? order < otherOrder : chunk < load<u32>(hit, 12);
}

function isBetterHit(a: usize, b: usize): bool {
  return isBetter(load<f64>(a), load<u32>(a, 8), load<u32>(a, 12), b);
}

function swap(a: usize, b: usize): void {
  let score = load<f64>(a);
  let order = load<u32>(a, 8);
  let chunk = load<u32>(a, 12);
  let shard = load<u32>(a, 16);
  let bits = load<u32>(a, 20);
  store<f64>(a, load<f64>(b));
  store<u32>(a, load<u32>(b, 8), 8);
  store<u32>(a, load<u32>(b, 12), 12);
  store<u32>(a, load<u32>(b, 16), 16);
  store<u32>(a, load<u32>(b, 20), 20);
  store<f64>(b, score);
  store<u32>(b, order, 8);
  store<u32>(b, chunk, 12);
  store<u32>(b, shard, 16);
  store<u32>(b, bits, 20);
}

/** Moves the hit at `i` down until no child is worse. */
function sift(i: i32, count: i32): void {
  while (true) {
    let child = i * 2 + 1;
    if (child >= count) return;
    if (child + 1 < count && isBetterHit(heap + <usize>child * HIT, heap + <usize>(child + 1) * HIT)) child += 1;
    if (isBetterHit(heap + <usize>child * HIT, heap + <usize>i * HIT)) return;
    swap(heap + <usize>i * HIT, heap + <usize>child * HIT);
    i = child;
  }
}

/** Sorts the hits, best first, and returns their address. */
export function rankFinish(): usize {
  for (let end = heapCount - 1; end > 0; end--) {
    swap(heap, heap + <usize>end * HIT);
    sift(0, end);
  }
  return heap;
}

export function rankCount(): i32 {
  return heapCount;
}

export function rankTotal(): i32 {
  return total;
}
