import { isAppError } from '../../model/app-error.ts';
import type { BackendWriter, MakeRoom } from '../backends/file-backend.ts';
import { BLOCK_BYTES, encodeHeader, HEADER_BYTES, hashBlocks, hashTable } from './block-hash.ts';

/** Destination of a file's bytes; knows nothing of the format. */
export interface Sink {
  /** The caller may reuse the bytes after the promise has settled. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void | Promise<void>;
  flush(): Promise<void>;
  discard(): Promise<void>;
}

/** One mebibyte: collects small writes, because a call to the file system costs more than the bytes it writes. */
const STAGE_BYTES = 64 * BLOCK_BYTES;

export function createHashedWriter(sink: Sink, makeRoom: MakeRoom): BackendWriter {
  const stage = new Uint8Array(STAGE_BYTES);
  const hashes: Uint8Array[] = [];
  let staged = 0;
  let length = 0;

  const write = (bytes: Uint8Array<ArrayBuffer>, at: number) => withRoom(() => sink.write(bytes, at), makeRoom);

  async function drain(): Promise<void> {
    const bytes = stage.subarray(0, staged);
    hashes.push(hashBlocks(bytes));
    await write(bytes, HEADER_BYTES + length - staged);
    staged = 0;
  }

  return {
    get length() {
      return length;
    },
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + STAGE_BYTES - staged);
        stage.set(piece, staged);
        staged += piece.length;
        length += piece.length;
        at += piece.length;
        if (staged === STAGE_BYTES) await drain();
      }
    },
    async seal() {
      if (staged > 0) await drain();
      const { table, hash } = hashTable(hashes);
      await write(table, HEADER_BYTES + length);
      await write(encodeHeader(length, hash), 0);
      return hash;
    },
    flush: () => withRoom(() => sink.flush(), makeRoom),
    discard: () => sink.discard(),
  };
}

/** Tries again on a full disk. What fails after that is still a lack of room: a stream cannot be written to after its first failure. */
async function withRoom(work: () => void | Promise<void>, makeRoom: MakeRoom): Promise<void> {
  let first: unknown;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      first ??= error;
      if (!isAppError(error) || error.code !== 'store/quota' || !(await makeRoom())) throw first;
    }
  }
}
