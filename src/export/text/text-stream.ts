import { toUtf8 } from '../../lib/bytes.ts';

const BLOCK_CHARS = 65_536;

/** Encodes pieces of text in blocks, so that a hundred thousand rows don't take a hundred thousand writes. */
export async function* toByteBlocks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < BLOCK_CHARS) continue;
    yield toUtf8(waiting);
    waiting = '';
  }
  if (waiting !== '') yield toUtf8(waiting);
}
