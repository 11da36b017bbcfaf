import { Deflate, deflateSync, Gunzip, Inflate, inflateSync } from 'fflate';

/**
 * Level and memory are part of the artifact format: other values give other bytes [E2]. `mem` 4 hashes into 128 KB; the 2 MB table of
 * `mem` 8 would be zeroed for every small entry and takes three times as long on them for the same size.
 */
const PINNED = { level: 6, mem: 4 } as const;

export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, PINNED);
}

/** The output depends on how the input is sliced, so callers push blocks of one fixed size. */
export function createDeflater(onBytes: (bytes: Uint8Array) => void): {
  push(block: Uint8Array, isLast: boolean): void;
} {
  return new Deflate(PINNED, onBytes);
}

export { Gunzip, Inflate, inflateSync };
