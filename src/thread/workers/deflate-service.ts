import { transfer } from 'comlink';
import { concatBytes } from '../../lib/bytes.ts';
import { freeBuffer } from '../../lib/memory.ts';
import { createPieceDeflater, deflateEntry } from '../../zip/entry-deflater.ts';
import type { DeflateService, SentDeflated, SentEntries } from '../wire/deflate-wire.ts';

/** The worker's side of `createPoolDeflater`. `onMessage` is called for each message that came. */
export function createDeflateService({ onMessage = () => {} }: { onMessage?: () => void } = {}): DeflateService {
  const streams = new Map<number, ReturnType<typeof createPieceDeflater>>();
  return {
    async deflateEntries(sent) {
      onMessage();
      const deflated = deflatePacked(sent);
      freeBuffer(sent.bytes);
      return transfer(deflated, [deflated.bytes.buffer]);
    },
    async deflatePiece(stream, piece) {
      onMessage();
      const deflatePiece = streams.get(stream) ?? createPieceDeflater();
      if (piece.isLast) streams.delete(stream);
      else streams.set(stream, deflatePiece);
      const answer = deflatePiece(piece);
      freeBuffer(piece.bytes);
      return transfer(answer, [answer.deflated.buffer]);
    },
    async closeStream(stream) {
      streams.delete(stream);
    },
  };
}

function deflatePacked({ bytes, lengths }: SentEntries): SentDeflated {
  const crcs = new Uint32Array(lengths.length);
  const parts: Uint8Array[] = [];
  let at = 0;
  const deflatedLengths = lengths.map((length, i) => {
    const { crc, deflated } = deflateEntry(bytes.subarray(at, at + length));
    at += length;
    crcs[i] = crc;
    if (deflated !== undefined) parts.push(deflated);
    return deflated?.length ?? 0;
  });
  return { crcs, lengths: deflatedLengths, bytes: concatBytes(parts) };
}
