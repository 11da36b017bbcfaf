import { GROUP_BLOCKS, PROOF_BYTES } from './block-proof.ts';
import type { PartReader, PartWriter } from './index-part.ts';
import { BLOCK_HASH_BYTES, BLOCK_UNIT, READ_LIMITS } from './layout.ts';

/** Where the blocks of a file lie, and what they hash to. */
export interface BlockDirectory {
  /** One more entry than blocks: where each begins in the stored file. */
  readonly starts: Float64Array;
  /** Roots of the groups of blocks. */
  readonly hashes: Uint8Array;
  /** What the blocks hold together, uncompressed. */
  readonly rawBytes: number;
}

export function encodeDirectory(out: PartWriter, { starts, hashes, rawBytes }: BlockDirectory): void {
  const count = starts.length - 1;
  out.columns.uint(rawBytes);
  out.columns.uint(count);
  for (let i = 0; i < count; i++) out.columns.uint(((starts[i + 1] as number) - (starts[i] as number)) / BLOCK_UNIT);
  out.hashes.raw(hashes);
}

/** Throws RangeError for what no writer has written. `fileBytes`: the stored file ends with its last block. */
export function decodeDirectory({ columns: body, hashes }: PartReader, fileBytes: number): BlockDirectory {
  const rawBytes = body.uint();
  const count = body.uint();
  // Every block takes a byte of the directory at least: the reader runs out before memory does.
  const lengths: number[] = [];
  for (let i = 0; i < count; i++) {
    const length = body.uint() * BLOCK_UNIT;
    if (length <= PROOF_BYTES || length > READ_LIMITS.blockBytes) throw new RangeError('bad block');
    lengths.push(length);
  }
  const starts = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) starts[i + 1] = (starts[i] as number) + (lengths[i] as number);
  if (starts[count] !== fileBytes) throw new RangeError('bad file size');
  return { starts, hashes: hashes.raw(Math.ceil(count / GROUP_BLOCKS) * BLOCK_HASH_BYTES), rawBytes };
}
