import { blockAlloc, blockFree } from './arena';

/** Longest key. */
export const SHORT: i32 = 16;
/** Sixteen bytes to keep, sixteen to clear. */
@lazy const KEEP: usize = memory.data<i64>([-1, -1, 0, 0], 16);

/**
 * Keys of at most 16 bytes, padded with zeros, each with 16 bytes of its owner's behind it: one cache line per lookup, where `Table` needs three.
 * Only for SIMD. Lives in static memory (`changetype<ShortKeys>(memory.data(12, 16))`).
 */
@unmanaged
export class ShortKeys {
  slots: usize;
  mask: u32;
  count: i32;

  /** Empties the table; must be called before use and after `free`. */
  open(slots: u32): void {
    this.free();
    this.slots = blockAlloc(<usize>slots << 5);
    memory.fill(this.slots, 0, <usize>slots << 5);
    this.mask = slots - 1;
    this.count = 0;
  }

  free(): void {
    blockFree(this.slots);
    this.slots = 0;
  }

  /** What belongs to the key, zeros if it is new. Moves with the next new key. Sixteen bytes must be readable; the first and the last of the key are not zero. */
  @inline find(ptr: usize, length: i32): usize {
    let key = v128.and(v128.load(ptr), v128.load(KEEP + SHORT - <usize>length));
    let slot = this.slotOf(key);
    return (load<u8>(slot) == 0 ? this.add(key, slot) : slot) + SHORT;
  }

  /** The slot of a key, or the free one where it belongs. */
  @inline private slotOf(key: v128): usize {
    let hash = (<u64>i64x2.extract_lane(key, 0) ^ (<u64>i64x2.extract_lane(key, 1) * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
    let slots = this.slots;
    let mask = <usize>this.mask << 5;
    let at = <usize>(hash >>> 32) << 5;
    let slot = slots + (at & mask);
    while (load<u8>(slot) != 0 && v128.any_true(v128.xor(key, v128.load(slot)))) {
      at += 32;
      slot = slots + (at & mask);
    }
    return slot;
  }

  private add(key: v128, slot: usize): usize {
    this.count += 1;
    if (<u32>this.count * 2 > this.mask) {
      this.grow();
      slot = this.slotOf(key);
    }
    v128.store(slot, key);
    return slot;
  }

  private grow(): void {
    let old = this.slots;
    let end = old + (<usize>(this.mask + 1) << 5);
    let count = this.count;
    this.slots = 0;
    this.open((this.mask + 1) << 1);
    this.count = count;
    for (let from = old; from < end; from += 32) {
      if (load<u8>(from) != 0) memory.copy(this.slotOf(v128.load(from)), from, 32);
    }
    blockFree(old);
  }
}
