import { blockAlloc, blockFree, Buffer } from './arena';
import { copyShort } from './copy-short';

/** Head of every record: offset of the bytes, length, hash. Users add their own words after it. */
export const RECORD_HEAD: i32 = 12;

@inline function mix(h: u32, word: u32): u32 {
  h = (h ^ word) * 0x9e3779b1;
  return h ^ (h >>> 15);
}

/** Hashes may differ between builds: nothing that is written depends on them. */
export function hashBytes(ptr: usize, length: i32): u32 {
  if (ASC_FEATURE_SIMD && length >= 8) return hashWide(ptr, length);
  let h: u32 = length;
  let i = 0;
  for (; i + 4 <= length; i += 4) h = mix(h, load<u32>(ptr + <usize>i, 0, 1));
  let tail: u32 = 0;
  for (let shift = 0; i < length; i++, shift += 8) tail |= <u32>load<u8>(ptr + <usize>i) << shift;
  h = mix(h, tail) * 0x85ebca6b;
  return h ^ (h >>> 13);
}

@inline function hashWide(ptr: usize, length: i32): u32 {
  let last = ptr + <usize>length - 8;
  let h: u64 = length;
  for (; ptr < last; ptr += 8) {
    h = (h ^ load<u64>(ptr)) * 0x9e3779b97f4a7c15;
    h ^= h >>> 29;
  }
  h = (h ^ load<u64>(last)) * 0xd6e8feb86659fd93;
  return <u32>(h >>> 32);
}

export function equalBytes(a: usize, b: usize, length: i32): bool {
  if (ASC_FEATURE_SIMD && length >= 8) {
    let last = <usize>length - 8;
    for (let i: usize = 0; i < last; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
    return load<u64>(a + last) == load<u64>(b + last);
  }
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    if (load<u32>(a + <usize>i, 0, 1) != load<u32>(b + <usize>i, 0, 1)) return false;
  }
  for (; i < length; i++) if (load<u8>(a + <usize>i) != load<u8>(b + <usize>i)) return false;
  return true;
}

/**
 * Byte strings to numbers from 0, by open addressing. Lives in static memory (`changetype<Table>(memory.data(48, 16))`); numbers are
 * given in order of first sight, so nothing that is written depends on hashes. New records are zero after their head.
 */
@unmanaged
export class Table {
  slots: usize;
  mask: u32;
  count: i32;
  recordBytes: i32;
  recordsPtr: usize;
  recordsLength: i32;
  recordsCapacity: i32;
  bytesPtr: usize;
  bytesLength: i32;
  bytesCapacity: i32;
  /** Number of records that `intern` finds. */
  slotted: i32;

  /** Must be called before use and after `free`. */
  open(recordBytes: i32, slots: i32): void {
    this.recordBytes = recordBytes;
    this.slots = blockAlloc(<usize>slots << 2);
    memory.fill(this.slots, 0, <usize>slots << 2);
    this.mask = slots - 1;
    this.count = 0;
    this.slotted = 0;
    this.records.clear();
    this.bytes.clear();
  }

  free(): void {
    blockFree(this.slots);
    this.slots = 0;
    this.count = 0;
    this.records.free();
    this.bytes.free();
  }

  @inline get records(): Buffer {
    return changetype<Buffer>(changetype<usize>(this) + offsetof<Table>('recordsPtr'));
  }

  @inline get bytes(): Buffer {
    return changetype<Buffer>(changetype<usize>(this) + offsetof<Table>('bytesPtr'));
  }

  @inline record(id: i32): usize {
    return this.recordsPtr + <usize>(id * this.recordBytes);
  }

  @inline textOf(id: i32): usize {
    return this.bytesPtr + load<u32>(this.record(id));
  }

  @inline lengthOf(id: i32): i32 {
    return load<i32>(this.record(id), 4);
  }

  /** The number of these bytes, newly assigned if needed. Records and bytes may move. Fifteen bytes after them must be readable. */
  intern(ptr: usize, length: i32): i32 {
    let hash = hashBytes(ptr, length) | 0x80000000;
    let slot = hash & this.mask;
    while (true) {
      let found = load<i32>(this.slots + (<usize>slot << 2));
      if (found == 0) {
        store<i32>(this.slots + (<usize>slot << 2), this.count + 1);
        this.slotted += 1;
        return this.append(ptr, length, hash);
      }
      let record = this.record(found - 1);
      if (load<u32>(record, 8) == hash && load<i32>(record, 4) == length && equalBytes(this.bytesPtr + load<u32>(record), ptr, length)) {
        return found - 1;
      }
      slot = (slot + 1) & this.mask;
    }
  }

  /** A new record; hash 0: one that `intern` does not look for. Fifteen bytes behind the text must be readable. */
  append(ptr: usize, length: i32, hash: u32): i32 {
    let id = this.count;
    this.count = id + 1;
    // `ptr` may lie in the bytes that are about to move.
    let inside = ptr >= this.bytesPtr && ptr < this.bytesPtr + <usize>this.bytesLength;
    let offset = ptr - this.bytesPtr;
    // Texts may be read sixteen bytes at a time.
    let to = this.bytes.reserve(length + 16);
    copyShort(to, inside ? this.bytesPtr + offset : ptr, length);
    let record = this.records.reserve(this.recordBytes);
    for (let i = RECORD_HEAD; i < this.recordBytes; i += 4) store<i32>(record + <usize>i, 0);
    store<i32>(record, this.bytesLength);
    store<i32>(record, length, 4);
    store<u32>(record, hash, 8);
    this.bytesLength += length;
    this.recordsLength += this.recordBytes;
    if (<u32>this.slotted * 2 > this.mask) this.growSlots();
    return id;
  }

  private growSlots(): void {
    blockFree(this.slots);
    let slots = (<usize>this.mask + 1) << 1;
    this.slots = blockAlloc(slots << 2);
    memory.fill(this.slots, 0, slots << 2);
    this.mask = <u32>slots - 1;
    for (let id = 0; id < this.count; id++) {
      let hash = load<u32>(this.record(id), 8);
      if (hash == 0) continue;
      let slot = hash & this.mask;
      while (load<i32>(this.slots + (<usize>slot << 2)) != 0) slot = (slot + 1) & this.mask;
      store<i32>(this.slots + (<usize>slot << 2), id + 1);
    }
  }
}
