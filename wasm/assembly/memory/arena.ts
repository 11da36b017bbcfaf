// All memory of the kernel. Nothing here or elsewhere uses `new`, strings, arrays or maps of AssemblyScript at run time: they are 7–13 times slower
// and would take memory from below this allocator. Static tables: `memory.data<u8>([…])`.
// Loads and stores wider than a byte must be aligned, or say so with `load<u32>(ptr, 0, 1)`: the JS build rounds an unaligned address down.

@lazy const HEADER: usize = 16;
@lazy const PAGE: usize = 65536;
@lazy const MIN_SPLIT: usize = 64;

/** Free blocks in address order: [size, next]. `size` counts the header. */
let freeHead: usize = 0;
let heapEnd: usize = 0;
let usedBytes: usize = 0;
let highWaterBytes: usize = 0;

/** 16-aligned, not zeroed. Traps when memory cannot grow. */
export function blockAlloc(bytes: usize): usize {
  let need = ((bytes + 15) & ~15) + HEADER;
  if (need < bytes) unreachable();
  let prev: usize = 0;
  let block = freeHead;
  while (block != 0 && load<usize>(block) < need) {
    prev = block;
    block = load<usize>(block, 4);
  }
  if (block == 0) {
    growHeap(need);
    return blockAlloc(bytes);
  }
  let size = load<usize>(block);
  let next = load<usize>(block, 4);
  if (size - need >= MIN_SPLIT) {
    let rest = block + need;
    store<usize>(rest, size - need);
    store<usize>(rest, next, 4);
    next = rest;
    size = need;
    store<usize>(block, size);
  }
  if (prev == 0) freeHead = next;
  else store<usize>(prev, next, 4);
  usedBytes += size;
  if (usedBytes > highWaterBytes) highWaterBytes = usedBytes;
  return block + HEADER;
}

/** Free blocks are few (shards, buffers, scratch segments), so a walk in address order is cheap and lets neighbours melt together. */
export function blockFree(ptr: usize): void {
  if (ptr == 0) return;
  let block = ptr - HEADER;
  let size = load<usize>(block);
  usedBytes -= size;
  insertFree(block, size);
}

export function blockSize(ptr: usize): usize {
  return load<usize>(ptr - HEADER) - HEADER;
}

function insertFree(block: usize, size: usize): void {
  let prev: usize = 0;
  let next = freeHead;
  while (next != 0 && next < block) {
    prev = next;
    next = load<usize>(next, 4);
  }
  if (next != 0 && block + size == next) {
    size += load<usize>(next);
    next = load<usize>(next, 4);
  }
  if (prev != 0 && prev + load<usize>(prev) == block) {
    store<usize>(prev, load<usize>(prev) + size);
    store<usize>(prev, next, 4);
    return;
  }
  store<usize>(block, size);
  store<usize>(block, next, 4);
  if (prev == 0) freeHead = block;
  else store<usize>(prev, block, 4);
}

function growHeap(need: usize): void {
  if (heapEnd == 0) {
    let start = (__heap_base + 15) & ~15;
    heapEnd = (<usize>memory.size()) << 16;
    insertFree(start, heapEnd - start);
    return;
  }
  // An eighth more each time keeps the number of grows (and of copies in the JS build) small without doubling what is held.
  let extra = largest(need, heapEnd >> 3, <usize>1 << 20);
  let pages = <i32>((extra + PAGE - 1) >> 16);
  if (memory.grow(pages) < 0) {
    pages = <i32>((need + PAGE - 1) >> 16);
    if (memory.grow(pages) < 0) unreachable();
  }
  let bytes = (<usize>pages) << 16;
  insertFree(heapEnd, bytes);
  heapEnd += bytes;
}

@inline function largest(a: usize, b: usize, c: usize): usize {
  let m = a > b ? a : b;
  return m > c ? m : c;
}

export function memoryHighWater(): usize {
  return highWaterBytes;
}

// Scratch: a bump arena of chained segments [prev, end]. `scratchRelease(scratchMark())` around each call gives everything back.

@lazy const SEGMENT: usize = 1 << 18;
let segment: usize = 0;
let scratchTop: usize = 0;

/** 16-aligned, not zeroed, valid until the mark before it is released. */
export function scratchAlloc(bytes: usize): usize {
  let size = (bytes + 15) & ~15;
  if (segment == 0 || scratchTop + size > load<usize>(segment, 4)) {
    let length = size + 16 > SEGMENT ? size + 16 : SEGMENT;
    let fresh = blockAlloc(length);
    store<usize>(fresh, segment);
    store<usize>(fresh, fresh + length, 4);
    segment = fresh;
    scratchTop = fresh + 16;
  }
  let ptr = scratchTop;
  scratchTop += size;
  return ptr;
}

export function scratchMark(): usize {
  return scratchTop;
}

/** Also gives segments back; a mark of 0 releases all. */
export function scratchRelease(mark: usize): void {
  while (segment != 0 && (mark <= segment || mark > load<usize>(segment, 4))) {
    let prev = load<usize>(segment);
    blockFree(segment);
    segment = prev;
  }
  scratchTop = mark;
}

/** A growable run of bytes: lives in static memory (`makeBuffer(memory.data(12))`), its bytes in a block. */
@unmanaged
export class Buffer {
  ptr: usize;
  length: i32;
  capacity: i32;

  /** Room for `bytes` more at the returned address; `length` is not changed. `ptr` may move. */
  reserve(bytes: i32): usize {
    let need = this.length + bytes;
    if (need > this.capacity) this.grow(need);
    return this.ptr + <usize>this.length;
  }

  private grow(need: i32): void {
    let capacity = this.capacity + (this.capacity >> 1);
    if (capacity < need) capacity = need;
    if (capacity < 1024) capacity = 1024;
    let fresh = blockAlloc(<usize>capacity);
    if (this.ptr != 0) {
      memory.copy(fresh, this.ptr, <usize>this.length);
      blockFree(this.ptr);
    }
    this.ptr = fresh;
    this.capacity = <i32>blockSize(fresh);
  }

  u8(value: i32): void {
    store<u8>(this.reserve(1), value);
    this.length += 1;
  }

  u32(value: i32): void {
    store<u32>(this.reserve(4), value, 0, 1);
    this.length += 4;
  }

  /** LEB128 of an unsigned 32-bit value. */
  varint(value: u32): void {
    let at = this.reserve(5);
    let start = at;
    while (value >= 128) {
      store<u8>(at, (value & 127) | 128);
      value >>>= 7;
      at += 1;
    }
    store<u8>(at, value);
    this.length += <i32>(at + 1 - start);
  }

  bytes(from: usize, length: i32): void {
    memory.copy(this.reserve(length), from, <usize>length);
    this.length += length;
  }

  clear(): void {
    this.length = 0;
  }

  /** Gives the block back. */
  free(): void {
    blockFree(this.ptr);
    this.ptr = 0;
    this.length = 0;
    this.capacity = 0;
  }
}
