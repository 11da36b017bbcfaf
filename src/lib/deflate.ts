import { Deflate, deflateSync, Gunzip, gunzipSync, gzipSync, Inflate, inflateSync } from 'fflate';

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

/** Without a time, so that the same bytes give the same result. */
export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 9, mtime: 0 });
}

/** Throws for damaged bytes. */
export function gunzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return gunzipSync(bytes) as Uint8Array<ArrayBuffer>;
}

export { Gunzip, Inflate, inflateSync };
