// Reads the dictionary of a segment in place.
import { Buffer } from '../memory/arena';
import { compare, countBlocks, findSparse } from '../index/sparse-index';
import { skipCounts } from '../index/posting-lists';
import {
  BLOCK_WORDS, E_CHUNKS, E_PATHS, E_PLAIN, E_SINGLE, E_WHOLE, SPARSE_BLOCKS, H_BLOCKS, H_CHUNKS, H_DICTIONARY, H_FILES, H_POSTINGS, H_SIZE, H_WORDS, P_FIELDS, P_MORE,
} from '../index/segment-format';
import { numberEnd, readNumber } from '../memory/varint';
import { isKey } from '../text/name-key';

/** Text of the entry that `nextEntry` read. */
@lazy export const ENTRY: usize = memory.data(160, 16);
export let entryLength: i32 = 0;
/** Bytes of its text that the entry before had too; 0 for the first one of a block. */
export let entryShared: i32 = 0;
export let entryFlags: i32 = 0;
/** Chunks with the term in any field. */
export let entryDf: i32 = 0;
export let entryChunks: i32 = 0;
export let entryChunksAt: usize = 0;
export let entryFiles: i32 = 0;
export let entryFilesAt: usize = 0;

let left: i32 = 0;
let at: usize = 0;
let postingsAt: usize = 0;

/** No entry is longer (tokenize.ts): what says so is damaged, and `ENTRY` must not be written beyond its end. */
const MAX_ENTRY_TEXT: i32 = 100;
let dictionaryEnd: usize = 0;
let segmentEnd: usize = 0;
let chunkLimit: i32 = 0;
let fileLimit: i32 = 0;
let damaged: bool = false;

/** True if bytes that no segment has were met since the last call. */
export function takeDamage(): i32 {
  let was = damaged;
  damaged = false;
  return <i32>was;
}

export function noteDamage(): void {
  damaged = true;
}

export function seekBlock(segment: usize, block: i32): void {
  let row = segment + load<u32>(segment, H_BLOCKS) + (<usize>block << 3);
  at = segment + load<u32>(segment, H_DICTIONARY) + load<u32>(row);
  postingsAt = segment + load<u32>(segment, H_POSTINGS) + load<u32>(row, 4);
  left = load<i32>(segment, H_WORDS) - block * BLOCK_WORDS;
  dictionaryEnd = segment + load<u32>(segment, H_POSTINGS);
  segmentEnd = segment + load<u32>(segment, H_SIZE);
  chunkLimit = load<i32>(segment, H_CHUNKS);
  fileLimit = load<i32>(segment, H_FILES);
  entryLength = 0;
}

function isBroken(): bool {
  damaged = true;
  left = 0;
  return false;
}

export function nextEntry(): bool {
  if (left <= 0) return false;
  left -= 1;
  if (at >= dictionaryEnd) return isBroken();
  let head = <i32>load<u8>(at);
  at += 1;
  let shared = head >>> 4;
  let rest = head & 15;
  if (shared == 15) {
    shared += <i32>load<u8>(at);
    at += 1;
  }
  if (rest == 15) {
    rest += <i32>load<u8>(at);
    at += 1;
  }
  if (shared > entryLength || shared + rest > MAX_ENTRY_TEXT) return isBroken();
  for (let i = 0; i < rest; i++) store<u8>(ENTRY + <usize>(shared + i), load<u8>(at + <usize>i));
  entryLength = shared + rest;
  entryShared = shared;
  at += <usize>rest;
  entryFlags = load<u8>(at);
  at += 1;
  readPlaces();
  if (at > dictionaryEnd || postingsAt > segmentEnd) return isBroken();
  if (<u32>entryChunks > <u32>chunkLimit || <u32>entryFiles > <u32>fileLimit) return isBroken();
  return true;
}

function readPlaces(): void {
  entryChunks = 0;
  entryFiles = 0;
  if ((entryFlags & E_SINGLE) != 0) {
    entryChunks = 1;
    entryChunksAt = at;
    at = skipCounts(readNumber(at), numberEnd);
  } else if ((entryFlags & E_CHUNKS) != 0) {
    entryChunks = <i32>readNumber(at);
    entryChunksAt = postingsAt;
    postingsAt += readNumber(numberEnd);
    at = numberEnd;
  }
  entryDf = entryChunks;
  if ((entryFlags & E_PATHS) == 0) return;
  entryDf = <i32>readNumber(at);
  entryFiles = <i32>readNumber(numberEnd);
  entryFilesAt = postingsAt;
  postingsAt += readNumber(numberEnd);
  at = numberEnd;
}

let firstLength: i32 = 0;

/** Where the text of a block's first word is. It shares nothing: its head is its length. */
@inline function firstWord(block: usize): usize {
  firstLength = <i32>load<u8>(block);
  if (firstLength != 15) return block + 1;
  firstLength += <i32>load<u8>(block, 1);
  return block + 2;
}

/** Whether the first word of a block begins with the first `length` bytes of the entry that was read. */
export function blockBegins(segment: usize, block: i32, length: i32): bool {
  let row = segment + load<u32>(segment, H_BLOCKS) + (<usize>block << 3);
  let word = firstWord(segment + load<u32>(segment, H_DICTIONARY) + load<u32>(row));
  return firstLength >= length && compare(word, length, ENTRY, length) == 0;
}

