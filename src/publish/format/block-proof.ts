import { concatBytes } from '../../lib/bytes.ts';
import type { Sha256 } from '../contract.ts';
import { BLOCK_HASH_BYTES } from './layout.ts';

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
