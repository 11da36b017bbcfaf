@lazy const K: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
@lazy const INITIAL: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
@lazy const STATE: usize = memory.data(32, 16);
@lazy const W: usize = memory.data(256, 16);
@lazy const TAIL: usize = memory.data(128, 16);

/** sha256 of one run of bytes; 32 bytes are written to `out`. */
export function sha256(ptr: usize, length: i32, out: usize): void {
  memory.copy(STATE, INITIAL, 32);
  let whole = length >>> 6;
  blocks(ptr, whole);
  finish(ptr + (<usize>whole << 6), length, out);
}

@lazy const RUN: usize = memory.data(32, 16);

/** sha256 of bytes that come one after the other: one such run at a time. */
export function runBegin(): void {
  memory.copy(RUN, INITIAL, 32);
}

export function runBlocks(ptr: usize, count: i32): void {
  memory.copy(STATE, RUN, 32);
  blocks(ptr, count);
  memory.copy(RUN, STATE, 32);
}

/** `ptr`: what fills no whole block. `length`: of all. */
export function runEnd(ptr: usize, length: i32, out: usize): void {
  memory.copy(STATE, RUN, 32);
  finish(ptr, length, out);
}

function blocks(ptr: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    block(ptr);
    ptr += 64;
  }
}

/** Pads the last partial block and writes the hash from the state. */
function finish(rest: usize, length: i32, out: usize): void {
  blocks(TAIL, makeTail(TAIL, rest, length));
  for (let i: usize = 0; i < 32; i += 4) storeBig(out + i, load<u32>(STATE + i));
}

/** Writes the last partial block with its padding; returns its blocks. */
function makeTail(tail: usize, rest: usize, length: i32): i32 {
  let used = length & 63;
  memory.copy(tail, rest, <usize>used);
  store<u8>(tail + <usize>used, 0x80);
  let tailBlocks = used >= 56 ? 2 : 1;
  let end = tailBlocks << 6;
  memory.fill(tail + <usize>used + 1, 0, <usize>(end - used - 1));
  storeBig(tail + <usize>end - 8, <u32>length >>> 29);
  storeBig(tail + <usize>end - 4, <u32>length << 3);
  return tailBlocks;
}

@inline function storeBig(ptr: usize, value: u32): void {
  store<u8>(ptr, value >>> 24);
  store<u8>(ptr, value >>> 16, 1);
  store<u8>(ptr, value >>> 8, 2);
  store<u8>(ptr, value, 3);
}

@inline function wave(e: u32): u32 {
  return rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
}

@inline function swell(a: u32): u32 {
  return rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
}

