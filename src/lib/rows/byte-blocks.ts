import { freeBuffer } from '../memory.ts';

/** Stores pieces of bytes in blocks: growing copies nothing, and no piece needs an object. */
export interface ByteBlocks {
  /** Copies the piece and returns its place. */
  append(bytes: Uint8Array): number;
  /** Returns the block of a place; the piece begins at `toOffset(place)`. */
  blockOf(place: number): Uint8Array;
  /** Frees all blocks. Nothing may be read afterwards. */
  free(): void;
}

/** Places are 32 bits wide: 16,384 blocks of this many bytes. A longer piece has a block of its own. */
const OFFSET_BITS = 18;
const BLOCK_BYTES = 1 << OFFSET_BITS;

export function toOffset(place: number): number {
  return place & (BLOCK_BYTES - 1);
}

export function createByteBlocks(): ByteBlocks {
  const blocks: Uint8Array[] = [];
  let at = BLOCK_BYTES;

  return {
    append(bytes) {
      // An empty piece needs a block too, which may not exist yet: before the first piece, or after a full block.
      if (at === BLOCK_BYTES || at + bytes.length > BLOCK_BYTES) {
        blocks.push(new Uint8Array(Math.max(BLOCK_BYTES, bytes.length)));
        at = 0;
      }
      const number = blocks.length - 1;
      (blocks[number] as Uint8Array).set(bytes, at);
      const place = ((number << OFFSET_BITS) | at) >>> 0;
      at += bytes.length;
      return place;
    },
    blockOf: (place) => blocks[place >>> OFFSET_BITS] as Uint8Array,
    free() {
      for (const block of blocks.splice(0)) freeBuffer(block);
      at = BLOCK_BYTES;
    },
  };
}
