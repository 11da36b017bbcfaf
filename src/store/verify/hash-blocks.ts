import { HASH_BYTES, hashInto } from './block-hash.ts';

/** A multiple of every block size. */
const SCRATCH_BYTES = 1 << 20;

let scratch: Uint8Array<ArrayBuffer> | undefined;

/** The one buffer of this thread that files are read into: a caller fills it, then copies out what it needs, all before any other code runs. */
export function getReadScratch(): Uint8Array<ArrayBuffer> {
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  return scratch;
}

/** One hash per block; the last block may be short. */
export function hashBlocks(payload: Uint8Array, blockBytes: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(payload.length / blockBytes) * (HASH_BYTES / 4));
  for (let at = 0, i = 0; at < payload.length; at += blockBytes, i += HASH_BYTES / 4)
    hashInto(payload.subarray(at, at + blockBytes), words, i);
  return new Uint8Array(words.buffer);
}
