import { GROUP_BLOCKS } from './block-proof.ts';
import type { PartReader, PartWriter } from './index-part.ts';
import { BLOCK_HASH_BYTES, BLOCK_UNIT, READ_LIMITS } from './layout.ts';

export interface BlockDirectory {
  /** Start of each block in the stored file, and the end of the last one. */
  readonly starts: Float64Array;
  /** Roots of the groups of blocks. */
  readonly hashes: Uint8Array;
  /** Uncompressed size of all blocks together. */
  readonly rawBytes: number;
}

export function encodeDirectory(out: PartWriter, { starts, hashes, rawBytes }: BlockDirectory): void {
  const count = starts.length - 1;
  out.columns.uint(rawBytes);
  out.columns.uint(count);
  for (let i = 0; i < count; i++) out.columns.uint(((starts[i + 1] as number) - (starts[i] as number)) / BLOCK_UNIT);
  out.hashes.raw(hashes);
}

/** Throws RangeError for bytes that no writer produces. `fileBytes`: the stored file ends with its last block. */
export function decodeDirectory({ columns: body, hashes }: PartReader, fileBytes: number): BlockDirectory {
  const rawBytes = body.uint();
  const count = body.uint();
  // Hashes are not compressed, so a large count costs the host bytes: nothing is allocated for blocks without a hash.
  const ownHashes = hashes.raw(Math.ceil(count / GROUP_BLOCKS) * BLOCK_HASH_BYTES);
  if (count > body.left || rawBytes > count * READ_LIMITS.blockBytes) throw new RangeError('bad count');
  const starts = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const length = body.uint() * BLOCK_UNIT;
    if (length === 0 || length > READ_LIMITS.blockBytes) throw new RangeError('bad block');
    starts[i + 1] = (starts[i] as number) + length;
  }
  if (starts[count] !== fileBytes) throw new RangeError('bad file size');
  return { starts, hashes: ownHashes, rawBytes };
}
