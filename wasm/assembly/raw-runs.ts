// What a run of bytes means, remembered: text is folded and split once per distinct spelling, not once per token.
import { blockAlloc, blockFree } from './arena';
import { Table } from './dictionary';

export const NO_FORM: i32 = -1;
/** The run holds several forms, or its form is not remembered. */
export const SEVERAL_FORMS: i32 = -2;
/** Not seen yet. */
export const UNKNOWN: i32 = -3;

export const SHORT: i32 = 16;
export const LONG: i32 = 64;

// A slot holds a short run, padded with zeros, and 4 more than its form: 0 means free.
const SLOT_BITS: usize = 5;
const BIAS: i32 = 4;
const LONG_RECORD: i32 = 16;

// @ts-ignore: decorator
@lazy const longRuns: Table = changetype<Table>(memory.data(48, 16));

/** First n of 16 bytes kept. */
// @ts-ignore: decorator
@lazy const KEEP: usize = memory.data<u8>([
  255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
]);
// @ts-ignore: decorator
@lazy const KEY: usize = memory.data(16, 16);

let slots: usize = 0;
let mask: u32 = 0;
let count: u32 = 0;
/** Where the last unknown short run belongs. */
let freeSlot: usize = 0;
/** The last long run asked for. */
let longId: i32 = 0;

export function runsOpen(): void {
  openSlots(1 << 14);
  count = 0;
  longRuns.open(LONG_RECORD, 1 << 12);
}

export function runsFree(): void {
  blockFree(slots);
  longRuns.free();
}

function openSlots(length: u32): void {
  slots = blockAlloc(<usize>length << SLOT_BITS);
  memory.fill(slots, 0, <usize>length << SLOT_BITS);
  mask = length - 1;
}

/** For runs of at most SHORT bytes; 16 bytes from `start` must be readable. */
// @ts-ignore: decorator
@inline export function findShort(start: usize, length: i32): i32 {
  if (ASC_FEATURE_SIMD) {
    let key = v128.and(v128.load(start), v128.load(KEEP + 16 - <usize>length));
    let a = i64x2.extract_lane(key, 0);
    let b = i64x2.extract_lane(key, 1);
    let h = (<u64>a ^ (<u64>b * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
    let slot = <u32>(h >>> 32) & mask;
    while (true) {
      let p = slots + (<usize>slot << SLOT_BITS);
      let form = load<i32>(p, 16);
      if (form == 0) {
        freeSlot = p;
        v128.store(KEY, key);
        return UNKNOWN;
      }
      if (!v128.any_true(v128.xor(key, v128.load(p)))) return form - BIAS;
      slot = (slot + 1) & mask;
    }
  }
  return findShortScalar(start, length);
}

function findShortScalar(start: usize, length: i32): i32 {
  let k0: u32 = 0, k1: u32 = 0, k2: u32 = 0, k3: u32 = 0;
  let n = length < 4 ? length : 4;
  for (let i = n - 1; i >= 0; i--) k0 = (k0 << 8) | load<u8>(start + <usize>i);
  if (length > 4) {
    n = length < 8 ? length : 8;
    for (let i = n - 1; i >= 4; i--) k1 = (k1 << 8) | load<u8>(start + <usize>i);
    if (length > 8) {
      n = length < 12 ? length : 12;
      for (let i = n - 1; i >= 8; i--) k2 = (k2 << 8) | load<u8>(start + <usize>i);
      for (let i = length - 1; i >= 12; i--) k3 = (k3 << 8) | load<u8>(start + <usize>i);
    }
  }
  let slot = hash4(k0, k1, k2, k3) & mask;
  while (true) {
    let p = slots + (<usize>slot << SLOT_BITS);
    let form = load<i32>(p, 16);
    if (form == 0) {
      freeSlot = p;
      store<u32>(KEY, k0);
      store<u32>(KEY, k1, 4);
      store<u32>(KEY, k2, 8);
      store<u32>(KEY, k3, 12);
      return UNKNOWN;
    }
    if (load<u32>(p) == k0 && load<u32>(p, 4) == k1 && load<u32>(p, 8) == k2 && load<u32>(p, 12) == k3) return form - BIAS;
    slot = (slot + 1) & mask;
  }
}

// @ts-ignore: decorator
@inline function hash4(k0: u32, k1: u32, k2: u32, k3: u32): u32 {
  let h = (k0 ^ (k2 * 0x85ebca6b)) * 0x9e3779b1 + (k1 ^ (k3 * 0xc2b2ae35)) * 0x27d4eb2f;
  return h ^ (h >>> 15);
}

/** Remembers the meaning of the run that `findShort` just did not know. */
export function rememberShort(form: i32): void {
  memory.copy(freeSlot, KEY, 16);
  store<i32>(freeSlot, form + BIAS, 16);
  count += 1;
  if (count * 2 > mask) growSlots();
}

function growSlots(): void {
  let old = slots;
  let oldLength = mask + 1;
  openSlots(oldLength << 1);
  for (let i: u32 = 0; i < oldLength; i++) {
    let from = old + (<usize>i << SLOT_BITS);
    let form = load<i32>(from, 16);
    if (form == 0) continue;
    findShort(from, lengthOfKey(from));
    memory.copy(freeSlot, KEY, 16);
    store<i32>(freeSlot, form, 16);
  }
  blockFree(old);
}

function lengthOfKey(p: usize): i32 {
  let length = SHORT;
  while (length > 0 && load<u8>(p + <usize>(length - 1)) == 0) length -= 1;
  return length;
}

/** For runs of SHORT + 1 to LONG bytes. The answer's record is where `rememberLong` writes. */
export function findLong(start: usize, length: i32): i32 {
  longId = longRuns.intern(start, length);
  let form = load<i32>(longRuns.record(longId), 12);
  return form == 0 ? UNKNOWN : form - BIAS;
}

export function rememberLong(form: i32): void {
  store<i32>(longRuns.record(longId), form + BIAS, 12);
}
