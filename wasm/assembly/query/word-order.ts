// Finds query words that follow each other in a text in the same order. Bit i of a mask is position i of the query; words are folded, not stemmed.
import { allWords, ownHeading } from './field-weights';
import { FORM, formEnd, formLength, formStart, isJoiner, isWordByte, MAX_FOLDED, nextForm, SEPARATOR } from '../text/tokenize';
import { CASE_BIT, LOWER_A } from '../text/characters';

/** Beyond these the places of a long query are not looked at. */
const MAX_PLACES: i32 = 32;
/** Room for the longest form, in bytes. */
const PLACE_BYTES: usize = 128;

@lazy const PLACES: usize = memory.data(4096, 16);
@lazy const LENGTHS: usize = memory.data(128, 16);
/** Places of words with the same length and ends. */
@lazy const BUCKETS: usize = memory.data(1024, 16);

let placeCount: i32 = 0;
/** Positions that begin a form, except the first: they have a neighbour before them. Parts of one identifier do not count as neighbours. */
let starts: u32 = 0;
/** Position of the word that is still being typed and may be a prefix. */
let openPlace: i32 = -1;

/** Positions of words other than stop words. */
let telling: u32 = 0;

let found: u32 = 0;
/** Positions whose word the chunk has. */
let covered: u32 = 0;
let isInQuery: bool = false;

/** Begins a query. */
export function orderBegin(): void {
  placeCount = 0;
  starts = 0;
  telling = 0;
  openPlace = -1;
  memory.fill(BUCKETS, 0, 1024);
  orderChunk();
}

/** The query's next word. */
export function orderWord(ptr: usize, length: i32, isOpen: bool, isStop: bool): void {
  let first = placeCount;
  scan(ptr, ptr + <usize>length, true);
  if (!isStop) for (let i = first; i < placeCount; i++) telling |= <u32>1 << i;
  openPlace = isOpen && placeCount > first ? placeCount - 1 : -1;
}

/** Begins a chunk. */
export function orderChunk(): void {
  found = 0;
  covered = 0;
  isInQuery = false;
}

/** A text of the chunk, or one of its own headings. */
export function orderText(ptr: usize, length: i32, isOwnHeading: bool): void {
  before = 0;
  run = 0;
  isFirst = true;
  scan(ptr, ptr + <usize>length, false);
  if (isOwnHeading && run != 0) isInQuery = true;
}

/** Factor for the chunk's score. */
export function orderFactor(): f64 {
  // Two stop words that follow each other tell nothing.
  let pairs = starts & (telling | (telling << 1));
  let asked = popcnt(pairs);
  if (asked == 0) return 1;
  let share = <f64>popcnt(found & pairs) / <f64>asked;
  let has = telling == 0 ? 0 : <f64>popcnt(covered & telling) / <f64>popcnt(telling);
  return (1.0 + share * share + (isInQuery ? ownHeading() : 0)) * (1.0 + allWords() * has * has * has * has);
}

/** Places of the word before. */
let before: u32 = 0;
/** Query position of the last word of the text, if the words before it match the positions before that. */
let run: u32 = 0;
let isFirst: bool = true;

function scan(p: usize, end: usize, isQuery: bool): void {
  let lastEnd: usize = 0;
  while (p < end) {
    let first = load<u8>(p);
    if (first < 0x80 && !isWordByte(first)) {
      p += 1;
      continue;
    }
    let stop = plainEnd(p, end);
    if (stop != 0) {
      if (isQuery) addStart();
      take(lowered(p, <i32>(stop - p)), <i32>(stop - p), isQuery);
      p = stop;
      continue;
    }
    p = nextForm(p, end);
    if (formLength == 0) return;
    // The last character of a run of pairs repeats what its pair said.
    let isRepeated = formStart < lastEnd && formEnd == lastEnd;
    lastEnd = formEnd;
    if (isRepeated) continue;
    if (isQuery) addStart();
    takeParts(isQuery);
  }
}

/** Where an ASCII word ends that has small letters only, but for its first; 0 where a form must be looked for. Most words of most texts are such. */
@inline function plainEnd(p: usize, end: usize): usize {
  if (<u32>((load<u8>(p) | CASE_BIT) - LOWER_A) >= 26) return 0;
  let stop = p + 1;
  while (stop < end && <u32>(load<u8>(stop) - LOWER_A) < 26) stop += 1;
  if (stop - p > <usize>MAX_FOLDED) return 0;
  if (stop == end) return stop;
  let after = load<u8>(stop);
  return isWordByte(after) || isJoiner(after) ? 0 : stop;
}

@inline function lowered(p: usize, length: i32): usize {
  let first = load<u8>(p);
  if (<i32>first >= LOWER_A) return p;
  memory.copy(FORM, p, <usize>length);
  store<u8>(FORM, first | CASE_BIT);
  return FORM;
}

function takeParts(isQuery: bool): void {
  let stop = FORM + <usize>formLength;
  for (let part = FORM; part < stop; ) {
    let next = part;
    while (next < stop && load<u8>(next) != SEPARATOR) next += 1;
    take(part, <i32>(next - part), isQuery);
    part = next + 1;
  }
}

@inline function take(part: usize, length: i32, isQuery: bool): void {
  if (isQuery) addPlace(part, length);
  else meet(part, length);
}

function addStart(): void {
  if (placeCount > 0 && placeCount < MAX_PLACES) starts |= <u32>1 << placeCount;
}

function addPlace(part: usize, length: i32): void {
  if (placeCount >= MAX_PLACES) return;
  memory.copy(PLACES + <usize>placeCount * PLACE_BYTES, part, <usize>length);
  store<i32>(LENGTHS + (<usize>placeCount << 2), length);
  let bucket = bucketOf(part, length);
  store<u32>(bucket, load<u32>(bucket) | (<u32>1 << placeCount));
  placeCount += 1;
}

function meet(part: usize, length: i32): void {
  let places: u32 = 0;
  for (let bits = load<u32>(bucketOf(part, length)); bits != 0; bits &= bits - 1) {
    let place = ctz(bits);
    if (load<i32>(LENGTHS + (<usize>place << 2)) == length && isAt(place, part, length)) places |= <u32>1 << place;
  }
  if (openPlace >= 0) {
    let least = load<i32>(LENGTHS + (<usize>openPlace << 2));
    if (length > least && isAt(openPlace, part, least)) places |= <u32>1 << openPlace;
  }
  found |= (before << 1) & places;
  covered |= places;
  before = places;
  run = isFirst ? places : (run << 1) & places;
  isFirst = false;
}

@inline function isAt(place: i32, part: usize, length: i32): bool {
  return memory.compare(PLACES + <usize>place * PLACE_BYTES, part, <usize>length) == 0;
}

@inline function bucketOf(part: usize, length: i32): usize {
  let hash = <usize>load<u8>(part) * 31 + <usize>load<u8>(part + <usize>length - 1) * 7 + <usize>length;
  return BUCKETS + ((hash & 255) << 2);
}
