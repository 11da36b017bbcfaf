import { concatBytes } from '../../lib/bytes.ts';
import type { DeflatedEntry, DeflatedPiece, EntryPiece } from '../../zip/entry-deflater.ts';

/** The part of an ingest worker that deflates entries of zips. */
export interface DeflateService {
  deflateEntries(sent: SentEntries): Promise<SentDeflated>;
  /** A stream begins with its first piece, which tells its number, and ends with its last. */
  deflatePiece(stream: number, piece: EntryPiece): Promise<DeflatedPiece>;
  /** The stream will not get its last piece. */
  closeStream(stream: number): Promise<void>;
}

/** Entries one after the other: a buffer for each would be garbage that only a full GC frees. */
export interface SentEntries {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
}

export interface SentDeflated {
  readonly crcs: Uint32Array<ArrayBuffer>;
  /** 0 for an entry that would not be shorter: the asking side has its bytes. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function packEntries(entries: readonly Uint8Array[]): SentEntries {
  return { bytes: concatBytes(entries), lengths: Uint32Array.from(entries, ({ length }) => length) };
}

/** Their bytes are views. */
export function unpackDeflated({ crcs, lengths, bytes }: SentDeflated): DeflatedEntry[] {
  let at = 0;
  return Array.from(lengths, (length, i): DeflatedEntry => {
    const crc = crcs[i] as number;
    if (length === 0) return { crc };
    const deflated = bytes.subarray(at, at + length);
    at += length;
    return { crc, deflated };
  });
}
