import { blockAlloc, blockFree, Buffer } from '../memory/arena';
import { DIGIT_0 } from '../text/characters';

// The local string table of a leaf: each distinct string once.

/** varint length + bytes of each string, in order of first use. */
export const stringBytes = changetype<Buffer>(memory.data(12));
const entries = changetype<Buffer>(memory.data(12));
export let stringCount: i32 = 0;
let slots: usize = 0;
let slotMask: i32 = 0;

@lazy const FIRST_SLOTS: i32 = 256;

export function stringsBegin(): void {
  stringBytes.clear();
  entries.clear();
  stringCount = 0;
  resize(FIRST_SLOTS);
}

export function stringsFree(): void {
  stringBytes.free();
  entries.free();
  blockFree(slots);
  slots = 0;
}

/** The number of a string; the same bytes always give the same number. */
export function intern(ptr: usize, length: i32): i32 {
  let hash = hashBytes(ptr, length);
  let slot = hash & slotMask;
  while (true) {
    let id = load<i32>(slots + (<usize>slot << 2)) - 1;
    if (id < 0) break;
    let entry = entries.ptr + <usize>(id * 12);
    if (load<i32>(entry, 8) == hash && load<i32>(entry, 4) == length && equalBytes(stringBytes.ptr + load<usize>(entry), ptr, length)) return id;
    slot = (slot + 1) & slotMask;
  }
  stringBytes.varint(length);
  let at = stringBytes.length;
  stringBytes.bytes(ptr, length);
  entries.u32(at);
  entries.u32(length);
  entries.u32(hash);
  store<i32>(slots + (<usize>slot << 2), stringCount + 1);
  stringCount += 1;
  if (stringCount * 2 > slotMask) resize((slotMask + 1) * 2);
  return stringCount - 1;
}

/** Valid until the next `intern`. */
export function stringPtr(id: i32): usize {
  return stringBytes.ptr + load<usize>(entries.ptr + <usize>(id * 12));
}

export function stringLength(id: i32): i32 {
  return load<i32>(entries.ptr + <usize>(id * 12), 4);
}

function resize(count: i32): void {
  blockFree(slots);
  slots = blockAlloc(<usize>count << 2);
  memory.fill(slots, 0, <usize>count << 2);
  slotMask = count - 1;
  for (let id = 0; id < stringCount; id++) {
    let slot = load<i32>(entries.ptr + <usize>(id * 12), 8) & slotMask;
    while (load<i32>(slots + (<usize>slot << 2)) != 0) slot = (slot + 1) & slotMask;
    store<i32>(slots + (<usize>slot << 2), id + 1);
  }
}

export function hashBytes(ptr: usize, length: i32): i32 {
  let hash: i32 = 0x811c9dc5;
  let end = ptr + <usize>length;
  while (ptr < end) {
    hash = (hash ^ <i32>load<u8>(ptr)) * 0x01000193;
    ptr += 1;
  }
  return hash ^ hash >>> 15;
}

export function equalBytes(a: usize, b: usize, length: i32): bool {
  for (let i: usize = 0; i < <usize>length; i++) {
    if (load<u8>(a + i) != load<u8>(b + i)) return false;
  }
  return true;
}

/** Appends a number in decimal. */
export function putNumber(out: Buffer, value: i32): void {
  let scale = 1;
  while (value / scale >= 10) scale *= 10;
  while (scale > 0) {
    out.u8(DIGIT_0 + (value / scale) % 10);
    scale /= 10;
  }
}
