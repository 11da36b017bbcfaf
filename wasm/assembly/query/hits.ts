// The best hits of all shards, in one heap.
import { blockAlloc, blockFree } from '../memory/arena';

// Hits [score f64, order, chunk, shard, matched]; the worst is the root.
const HIT: usize = 24;
let heap: usize = 0;
let heapCapacity: i32 = 0;
let heapCount: i32 = 0;
let total: i32 = 0;

/** `capacity` hits are kept. */
export function hitsBegin(capacity: i32): void {
  blockFree(heap);
  heap = blockAlloc(<usize>capacity * HIT);
  heapCapacity = capacity;
  heapCount = 0;
  total = 0;
}

/** Minimum score: a chunk below it is not a hit, or not among the best. */
@inline export function leastScore(): f64 {
  if (heapCount < heapCapacity) return f64.MIN_VALUE;
  return heapCapacity == 0 ? Infinity : load<f64>(heap);
}

/** Hits count whether they are kept or not. */
@inline export function countHits(count: i32): void {
  total += count;
}

/** A chunk with a score; kept when it is among the best. */
export function offer(score: f64, order: u32, chunk: u32, shard: i32, bits: u32): void {
  if (heapCount == heapCapacity) {
    if (heapCapacity == 0 || !isBetter(score, order, chunk, heap)) return;
    put(heap, score, order, chunk, shard, bits);
    sift(0, heapCount);
    return;
  }
  put(heap + <usize>heapCount * HIT, score, order, chunk, shard, bits);
  let i = heapCount;
  heapCount += 1;
  while (i > 0) {
    let parent = (i - 1) >> 1;
    if (isBetterHit(heap + <usize>i * HIT, heap + <usize>parent * HIT)) return;
    swap(heap + <usize>i * HIT, heap + <usize>parent * HIT);
    i = parent;
  }
}

function put(at: usize, score: f64, order: u32, chunk: u32, shard: i32, bits: u32): void {
  store<f64>(at, score);
  store<u32>(at, order, 8);
  store<u32>(at, chunk, 12);
  store<i32>(at, shard, 16);
  store<u32>(at, bits, 20);
}

@inline function isBetter(score: f64, order: u32, chunk: u32, hit: usize): bool {
  let other = load<f64>(hit);
  if (score != other) return score > other;
  let otherOrder = load<u32>(hit, 8);
  return order != otherOrder ? order < otherOrder : chunk < load<u32>(hit, 12);
}

function isBetterHit(a: usize, b: usize): bool {
  return isBetter(load<f64>(a), load<u32>(a, 8), load<u32>(a, 12), b);
}

function swap(a: usize, b: usize): void {
  let score = load<f64>(a);
  let order = load<u32>(a, 8);
  let chunk = load<u32>(a, 12);
  let shard = load<u32>(a, 16);
  let bits = load<u32>(a, 20);
  store<f64>(a, load<f64>(b));
  store<u32>(a, load<u32>(b, 8), 8);
  store<u32>(a, load<u32>(b, 12), 12);
  store<u32>(a, load<u32>(b, 16), 16);
  store<u32>(a, load<u32>(b, 20), 20);
  store<f64>(b, score);
  store<u32>(b, order, 8);
  store<u32>(b, chunk, 12);
  store<u32>(b, shard, 16);
  store<u32>(b, bits, 20);
}

/** Moves the hit at `i` down until no child is worse. */
function sift(i: i32, count: i32): void {
  while (true) {
    let child = i * 2 + 1;
    if (child >= count) return;
    if (child + 1 < count && isBetterHit(heap + <usize>child * HIT, heap + <usize>(child + 1) * HIT)) child += 1;
    if (isBetterHit(heap + <usize>child * HIT, heap + <usize>i * HIT)) return;
    swap(heap + <usize>i * HIT, heap + <usize>child * HIT);
    i = child;
  }
}

/** Sorts the hits, best first, and returns their address. */
export function hitsFinish(): usize {
  for (let end = heapCount - 1; end > 0; end--) {
    swap(heap, heap + <usize>end * HIT);
    sift(0, end);
  }
  return heap;
}

export function hitsCount(): i32 {
  return heapCount;
}

export function hitsTotal(): i32 {
  return total;
}
