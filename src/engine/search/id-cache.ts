import { toHex } from '../../lib/bytes.ts';
import type { ChunkIds } from './to-chunks.ts';

const ID_BYTES = 32;
/** Four megabytes of ids. */
const MAX_IDS = 1 << 17;

/** Caches chunk ids for an export, which needs each in three places: hashing again costs more. Not for larger collections. */
export function createIdCache(totalChunks: number): ChunkIds | undefined {
  if (totalChunks > MAX_IDS) return undefined;
  let ids: Uint8Array | undefined;
  const isKept = new Uint8Array(totalChunks);
  return {
    get(ordinal, makeId) {
      ids ??= new Uint8Array(totalChunks * ID_BYTES);
      const at = ordinal * ID_BYTES;
      if (isKept[ordinal] === 0) {
        ids.set(makeId(), at);
        isKept[ordinal] = 1;
      }
      return toHex(ids.subarray(at, at + ID_BYTES));
    },
  };
}
