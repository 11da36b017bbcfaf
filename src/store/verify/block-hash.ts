import { concatBytes, fromHex, toHex } from '../../lib/bytes.ts';

/** MurmurHash3 x86 128: a change within one group of 16 bytes always changes the result; any other change almost always does. */
export const HASH_BYTES = 16;

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/** Writes the hash of `bytes` to `out` at word `at`. Assumes a little-endian machine, as every machine with a browser is. */
export function hashInto(bytes: Uint8Array, out: Uint32Array, at: number): void {
  // An Int32Array needs an aligned start.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, (bytes.length >>> 4) << 2);
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  // Unrolled by hand: a tab that has just started runs this loop over megabytes before the compiler inlines anything.
  for (let i = 0; i < words.length; i += 4) {
    let k = Math.imul(words[i] as number, C1);
    h1 ^= Math.imul((k << 15) | (k >>> 17), C2);
    h1 = (Math.imul((((h1 << 19) | (h1 >>> 13)) + h2) | 0, 5) + 0x561ccd1b) | 0;
    k = Math.imul(words[i + 1] as number, C2);
    h2 ^= Math.imul((k << 16) | (k >>> 16), C3);
    h2 = (Math.imul((((h2 << 17) | (h2 >>> 15)) + h3) | 0, 5) + 0x0bcaa747) | 0;
    k = Math.imul(words[i + 2] as number, C3);
    h3 ^= Math.imul((k << 17) | (k >>> 15), C4);
    h3 = (Math.imul((((h3 << 15) | (h3 >>> 17)) + h4) | 0, 5) + 0x96cd1c35) | 0;
    k = Math.imul(words[i + 3] as number, C4);
    h4 ^= Math.imul((k << 18) | (k >>> 14), C1);
    h4 = (Math.imul((((h4 << 13) | (h4 >>> 19)) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  const tail = new Int32Array(4);
  new Uint8Array(tail.buffer).set(bytes.subarray(words.length * 4));
  h1 ^= mix(tail[0] as number, C1, 15, C2) ^ bytes.length;
  h2 ^= mix(tail[1] as number, C2, 16, C3) ^ bytes.length;
  h3 ^= mix(tail[2] as number, C3, 17, C4) ^ bytes.length;
  h4 ^= mix(tail[3] as number, C4, 18, C1) ^ bytes.length;
  out.set(finish(h1, h2, h3, h4), at);
}

export function hashBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint32Array(4);
  hashInto(bytes, out, 0);
  return new Uint8Array(out.buffer);
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

function mix(k: number, c: number, by: number, d: number): number {
  return Math.imul(rotate(Math.imul(k, c), by), d);
}

function finish(h1: number, h2: number, h3: number, h4: number): [number, number, number, number] {
  const sum = h1 + h2 + h3 + h4;
  const a = avalanche(sum);
  const b = avalanche(sum + h2);
  const c = avalanche(sum + h3);
  const d = avalanche(sum + h4);
  const total = a + b + c + d;
  return [total, total + b, total + c, total + d];
}

function avalanche(h: number): number {
  let x = h | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** A multiple of every block size. */
const SCRATCH_BYTES = 1 << 20;

let scratch: Uint8Array<ArrayBuffer> | undefined;

/** The one buffer of this thread that files are read into: a caller fills it, then copies out what it needs, all before any other code runs. */
export function getReadScratch(): Uint8Array<ArrayBuffer> {
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  return scratch;
}

/** One hash per block; the last block may be short. */
export function hashBlocks(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(payload.length / BLOCK_BYTES) * (HASH_BYTES / 4));
  for (let at = 0, i = 0; at < payload.length; at += BLOCK_BYTES, i += HASH_BYTES / 4)
    hashInto(payload.subarray(at, at + BLOCK_BYTES), words, i);
  return new Uint8Array(words.buffer);
}

/** docs/formats/store.md: header | payload | one hash per block. */
const FILE_FORMAT_VERSION = 1;
export const HEADER_BYTES = 64;
export const BLOCK_BYTES = 16_384;
const MAGIC = [0x51, 0x55, 0x49, 0x52, 0x45, 0x46, 0x31, 0x0a]; // "QUIREF1\n"

/** The header follows from length and hash, so a reader compares all its bytes with the expected ones. */
export function encodeHeader(payloadBytes: number, hash: string): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint32(8, FILE_FORMAT_VERSION, true);
  view.setUint32(12, BLOCK_BYTES, true);
  view.setUint32(16, payloadBytes, true);
  view.setUint32(20, Math.floor(payloadBytes / 2 ** 32), true);
  header.set(fromHex(hash), 32);
  header.set(hashBytes(header.subarray(0, 48)), 48);
  return header;
}

export function toFileBytes(payloadBytes: number): number {
  return HEADER_BYTES + payloadBytes + Math.ceil(payloadBytes / BLOCK_BYTES) * HASH_BYTES;
}

export function hashTable(parts: readonly Uint8Array[]): { table: Uint8Array<ArrayBuffer>; hash: string } {
  const table = concatBytes(parts);
  return { table, hash: toHex(hashBytes(table)) };
}
