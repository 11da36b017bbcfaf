import { concatBytes } from '../lib/bytes.ts';

/** The slicing of a stream affects its deflated bytes, so this is part of the format [E2]. */
const BLOCK_BYTES = 1 << 16;

interface EntryBlock {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Reads at least `limit + 1` bytes unless the source ends before. */
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

/** Yields `head`, then the rest of the source. */
export async function* cutBlocks(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<EntryBlock> {
  let waiting = head;
  for (;;) {
    let at = 0;
    // The last full block waits too: only the end of the source shows which block is the last.
    for (; waiting.length - at > BLOCK_BYTES; at += BLOCK_BYTES)
      yield { bytes: waiting.subarray(at, at + BLOCK_BYTES), isLast: false };
    const next = await source.next();
    if (next.done) {
      yield { bytes: waiting.subarray(at), isLast: true };
      return;
    }
    waiting = concatBytes([waiting.subarray(at), next.value]);
  }
}