/** Eight rounds at a time: the words change their names instead of their places. */
function block(ptr: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(W + i, bswap(load<u32>(ptr + i, 0, 1)));
  for (let i: usize = 64; i < 256; i += 4) {
    let a = load<u32>(W + i - 60);
    let b = load<u32>(W + i - 8);
    let s0 = rotr<u32>(a, 7) ^ rotr<u32>(a, 18) ^ a >>> 3;
    let s1 = rotr<u32>(b, 17) ^ rotr<u32>(b, 19) ^ b >>> 10;
    store<u32>(W + i, load<u32>(W + i - 64) + s0 + load<u32>(W + i - 28) + s1);
  }
  let a = load<u32>(STATE), b = load<u32>(STATE, 4), c = load<u32>(STATE, 8), d = load<u32>(STATE, 12);
  let e = load<u32>(STATE, 16), f = load<u32>(STATE, 20), g = load<u32>(STATE, 24), h = load<u32>(STATE, 28);
  for (let i: usize = 0; i < 256; i += 32) {
    h += wave(e) + (g ^ e & (f ^ g)) + load<u32>(K + i, 0) + load<u32>(W + i, 0);
    d += h;
    h += swell(a) + (a & b | c & (a | b));
    g += wave(d) + (f ^ d & (e ^ f)) + load<u32>(K + i, 4) + load<u32>(W + i, 4);
    c += g;
    g += swell(h) + (h & a | b & (h | a));
    f += wave(c) + (e ^ c & (d ^ e)) + load<u32>(K + i, 8) + load<u32>(W + i, 8);
    b += f;
    f += swell(g) + (g & h | a & (g | h));
    e += wave(b) + (d ^ b & (c ^ d)) + load<u32>(K + i, 12) + load<u32>(W + i, 12);
    a += e;
    e += swell(f) + (f & g | h & (f | g));
    d += wave(a) + (c ^ a & (b ^ c)) + load<u32>(K + i, 16) + load<u32>(W + i, 16);
    h += d;
    d += swell(e) + (e & f | g & (e | f));
    c += wave(h) + (b ^ h & (a ^ b)) + load<u32>(K + i, 20) + load<u32>(W + i, 20);
    g += c;
    c += swell(d) + (d & e | f & (d | e));
    b += wave(g) + (a ^ g & (h ^ a)) + load<u32>(K + i, 24) + load<u32>(W + i, 24);
    f += b;
    b += swell(c) + (c & d | e & (c | d));
    a += wave(f) + (h ^ f & (g ^ h)) + load<u32>(K + i, 28) + load<u32>(W + i, 28);
    e += a;
    a += swell(b) + (b & c | d & (b | c));
  }
  store<u32>(STATE, load<u32>(STATE) + a);
  store<u32>(STATE, load<u32>(STATE, 4) + b, 4);
  store<u32>(STATE, load<u32>(STATE, 8) + c, 8);
  store<u32>(STATE, load<u32>(STATE, 12) + d, 12);
  store<u32>(STATE, load<u32>(STATE, 16) + e, 16);
  store<u32>(STATE, load<u32>(STATE, 20) + f, 20);
  store<u32>(STATE, load<u32>(STATE, 24) + g, 24);
  store<u32>(STATE, load<u32>(STATE, 28) + h, 28);
}

/** sha256 of many texts: `spans` holds (address, length) pairs of u32; the digests follow each other in `out`. */
export function sha256Spans(spans: usize, count: i32, out: usize): void {
  if (ASC_FEATURE_SIMD && count > 1) {
    hashLanes(spans, count, out);
    return;
  }
  for (let end = spans + (<usize>count << 3); spans < end; spans += 8, out += 32) sha256(load<usize>(spans), load<i32>(spans, 4), out);
}

// Four texts side by side. A lane: [next block, blocks left, blocks of its tail, where its digest goes].
@lazy const LANES: usize = memory.data(64, 16);
@lazy const TAILS: usize = memory.data(512, 16);
@lazy const STATES: usize = memory.data(128, 16);
@lazy const WORDS: usize = memory.data(1024, 16);

function hashLanes(spans: usize, count: i32, out: usize): void {
  let end = spans + (<usize>count << 3);
  let live = 0;
  // A lane without a text hashes the last block again.
  for (let lane: usize = 0; lane < 4; lane++) store<usize>(LANES + (lane << 4), TAILS);
  do {
    for (let lane: usize = 0; lane < 4 && spans < end; lane++) {
      if (load<i32>(LANES + (lane << 4), 4) != 0) continue;
      beginLane(lane, load<usize>(spans), load<i32>(spans, 4), out);
      spans += 8;
      out += 32;
      live += 1;
    }
    blocks4();
    for (let lane: usize = 0; lane < 4; lane++) live -= stepLane(lane);
  } while (live > 0 || spans < end);
}

function beginLane(lane: usize, ptr: usize, length: i32, out: usize): void {
  let slot = LANES + (lane << 4);
  let whole = length >>> 6;
  let tail = TAILS + (lane << 7);
  let tailBlocks = makeTail(tail, ptr + (<usize>whole << 6), length);
  store<usize>(slot, whole > 0 ? ptr : tail);
  store<i32>(slot, whole + tailBlocks, 4);
  store<i32>(slot, tailBlocks, 8);
  store<usize>(slot, out, 12);
  for (let word: usize = 0; word < 8; word++) store<u32>(STATES + (word << 4) + (lane << 2), load<u32>(INITIAL + (word << 2)));
}

