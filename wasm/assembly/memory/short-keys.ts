import { blockAlloc, blockFree } from './arena';
import { copyShort } from './copy-short';

/** Longest key. */
export const SHORT: i32 = 16;

// A slot holds a key padded with zeros (no key has a zero byte), its value plus BIAS (0 means free), and twelve bytes for the owner.
const SLOT_BITS: usize = 5;
export const BIAS: i32 = 4;
export const VALUE: usize = 16;

/** Answer of `find` for a key that is not there; values are above it. */
export const UNKNOWN: i32 = -4;

/** Sixteen bytes to keep, sixteen to clear. */
@lazy const KEEP: usize = memory.data<u8>([
  255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
]);
/** The key of the last lookup. */
@lazy const KEY: usize = memory.data(16, 16);

/**
 * Keys of at most 16 bytes to numbers of at least −3, with key and value in one slot: one cache line per lookup, which is most of the cost of
 * indexing. Lives in static memory (`changetype<ShortKeys>(memory.data(16, 16))`).
 */
@unmanaged
export class ShortKeys {
  slots: usize;
  mask: u32;
  count: u32;
  /** Where the last unknown key belongs. */
  freeSlot: usize;

  open(length: u32): void {
    this.slots = blockAlloc(<usize>length << SLOT_BITS);
    memory.fill(this.slots, 0, <usize>length << SLOT_BITS);
    this.mask = length - 1;
    this.count = 0;
  }

  free(): void {
    blockFree(this.slots);
    this.slots = 0;
  }

  /** Sixteen bytes from `start` must be readable. */
  @inline find(start: usize, length: i32): i32 {
    let slot = this.slotOf(start, length);
    return slot == 0 ? UNKNOWN : load<i32>(slot, VALUE) - BIAS;
  }

  /** The slot of a key, 0 when it is not there. Sixteen bytes from `start` must be readable. */
  @inline slotOf(start: usize, length: i32): usize {
    if (ASC_FEATURE_SIMD) {
      let key = v128.and(v128.load(start), v128.load(KEEP + 16 - <usize>length));
      let a = i64x2.extract_lane(key, 0);
      let b = i64x2.extract_lane(key, 1);
      let h = (<u64>a ^ (<u64>b * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
      let mask = this.mask;
      let slots = this.slots;
      let slot = <u32>(h >>> 32) & mask;
      while (true) {
        let p = slots + (<usize>slot << SLOT_BITS);
        if (!v128.any_true(v128.xor(key, v128.load(p)))) return p;
        if (load<i32>(p, VALUE) == 0) {
          this.freeSlot = p;
          v128.store(KEY, key);
          return 0;
        }
        slot = (slot + 1) & mask;
      }
    }
    return this.slotOfScalar(start, length);
  }

  private slotOfScalar(start: usize, length: i32): usize {
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
    let mask = this.mask;
    let slot = hash4(k0, k1, k2, k3) & mask;
    while (true) {
      let p = this.slots + (<usize>slot << SLOT_BITS);
      if (load<i32>(p, VALUE) == 0) {
        this.freeSlot = p;
        store<u32>(KEY, k0);
        store<u32>(KEY, k1, 4);
        store<u32>(KEY, k2, 8);
        store<u32>(KEY, k3, 12);
        return 0;
      }
      if (load<u32>(p) == k0 && load<u32>(p, 4) == k1 && load<u32>(p, 8) == k2 && load<u32>(p, 12) == k3) return p;
      slot = (slot + 1) & mask;
    }
  }

  /** Gives the key that `find` just did not know its value. */
  remember(value: i32): void {
    copyShort(this.freeSlot, KEY, 16);
    store<i32>(this.freeSlot, value + BIAS, VALUE);
    this.count += 1;
    if (this.count * 2 > this.mask) this.grow();
  }

  private grow(): void {
    let old = this.slots;
    let length = this.mask + 1;
    let count = this.count;
    this.open(length << 1);
    this.count = count;
    for (let i: u32 = 0; i < length; i++) {
      let from = old + (<usize>i << SLOT_BITS);
      if (load<i32>(from, VALUE) == 0) continue;
      this.slotOf(from, lengthOfKey(from));
      copyShort(this.freeSlot, from, 32);
    }
    blockFree(old);
  }
}

@inline function hash4(k0: u32, k1: u32, k2: u32, k3: u32): u32 {
  let h = (k0 ^ (k2 * 0x85ebca6b)) * 0x9e3779b1 + (k1 ^ (k3 * 0xc2b2ae35)) * 0x27d4eb2f;
  return h ^ (h >>> 15);
}

function lengthOfKey(p: usize): i32 {
  let length = SHORT;
  while (length > 0 && load<u8>(p + <usize>(length - 1)) == 0) length -= 1;
  return length;
}
