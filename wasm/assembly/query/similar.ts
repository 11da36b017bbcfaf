// Forms near a word. The dictionary is sorted, so words with a common beginning follow each other and have the first rows of the distance table in
// common; where a beginning is too far from the word, all that begin so are passed over, whole blocks at a time.
import { BLOCK_WORDS, E_PLAIN, E_WHOLE } from '../index/segment-format';
import { countBlocks } from '../index/sparse-index';
import { isKey } from '../text/name-key';
import { addFound, blockBegins, clearFound, ENTRY, entryFlags, entryLength, entryShared, nextEntry, seekBlock } from './lookup';

/** Longer words than any form find nothing. */
const MAX_WANTED: i32 = 120;

@lazy const WANTED: usize = memory.data(512, 16);
/** Code points of the entry. Three bytes more than it has may be read as a last one. */
@lazy const GIVEN: usize = memory.data(512, 16);
/** A row of the table for each number of code points of the entry: how far its first ones are from the first ones of the word. */
@lazy const ROWS: usize = memory.data(16384, 16);
const ROW: usize = 128;
/** How many code points end at or before a byte of the entry. */
@lazy const DEPTHS: usize = memory.data(160, 16);

let wanted: i32 = 0;
let limit: i32 = 0;
/** Bytes of the beginning that `walk` found too far away; 0 where the whole entry was walked. */
let far: i32 = 0;

/** Forms at most `edits` edits away (a letter too many, missing, changed, or two swapped). Keys are similar to keys of their kind. */
export function findSimilar(segment: usize, ptr: usize, length: i32, edits: i32): void {
  clearFound();
  if (length > MAX_WANTED) return;
  wanted = toCodePoints(ptr, length, WANTED);
  limit = edits;
  for (let i = 0; i <= limit + 1; i++) store<u8>(ROWS + <usize>i, i);
  let blocks = countBlocks(segment);
  let block = 0;
  let inBlock = 0;
  let isJumped = false;
  far = 0;
  seekBlock(segment, 0);
  while (nextEntry()) {
    if (inBlock == BLOCK_WORDS) {
      block += 1;
      inBlock = 0;
    }
    inBlock += 1;
    if (far > 0 && (isJumped || entryShared >= far)) {
      isJumped = false;
      continue;
    }
    far = load<u8>(ENTRY) != load<u8>(ptr) && (isKey(ENTRY) || isKey(ptr)) ? 1 : 0;
    if (far == 0 && walk()) {
      if ((entryFlags & (E_PLAIN | E_WHOLE)) != 0 || isKey(ENTRY)) addFound();
    }
    if (far == 0 || block + 1 >= blocks || !blockBegins(segment, block + 1, far)) continue;
    block = lastWithBeginning(segment, block + 1, blocks);
    seekBlock(segment, block);
    inBlock = 0;
    isJumped = true;
  }
}

/** The last block whose first word begins as the entry does, up to what is too far. `block` is one. */
function lastWithBeginning(segment: usize, block: i32, blocks: i32): i32 {
  let step = 1;
  while (block + step < blocks && blockBegins(segment, block + step, far)) {
    block += step;
    step <<= 1;
  }
  while (step > 0) {
    if (block + step < blocks && blockBegins(segment, block + step, far)) block += step;
    step >>= 1;
  }
  return block;
}

/** Whether the entry is near enough. Rows of what it shares with the one before are there. */
function walk(): bool {
  let byte = entryShared;
  // Bytes may be shared up to the middle of a code point.
  while (byte > 0 && (load<u8>(ENTRY + <usize>byte) & 0xc0) == 0x80) byte -= 1;
  let depth = byte == 0 ? 0 : <i32>load<u8>(DEPTHS + <usize>byte);
  while (byte < entryLength) {
    let first = <u32>load<u8>(ENTRY + <usize>byte);
    let more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    store<u32>(GIVEN + (<usize>depth << 2), decode(ENTRY + <usize>byte, more));
    byte += 1 + more;
    depth += 1;
    store<u8>(DEPTHS + <usize>byte, depth);
    if (!addRow(depth)) {
      far = min(byte, entryLength);
      return false;
    }
  }
  let difference = depth - wanted;
  if (difference > limit || -difference > limit) return false;
  return <i32>load<u8>(ROWS + <usize>depth * ROW + <usize>wanted) <= limit;
}

/** True if a word with this many leading code points can be near enough. Only cells this far from the diagonal can be within the limit. */
function addRow(depth: i32): bool {
  let row = ROWS + <usize>depth * ROW;
  let old = row - ROW;
  let low = max(0, depth - limit);
  let high = min(wanted, depth + limit);
  if (low > high) return false;
  let g = load<u32>(GIVEN + (<usize>depth << 2) - 4);
  let beyond = limit + 1;
  let best = beyond;
  let before = beyond;
  for (let i = low; i <= high; i++) {
    let cell = depth;
    if (i > 0) {
      let w = load<u32>(WANTED + (<usize>i << 2) - 4);
      cell = min(before + 1, <i32>load<u8>(old + <usize>i - 1) + <i32>(w != g));
      if (i < depth + limit) cell = min(cell, <i32>load<u8>(old + <usize>i) + 1);
      if (i > 1 && depth > 1 && w == load<u32>(GIVEN + (<usize>depth << 2) - 8) && g == load<u32>(WANTED + (<usize>i << 2) - 8)) {
        cell = min(cell, <i32>load<u8>(old - ROW + <usize>i - 2) + 1);
      }
      cell = min(cell, beyond);
    }
    store<u8>(row + <usize>i, cell);
    before = cell;
    best = min(best, cell);
  }
  return best <= limit;
}

function toCodePoints(ptr: usize, length: i32, to: usize): i32 {
  let count = 0;
  let end = ptr + <usize>length;
  while (ptr < end) {
    let first = <u32>load<u8>(ptr);
    let more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    store<u32>(to + (<usize>count << 2), decode(ptr, more));
    ptr += 1 + <usize>more;
    count += 1;
  }
  return count;
}

function decode(ptr: usize, more: i32): u32 {
  let first = <u32>load<u8>(ptr);
  let cp = more == 0 ? first : first & (0x3f >>> more);
  for (let i = 1; i <= more; i++) cp = (cp << 6) | (<u32>load<u8>(ptr + <usize>i) & 0x3f);
  return cp;
}
