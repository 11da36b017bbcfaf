import { Deflate, deflateSync, Gunzip, Inflate, inflateSync } from 'fflate';

/**
 * Level and memory are part of the artifact format: other values give other bytes [E2]. `mem` 4 hashes into 128 KB; `mem` 8 would zero a 2 MB table
 * for every small entry and take three times as long for the same size.
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
