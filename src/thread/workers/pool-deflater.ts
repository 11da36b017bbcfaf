import { transfer } from 'comlink';
import { AppError } from '../../model/app-error.ts';
import { type DeflatedPiece, type DeflateStream, type EntryDeflater, localDeflater } from '../../zip/entry-deflater.ts';
import { packEntries, type SentDeflated, unpackDeflated } from '../wire/deflate-wire.ts';
import type { HeldMember, PoolMember, PoolMembers } from './pool-members.ts';

/** A worker answers within tenths of a second, unless it reads a large document: for that no export waits. */
const ANSWER_MS = 5_000;

export interface PoolDeflaterOptions {
  readonly answerMs?: number | undefined;
  /** Called with the length of what came in messages. */
  readonly countGarbage: (bytes: number) => void;
}

/** Entries of zips deflated by ingest workers, and by this thread where there is none, or where one dies or is slow. */
export function createPoolDeflater(members: PoolMembers, options: PoolDeflaterOptions): EntryDeflater {
  const { answerMs = ANSWER_MS, countGarbage } = options;
  let streams = 0;
  return {
    get workers() {
      return members.count;
    },
    get isReady() {
      return members.isAnyReady;
    },
    async deflateEntries(entries) {
      const deflateHere = () => localDeflater.deflateEntries(entries);
      if (!members.isAnyReady) {
        members.wake();
        return deflateHere();
      }
      const ask = async ({ remote }: PoolMember) => {
        const sent = packEntries(entries);
        const answer = (await remote.deflateEntries(transfer(sent, [sent.bytes.buffer]))) as SentDeflated;
        countGarbage(answer.bytes.length);
        return unpackDeflated(answer);
      };
      return within(answerMs, members.call(ask, deflateHere)).catch(deflateHere);
    },
    openStream() {
      const number = streams++;
      const opening = members
        .hold()
        .then((held) => (held ? toRemote(held, { number, countGarbage }) : localDeflater.openStream()));
      return {
        push: (piece) =>
          within(
            answerMs,
            opening.then((stream) => stream.push(piece)),
          ),
        close: () => void opening.then((stream) => stream.close()),
      };
    },
  };
}

/** Holds the worker until the last piece is answered: what a stream has seen lies there. */
function toRemote(
  held: HeldMember,
  { number, countGarbage }: { readonly number: number; readonly countGarbage: (bytes: number) => void },
): DeflateStream {
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
        const answer = await held.ask(ask);
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

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('thread/no-answer', 'an ingest worker is busy', {})), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
