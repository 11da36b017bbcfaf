import type { ShelfWriter } from '../backends/file-backend.ts';
import { BLOCK_BYTES, encodeHeader, HEADER_BYTES, hashTable } from './file-format.ts';
import { hashBlocks } from './hash-blocks.ts';

/** A file being written, without a format. */
export interface Sink {
  /** The bytes may be reused after the promise has settled. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void | Promise<void>;
  flush(): Promise<void>;
  discard(): Promise<void>;
}

/** One mebibyte: small writes are gathered, because each call to the file system costs more than its bytes. */
const STAGE_BYTES = 64 * BLOCK_BYTES;

/** Stages of files that are finished. A checkpoint writes five files, and each stage would wait for the collector. */
const spare: Uint8Array<ArrayBuffer>[] = [];
const MAX_SPARE = 4;

export function createHashedWriter(sink: Sink): ShelfWriter {
  const stage = spare.pop() ?? new Uint8Array(STAGE_BYTES);
  let isGivenBack = false;
  const hashes: Uint8Array[] = [];
  let staged = 0;
  let length = 0;

  async function drain(): Promise<void> {
    const bytes = stage.subarray(0, staged);
    hashes.push(hashBlocks(bytes, BLOCK_BYTES));
    await sink.write(bytes, HEADER_BYTES + length - staged);
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
      await sink.write(table, HEADER_BYTES + length);
      await sink.write(encodeHeader(length, hash), 0);
      return hash;
    },
    async flush() {
      await sink.flush();
      // Nobody writes to a file that is flushed; one that is discarded may still be written to.
      if (!isGivenBack && spare.length < MAX_SPARE) spare.push(stage);
      isGivenBack = true;
    },
    discard: () => sink.discard(),
  };
}