/** Goes to the last block whose first word is not after the given one; false if there is no such block. */
function seekWord(segment: usize, ptr: usize, length: i32): bool {
  let place = findSparse(segment, ptr, length, false);
  if (place < 0) return false;
  let low = place * SPARSE_BLOCKS;
  let high = min(countBlocks(segment) - 1, low + SPARSE_BLOCKS - 1);
  let blocks = segment + load<u32>(segment, H_BLOCKS);
  let dictionary = segment + load<u32>(segment, H_DICTIONARY);
  while (low <= high) {
    let middle = (low + high) >> 1;
    let p = firstWord(dictionary + load<u32>(blocks + (<usize>middle << 3)));
    if (compare(p, firstLength, ptr, length) <= 0) low = middle + 1;
    else high = middle - 1;
  }
  if (high < 0) return false;
  seekBlock(segment, high);
  return true;
}

export function findEntry(segment: usize, ptr: usize, length: i32): bool {
  if (!seekWord(segment, ptr, length)) return false;
  for (let i = 0; i < BLOCK_WORDS; i++) {
    if (!nextEntry()) return false;
    let order = compare(ENTRY, entryLength, ptr, length);
    if (order == 0) return true;
    if (order > 0) return false;
  }
  return false;
}

// Rows of what `resolve` writes: flags, df, chunk postings (count, address), path postings (count, address).
export const TERM_FLAGS: usize = 0;
export const TERM_DF: usize = 4;
export const TERM_CHUNKS: usize = 8;
export const TERM_CHUNKS_AT: usize = 12;
export const TERM_FILES: usize = 16;
export const TERM_FILES_AT: usize = 20;
export const TERM_ROW: usize = 24;

/** Writes a term's row; all zero where the shard does not have it. */
export function resolveTerm(segment: usize, ptr: usize, length: i32, row: usize): void {
  let found = findEntry(segment, ptr, length);
  store<i32>(row, found ? entryFlags : 0, TERM_FLAGS);
  store<i32>(row, found ? entryDf : 0, TERM_DF);
  store<i32>(row, found ? entryChunks : 0, TERM_CHUNKS);
  store<usize>(row, entryChunksAt, TERM_CHUNKS_AT);
  store<i32>(row, found ? entryFiles : 0, TERM_FILES);
  store<usize>(row, entryFilesAt, TERM_FILES_AT);
}

/** End of the postings of the last entry: after those for chunks and paths. */
export function entryPostingsEnd(): usize {
  return postingsAt;
}

/** Found forms as [flags, length, bytes]…; valid until the next search for forms. */
@lazy const found: Buffer = changetype<Buffer>(memory.data(12, 16));

export function foundForms(): usize {
  return found.ptr;
}

export function foundSize(): i32 {
  return found.length;
}

export function clearFound(): void {
  found.clear();
}

export function addFound(): void {
  found.u8(entryFlags & (E_PLAIN | E_WHOLE));
  found.u8(entryLength);
  found.bytes(ENTRY, entryLength);
}

/** Forms that begin with the given bytes. */
export function findPrefix(segment: usize, ptr: usize, length: i32): void {
  found.clear();
  if (!seekWord(segment, ptr, length)) seekBlock(segment, 0);
  while (nextEntry()) {
    let size = entryLength < length ? entryLength : length;
    let order = compare(ENTRY, size, ptr, length);
    if (order > 0) return;
    if (order == 0 && ((entryFlags & (E_PLAIN | E_WHOLE)) != 0 || isKey(ENTRY))) addFound();
  }
}

/** Bytes of a compound before its last word, at least, and after the stem of that word, at most. */
const MIN_FIRST: i32 = 3;
const MAX_INFLECTION: i32 = 4;

/** Plain forms that have the given bytes at their end, but for an inflection. */
export function findEnding(segment: usize, ptr: usize, length: i32): void {
  found.clear();
  seekBlock(segment, 0);
  while (nextEntry()) {
    if ((entryFlags & E_PLAIN) == 0) continue;
    for (let i = max(MIN_FIRST, entryLength - length - MAX_INFLECTION); i + length <= entryLength; i++) {
      if (compare(ENTRY + <usize>i, length, ptr, length) != 0) continue;
      addFound();
      break;
    }
  }
}

// One row per dictionary entry with body counts, for exports: [length, bytes], then [chunk, tf] pairs.
@lazy const pairs: Buffer = changetype<Buffer>(memory.data(12, 16));

/** `entriesNext` will read the entries of `count` blocks. */
export function entriesBegin(segment: usize, block: i32, count: i32): void {
  seekBlock(segment, block);
  if (left > count * BLOCK_WORDS) left = count * BLOCK_WORDS;
}

/** Next term that some body has: its text at `entryText`, its pairs (u32 chunk, u32 tf) at the returned address; 0 at the end. */
export function entriesNext(): usize {
  while (nextEntry()) {
    pairs.clear();
    let p = entryChunksAt;
    let chunk = -1;
    for (let i = 0; i < entryChunks; i++) {
      let head = readNumber(p);
      p = numberEnd;
      chunk += <i32>(head >>> 2) + 1;
      if (<u32>chunk >= <u32>chunkLimit) {
        isBroken();
        return 0;
      }
      let code = head & 3;
      let tf = code + 1;
      if (code == P_MORE) {
        tf = readNumber(p) + 3;
        p = numberEnd;
      } else if (code == P_FIELDS) {
        let fields = <u32>load<u8>(p);
        p += 1;
        tf = fields & 1;
        for (let bit: u32 = 8; bit <= 32; bit <<= 1) {
          if ((fields & bit) == 0) continue;
          let value = readNumber(p);
          p = numberEnd;
          if (bit == 8) tf = value;
        }
      }
      if (tf == 0) continue;
      pairs.u32(chunk);
      pairs.u32(<i32>tf);
    }
    if (pairs.length > 0) return pairs.ptr;
  }
  return 0;
}

export function entriesSize(): i32 {
  return pairs.length;
}

export function entryText(): usize {
  return ENTRY;
}

export function entryTextLength(): i32 {
  return entryLength;
}
