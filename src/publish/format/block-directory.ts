import { concatBytes } from '../../lib/bytes.ts';
import type { Sha256 } from '../contract.ts';
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

/** Blocks whose hashes are leaves of one tree. The directory has only its root: the hashes of all blocks would be a third of a first response. */
export const GROUP_BLOCKS = 64;
const LEVELS = 6;
/** Every block begins with the hashes on the path from its own to the root. */
export const PROOF_BYTES = LEVELS * BLOCK_HASH_BYTES;

const NO_BLOCK = new Uint8Array(BLOCK_HASH_BYTES);

/** Returns the root of up to `GROUP_BLOCKS` blocks, and the proof of each. */
export function toProofs(blocks: readonly Uint8Array[], sha256: Sha256): { root: Uint8Array; proofs: Uint8Array[] } {
  const proofs = blocks.map((): Uint8Array[] => []);
  let hashes = Array.from({ length: GROUP_BLOCKS }, (_, i) =>
    blocks[i] === undefined ? NO_BLOCK : shorten(sha256(blocks[i])),
  );
  for (let level = 0; level < LEVELS; level++) {
    const [below, depth] = [hashes, level];
    proofs.forEach((proof, i) => {
      proof.push(below[(i >> depth) ^ 1] as Uint8Array);
    });
    hashes = Array.from({ length: below.length / 2 }, (_, i) =>
      join(below[i * 2] as Uint8Array, below[i * 2 + 1] as Uint8Array, sha256),
    );
  }
  return { root: hashes[0] as Uint8Array, proofs: proofs.map(concatBytes) };
}

/** Computes the root from a block with its proof, at index `place` of its group. */
export function toRoot(proven: Uint8Array, place: number, sha256: Sha256): Uint8Array {
  let hash = shorten(sha256(proven.subarray(PROOF_BYTES)));
  for (let level = 0; level < LEVELS; level++) {
    const other = proven.subarray(level * BLOCK_HASH_BYTES, (level + 1) * BLOCK_HASH_BYTES);
    hash = ((place >> level) & 1) === 0 ? join(hash, other, sha256) : join(other, hash, sha256);
  }
  return hash;
}

function join(left: Uint8Array, right: Uint8Array, sha256: Sha256): Uint8Array {
  return shorten(sha256(concatBytes([left, right])));
}

function shorten(hash: Uint8Array): Uint8Array {
  return hash.subarray(0, BLOCK_HASH_BYTES);
}
