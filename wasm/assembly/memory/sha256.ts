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
  let used = length & 63;
  memory.copy(TAIL, rest, <usize>used);
  store<u8>(TAIL + <usize>used, 0x80);
  let tailBlocks = used >= 56 ? 2 : 1;
  let end = tailBlocks << 6;
  memory.fill(TAIL + <usize>used + 1, 0, <usize>(end - used - 1));
  storeBig(TAIL + <usize>end - 8, <u32>length >>> 29);
  storeBig(TAIL + <usize>end - 4, <u32>length << 3);
  blocks(TAIL, tailBlocks);
  for (let i: usize = 0; i < 32; i += 4) storeBig(out + i, load<u32>(STATE + i));
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
