// MurmurHash3 x86 128 of the blocks of a stored file: the same as src/store/block-hash.ts, for pages that have just started and would run that one uncompiled.

const C1: u32 = 0x239b961b;
const C2: u32 = 0xab0e9789;
const C3: u32 = 0x38b34ae5;
const C4: u32 = 0xa1e38b93;

/** Hashes come first, the bytes to be hashed from here on. */
export const INPUT: u32 = 4096;

/** Of `length` bytes at INPUT, behind which there are 16 bytes of room; the hash of block i is written at 16 × i. */
export function hashBlocks(length: u32, blockBytes: u32): void {
  let out: usize = 0;
  for (let at: u32 = 0; at < length; at += blockBytes) {
    let left = length - at;
    hashOne(INPUT + at, left < blockBytes ? left : blockBytes, out);
    out += 16;
  }
}

function hashOne(ptr: usize, length: u32, out: usize): void {
  let h1: u32 = 0;
  let h2: u32 = 0;
  let h3: u32 = 0;
  let h4: u32 = 0;
  let end = ptr + <usize>(length & ~15);
  for (; ptr < end; ptr += 16) {
    h1 ^= rotl<u32>(load<u32>(ptr) * C1, 15) * C2;
    h1 = (rotl<u32>(h1, 19) + h2) * 5 + 0x561ccd1b;
    h2 ^= rotl<u32>(load<u32>(ptr, 4) * C2, 16) * C3;
    h2 = (rotl<u32>(h2, 17) + h3) * 5 + 0x0bcaa747;
    h3 ^= rotl<u32>(load<u32>(ptr, 8) * C3, 17) * C4;
    h3 = (rotl<u32>(h3, 15) + h4) * 5 + 0x96cd1c35;
    h4 ^= rotl<u32>(load<u32>(ptr, 12) * C4, 18) * C1;
    h4 = (rotl<u32>(h4, 13) + h1) * 5 + 0x32ac3b17;
  }
  // What lies behind the last byte belongs to the next block, or to nobody.
  let rest = length & 15;
  h1 ^= (rotl<u32>(word(ptr, rest, 0) * C1, 15) * C2) ^ length;
  h2 ^= (rotl<u32>(word(ptr, rest, 4) * C2, 16) * C3) ^ length;
  h3 ^= (rotl<u32>(word(ptr, rest, 8) * C3, 17) * C4) ^ length;
  h4 ^= (rotl<u32>(word(ptr, rest, 12) * C4, 18) * C1) ^ length;
  let sum = h1 + h2 + h3 + h4;
  let a = avalanche(sum);
  let b = avalanche(sum + h2);
  let c = avalanche(sum + h3);
  let d = avalanche(sum + h4);
  let total = a + b + c + d;
  store<u32>(out, total);
  store<u32>(out, total + b, 4);
  store<u32>(out, total + c, 8);
  store<u32>(out, total + d, 12);
}

/** Four bytes at `from`, of which those before `rest` count. */
function word(ptr: usize, rest: u32, from: u32): u32 {
  if (rest <= from) return 0;
  let value = load<u32>(ptr + <usize>from);
  let bytes = rest - from;
  return bytes >= 4 ? value : value & ((1 << (bytes << 3)) - 1);
}

function avalanche(h: u32): u32 {
  h = (h ^ (h >>> 16)) * 0x85ebca6b;
  h = (h ^ (h >>> 13)) * 0xc2b2ae35;
  return h ^ (h >>> 16);
}
