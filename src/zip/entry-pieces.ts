import { concatBytes } from '../lib/bytes.ts';
import { BLOCK_BYTES, type EntryPiece } from './entry-deflater.ts';

/** Large entries go to the deflater in pieces of this size: so much of it that asking for each costs little. */
const PIECE_BYTES = 4 * BLOCK_BYTES;

/** At least `limit + 1` bytes unless the source ends before. */
export async function readUpTo(source: AsyncIterator<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const next = await source.next();
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return concatBytes(parts);
}

/** `head`, then the rest of the source. */
export async function* cutPieces(
  source: AsyncIterator<Uint8Array>,
  head: Uint8Array = new Uint8Array(0),
): AsyncGenerator<EntryPiece> {
  let waiting = head;
  for (;;) {
    let at = 0;
    // The last full piece waits too: only the end of the source tells which piece is the last.
    for (; waiting.length - at > PIECE_BYTES; at += PIECE_BYTES)
      yield { bytes: waiting.subarray(at, at + PIECE_BYTES), isLast: false };
    const next = await source.next();
    if (next.done) {
      yield { bytes: waiting.subarray(at), isLast: true };
      return;
    }
    waiting = concatBytes([waiting.subarray(at), next.value]);
  }
}