/** Moves a lane on by one block; returns 1 when its text ends. */
function stepLane(lane: usize): i32 {
  let slot = LANES + (lane << 4);
  let left = load<i32>(slot, 4) - 1;
  if (left < 0) return 0;
  store<i32>(slot, left, 4);
  if (left > 0) {
    store<usize>(slot, left == load<i32>(slot, 8) ? TAILS + (lane << 7) : load<usize>(slot) + 64);
    return 0;
  }
  for (let word: usize = 0; word < 8; word++) storeBig(load<usize>(slot, 12) + (word << 2), load<u32>(STATES + (word << 4) + (lane << 2)));
  return 1;
}

@inline function big4(ptr: usize): v128 {
  return i8x16.shuffle(v128.load(ptr), i8x16.splat(0), 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

@inline function rot4(x: v128, n: i32): v128 {
  return v128.or(i32x4.shr_u(x, n), i32x4.shl(x, 32 - n));
}

function blocks4(): void {
  for (let i: usize = 0; i < 64; i += 16) {
    let a = big4(load<usize>(LANES) + i), b = big4(load<usize>(LANES, 16) + i), c = big4(load<usize>(LANES, 32) + i), d = big4(load<usize>(LANES, 48) + i);
    let ab = i32x4.shuffle(a, b, 0, 4, 1, 5), AB = i32x4.shuffle(a, b, 2, 6, 3, 7);
    let cd = i32x4.shuffle(c, d, 0, 4, 1, 5), CD = i32x4.shuffle(c, d, 2, 6, 3, 7);
    let w = WORDS + (i << 2);
    v128.store(w, i64x2.shuffle(ab, cd, 0, 2));
    v128.store(w, i64x2.shuffle(ab, cd, 1, 3), 16);
    v128.store(w, i64x2.shuffle(AB, CD, 0, 2), 32);
    v128.store(w, i64x2.shuffle(AB, CD, 1, 3), 48);
  }
  for (let w = WORDS + 256; w < WORDS + 1024; w += 16) {
    let a = v128.load(w - 240);
    let b = v128.load(w - 32);
    let s0 = v128.xor(v128.xor(rot4(a, 7), rot4(a, 18)), i32x4.shr_u(a, 3));
    let s1 = v128.xor(v128.xor(rot4(b, 17), rot4(b, 19)), i32x4.shr_u(b, 10));
    v128.store(w, i32x4.add(i32x4.add(v128.load(w - 256), s0), i32x4.add(v128.load(w - 112), s1)));
  }
  let a = v128.load(STATES), b = v128.load(STATES, 16), c = v128.load(STATES, 32), d = v128.load(STATES, 48);
  let e = v128.load(STATES, 64), f = v128.load(STATES, 80), g = v128.load(STATES, 96), h = v128.load(STATES, 112);
  for (let i: usize = 0; i < 64; i++) {
    let wave = v128.xor(v128.xor(rot4(e, 6), rot4(e, 11)), rot4(e, 25));
    let swell = v128.xor(v128.xor(rot4(a, 2), rot4(a, 13)), rot4(a, 22));
    let choice = i32x4.add(v128.bitselect(f, g, e), v128.load32_splat(K + (i << 2)));
    let t = i32x4.add(i32x4.add(h, wave), i32x4.add(choice, v128.load(WORDS + (i << 4))));
    h = g;
    g = f;
    f = e;
    e = i32x4.add(d, t);
    d = c;
    c = b;
    b = a;
    a = i32x4.add(t, i32x4.add(swell, v128.bitselect(d, b, v128.xor(b, c))));
  }
  addState(0, a);
  addState(16, b);
  addState(32, c);
  addState(48, d);
  addState(64, e);
  addState(80, f);
  addState(96, g);
  addState(112, h);
}

@inline function addState(at: usize, value: v128): void {
  v128.store(STATES + at, i32x4.add(v128.load(STATES + at), value));
}
