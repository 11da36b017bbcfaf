import { blockAlloc, blockFree, Buffer } from './arena';

/** Head of every record: offset of the bytes, length, hash. Users add their own words after it. */
export const RECORD_HEAD: i32 = 12;

/** Words of four bytes; the last one overlaps the one before it. */
function hashBytes(ptr: usize, length: i32): u32 {
  if (length == 0) return 0;
  let h: u32 = length;
  let last = ptr + <usize>length - 4;
  if (length < 4) h = mix(h, <u32>load<u8>(ptr) | <u32>load<u8>(ptr + <usize>(length >> 1)) << 8 | <u32>load<u8>(last, 3) << 16);
  else {
    for (; ptr < last; ptr += 4) h = mix(h, load<u32>(ptr, 0, 1));
    h = mix(h, load<u32>(last, 0, 1));
  }
  h *= 0x85ebca6b;
  return h ^ (h >>> 13);
}

@inline function mix(h: u32, word: u32): u32 {
  h = (h ^ word) * 0x9e3779b1;
  return h ^ (h >>> 15);
}

export function equalBytes(a: usize, b: usize, length: i32): bool {
  if (length < 4) {
    for (let i: usize = 0; i < <usize>length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
    return true;
  }
  let last = <usize>length - 4;
  for (let i: usize = 0; i < last; i += 4) if (load<u32>(a + i, 0, 1) != load<u32>(b + i, 0, 1)) return false;
  return load<u32>(a + last, 0, 1) == load<u32>(b + last, 0, 1);
}

/** Slot and hash of the bytes that `find` did not find. */
let missingAt: usize = 0;
let missingHash: u32 = 0;

/**
 * Byte strings to numbers from 0, by open addressing. Lives in static memory (`changetype<Table>(memory.data(40, 16))`); numbers are
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

  /** Empties the table; must be called before use and after `free`. */
  open(recordBytes: i32, slots: i32): void {
    this.recordBytes = recordBytes;
    this.count = 0;
    this.records.clear();
    this.bytes.clear();
    this.resize(slots);
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

  /** The number of these bytes, newly assigned if needed. Records and bytes may move. */
  @inline intern(ptr: usize, length: i32): i32 {
    let found = this.find(ptr, length);
    return found < 0 ? this.append(ptr, length) : found;
  }

  /** The number of these bytes, or −1. */
  find(ptr: usize, length: i32): i32 {
    let hash = hashBytes(ptr, length);
    let slot = hash & this.mask;
    while (true) {
      let at = this.slots + (<usize>slot << 2);
      let found = load<i32>(at);
      if (found == 0) {
        missingAt = at;
        missingHash = hash;
        return -1;
      }
      let record = this.record(found - 1);
      if (load<u32>(record, 8) == hash && load<i32>(record, 4) == length && equalBytes(this.bytesPtr + load<u32>(record), ptr, length)) {
        return found - 1;
      }
      slot = (slot + 1) & this.mask;
    }
  }

  /** Adds the bytes that `find` just did not find. */
  private append(ptr: usize, length: i32): i32 {
    let id = this.count;
    this.count = id + 1;
    store<i32>(missingAt, id + 1);
    // `ptr` may lie in the bytes that are about to move.
    let inside = ptr >= this.bytesPtr && ptr < this.bytesPtr + <usize>this.bytesLength;
    let offset = ptr - this.bytesPtr;
    // Texts may be read sixteen bytes at a time.
    let to = this.bytes.reserve(length + 16);
    memory.copy(to, inside ? this.bytesPtr + offset : ptr, <usize>length);
    let record = this.records.reserve(this.recordBytes);
    for (let i = RECORD_HEAD; i < this.recordBytes; i += 4) store<i32>(record + <usize>i, 0);
    store<i32>(record, this.bytesLength);
    store<i32>(record, length, 4);
    store<u32>(record, missingHash, 8);
    this.bytesLength += length;
    this.recordsLength += this.recordBytes;
    if (<u32>this.count * 2 > this.mask) this.resize(<i32>(this.mask + 1) << 1);
    return id;
  }

  private resize(slots: i32): void {
    blockFree(this.slots);
    this.slots = blockAlloc(<usize>slots << 2);
    memory.fill(this.slots, 0, <usize>slots << 2);
    this.mask = slots - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = load<u32>(this.record(id), 8) & this.mask;
      while (load<i32>(this.slots + (<usize>slot << 2)) != 0) slot = (slot + 1) & this.mask;
      store<i32>(this.slots + (<usize>slot << 2), id + 1);
    }
  }
}
