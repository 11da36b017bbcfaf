// BM25F over the segments of a collection: term at a time into dense sums, then the best of all shards in one heap.
import { setAverages, stopWeight } from './field-weights';
import { countHits, hitsBegin, leastScore, offer } from './hits';
import { TERM_DF, TERM_ROW } from './lookup';
import { chunkCount, fileCount, fileStarts, marks, matched, openScratch, scores, tallies } from './rank-scratch';
import {
  addWeight, beginSums, clearMarks, endKeys, endSums, MODE_MARK, MODE_SCORE, MODE_SUM, setGroupBit, setGroupWeight, touchedCount, walk,
} from './walk-postings';

/** Words of which a hit tells the fields, five bits each. */
const TOLD_WORDS: i32 = 6;

/** Factor for scores in files of secondary classes. */
let secondaryProse: f64 = 1;
let secondaryCode: f64 = 1;

/** Field averages are over all shards. `capacity` hits are kept; with `namesOnly` bodies and paths count for nothing. */
export function rankBegin(body: f64, heading: f64, symbol: f64, path: f64, title: f64, lessProse: f64, lessCode: f64, namesOnly: bool, capacity: i32): void {
  setAverages(body, heading, symbol, path, title, namesOnly);
  secondaryProse = lessProse;
  secondaryCode = lessCode;
  hitsBegin(capacity);
}

/** Shards are ranked one after the other. */
export function rankShard(segment: usize): void {
  openScratch(segment);
}

/** Chunks that have any of the terms. */
export function groupDf(terms: usize, count: i32): i32 {
  if (count == 1) return load<i32>(terms, TERM_DF);
  markAny(terms, count);
  return touchedCount;
}

function markAny(terms: usize, count: i32): void {
  clearMarks();
  for (let i = 0; i < count; i++) walk(terms + <usize>i * TERM_ROW, MODE_MARK);
}

/** Adds the score of a group: its terms count as one, their weighted counts are summed before saturation. */
export function scoreGroup(terms: usize, count: i32, weight: f64, isStop: i32, word: i32): void {
  beginGroup(weight, isStop != 0, word);
  if (count == 1) {
    walk(terms, MODE_SCORE);
    return;
  }
  sumGroup(terms, count);
  endSums();
}

/** Adds the weight of a group of keys to the chunks that have one, whatever their lengths: what is named so is meant. Hits tell it by the bit `mark`. */
export function scoreKey(terms: usize, count: i32, weight: f64, word: i32, mark: i32): void {
  beginGroup(weight, false, word);
  sumGroup(terms, count);
  endKeys(<u32>1 << <u32>mark);
}

function beginGroup(weight: f64, isStop: bool, word: i32): void {
  for (let kind = 0; kind < 4; kind++) {
    let own = isStop ? weight * stopWeight(kind) : weight;
    setGroupWeight(kind, kind < 2 ? own : own * (kind == 2 ? secondaryProse : secondaryCode));
  }
  setGroupBit(word < TOLD_WORDS ? <u32>1 << <u32>(word * 5) : 0);
}

function sumGroup(terms: usize, count: i32): void {
  beginSums();
  for (let i = 0; i < count; i++) walk(terms + <usize>i * TERM_ROW, MODE_SUM);
}

/** Adds the weight to chunks that have the first word in the field. */
export function scoreField(field: i32, weight: f64): void {
  beginGroup(weight, false, 0);
  let bit: u32 = <u32>1 << <u32>field;
  for (let chunk = 0; chunk < chunkCount; chunk++) if ((load<u32>(matched + (<usize>chunk << 2)) & bit) != 0) addWeight(chunk);
}

/** Drops chunks that have none of the terms (`wanted`), or any of them (not `wanted`). */
export function filterGroup(terms: usize, count: i32, wanted: i32): void {
  markAny(terms, count);
  for (let i = 0; i < chunkCount; i++) {
    if (<i32>load<u8>(marks + <usize>i) != wanted) store<f64>(scores + (<usize>i << 3), 0);
  }
}

/**
 * Takes the shard's hits. `orders`: collection-wide order of each file; `fileHits`: by that order, where their numbers of hits go; `allow`: bit set of
 * chunks, or 0.
 */
export function rankCollect(shard: i32, orders: usize, fileHits: usize, allow: usize): void {
  if (allow != 0) dropOthers(allow);
  let file: usize = 0;
  let total = 0;
  for (let first = 0; first < chunkCount; first += 32) {
    let tally = tallies + (<usize>first >> 2);
    let bits = scored(first);
    store<u32>(tally, bits);
    store<i32>(tally, total, 4);
    total += popcnt(bits);
    if (isAnyOffer) file = offerAll(first, bits, shard, orders, file);
  }
  store<i32>(tallies + ((<usize>chunkCount + 31 >> 5) << 3), total, 4);
  countHits(total);
  let before = 0;
  for (file = 0; file < <usize>fileCount; file++) {
    let after = load<u32>(fileStarts + (file << 2), 4);
    let tally = tallies + ((<usize>after >> 5) << 3);
    let hits = load<i32>(tally, 4) + popcnt(load<u32>(tally) & ~(-1 << (after & 31)));
    store<i32>(fileHits + (<usize>load<u32>(orders + (file << 2)) << 2), hits - before);
    before = hits;
  }
}

/** Some of the chunks that `scored` looked at may be among the best. */
let isAnyOffer: bool = false;

/** Which of 32 chunks have a score. */
@inline function scored(first: i32): u32 {
  let from = scores + (<usize>first << 3);
  let bits: u32 = 0;
  if (ASC_FEATURE_SIMD) {
    let least = f64x2.splat(leastScore());
    let none = f64x2.splat(0);
    let offers = none;
    for (let i = 0; i < 32; i += 2) {
      let pair = v128.load(from + (<usize>i << 3));
      bits |= <u32>i64x2.bitmask(f64x2.ne(pair, none)) << i;
      offers = v128.or(offers, f64x2.ge(pair, least));
    }
    isAnyOffer = v128.any_true(offers);
    return bits;
  }
  isAnyOffer = false;
  let least = leastScore();
  for (let i = 0; i < 32; i++) {
    let score = load<f64>(from + (<usize>i << 3));
    bits |= <u32>(score != 0) << i;
    if (score >= least) isAnyOffer = true;
  }
  return bits;
}

/** Offers the best of 32 chunks. `file` is at or before the file of the first one; the same holds for the returned file and the next 32. */
function offerAll(first: i32, bits: u32, shard: i32, orders: usize, file: usize): usize {
  for (; bits != 0; bits &= bits - 1) {
    let chunk = first + ctz(bits);
    let score = load<f64>(scores + (<usize>chunk << 3));
    if (score < leastScore()) continue;
    while (load<i32>(fileStarts + (file << 2), 4) <= chunk) file += 1;
    offer(score, load<u32>(orders + (file << 2)), chunk, shard, load<u32>(matched + (<usize>chunk << 2)));
  }
  return file;
}

function dropOthers(allow: usize): void {
  for (let chunk: usize = 0; chunk < <usize>chunkCount; chunk++) {
    if (((load<u8>(allow + (chunk >> 3)) >> (<u8>chunk & 7)) & 1) == 0) store<f64>(scores + (chunk << 3), 0);
  }
}
