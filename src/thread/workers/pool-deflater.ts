import { transfer } from 'comlink';
import { type DeflatedPiece, type DeflateStream, type EntryDeflater, localDeflater } from '../../zip/entry-deflater.ts';
import { packEntries, type SentDeflated, unpackDeflated } from '../wire/deflate-wire.ts';
import type { HeldMember, PoolMember, PoolMembers } from './pool-members.ts';

/** Entries of zips deflated by ingest workers, and by this thread where there is none, or where one died. */
export function createPoolDeflater(members: PoolMembers, countGarbage: (bytes: number) => void): EntryDeflater {
  let streams = 0;
  return {
    get workers() {
      return members.count;
    },
    get isReady() {
      return members.isAnyReady;
    },
    async deflateEntries(entries, signal) {
      // Those that are still starting are not waited for.
      if (!members.isAnyReady) {
        members.wake();
        return localDeflater.deflateEntries(entries);
      }
      try {
        return await members.call(
          async ({ remote }) => {
            const sent = packEntries(entries);
            const answer = (await remote.deflateEntries(transfer(sent, [sent.bytes.buffer]))) as SentDeflated;
            countGarbage(answer.bytes.length);
            return unpackDeflated(answer);
          },
          async () => localDeflater.deflateEntries(entries),
          { signal },
        );
      } catch (error) {
        if (signal?.aborted) throw error;
        return localDeflater.deflateEntries(entries);
      }
    },
    openStream: (signal) => openStream(members, { number: streams++, signal, countGarbage }),
  };
}

interface StreamOptions {
  readonly number: number;
  readonly signal: AbortSignal | undefined;
  readonly countGarbage: (bytes: number) => void;
}

function openStream(members: PoolMembers, options: StreamOptions): DeflateStream {
  const opening = members.hold().then((held) => (held ? toRemote(held, options) : localDeflater.openStream()));
  return {
    push: async (piece) => (await opening).push(piece),
    close: () => void opening.then((stream) => stream.close()),
  };
}

/** Holds the worker until the last piece is answered: what a stream has seen lies there. */
function toRemote(held: HeldMember, { number, signal, countGarbage }: StreamOptions): DeflateStream {
  let isLastSent = false;
  let isReleased = false;
  const release = () => {
    if (!isReleased) held.release();
    isReleased = true;
  };
  return {
    async push({ bytes, isLast }) {
      isLastSent ||= isLast;
      const piece = { bytes: bytes.slice(), isLast };
      const ask = ({ remote }: PoolMember) =>
        remote.deflatePiece(number, transfer(piece, [piece.bytes.buffer])) as Promise<DeflatedPiece>;
      try {
        const answer = await held.ask(ask, { signal });
        countGarbage(answer.deflated.length);
        if (isLast) release();
        return answer;
      } catch (error) {
        release();
        throw error;
      }
    },
    close() {
      if (isLastSent) return;
      held.ask(({ remote }) => remote.closeStream(number)).catch(() => undefined);
      release();
    },
  };
}
