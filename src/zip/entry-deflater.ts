import { concatBytes } from '../lib/bytes.ts';
import { createDeflater, deflate } from '../lib/deflate.ts';
import { crc32 } from './crc32.ts';

/** Deflates what goes into a zip: in this thread, or in workers. The bytes do not depend on which [E2]. */
export interface EntryDeflater {
  /** How many it can have; 0 when this thread deflates. */
  readonly workers: number;
  /** Whether one of them is there. Else the first entries start them, and are deflated in this thread. */
  readonly isReady: boolean;
  /** Each entry whole; answers come in their order. The bytes stay the caller's and must not change meanwhile. */
  deflateEntries(entries: readonly Uint8Array[]): Promise<readonly DeflatedEntry[]>;
  /** For one large entry. */
  openStream(): DeflateStream;
}

export interface DeflatedEntry {
  readonly crc: number;
  /** Absent where it would not be shorter than the entry. */
  readonly deflated?: Uint8Array;
}

/** How a stream is sliced shapes what it deflates to, so this is part of the format [E2]. */
export const BLOCK_BYTES = 1 << 16;

export interface EntryPiece {
  /** Whole blocks of BLOCK_BYTES, but at the end of the last piece. */
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export interface DeflateStream {
  /**
   * Need not wait for the answers to earlier pieces, which come in their order. Rejects when whoever deflates is gone, or busy with something long:
   * then the entry has to begin again elsewhere.
   */
  push(piece: EntryPiece): Promise<DeflatedPiece>;
  /** Frees what a stream holds that will not get its last piece. Nothing happens to others. */
  close(): void;
}

export interface DeflatedPiece {
  /** Of all pieces so far. */
  readonly crc: number;
  /** What came out; it may be empty. */
  readonly deflated: Uint8Array<ArrayBuffer>;
}

export const localDeflater: EntryDeflater = {
  workers: 0,
  isReady: false,
  deflateEntries: async (entries) => entries.map(deflateEntry),
  openStream() {
    const push = createPieceDeflater();
    return { push: async (piece) => push(piece), close() {} };
  },
};

export function deflateEntry(bytes: Uint8Array): DeflatedEntry {
  const crc = crc32(bytes);
  if (bytes.length === 0) return { crc };
  const deflated = deflate(bytes);
  return deflated.length < bytes.length ? { crc, deflated } : { crc };
}

export function createPieceDeflater(): (piece: EntryPiece) => DeflatedPiece {
  let fresh: Uint8Array[] = [];
  let crc = 0;
  const deflater = createDeflater((bytes) => fresh.push(bytes));
  return ({ bytes, isLast }) => {
    crc = crc32(bytes, crc);
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      const end = Math.min(at + BLOCK_BYTES, bytes.length);
      deflater.push(bytes.subarray(at, end), isLast && end === bytes.length);
    }
    const deflated = concatBytes(fresh);
    fresh = [];
    return { crc, deflated };
  };
}
