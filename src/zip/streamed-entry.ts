import type { BufferedOutput } from './buffered-output.ts';
import { createPieceDeflater, type DeflatedPiece, type EntryPiece } from './entry-deflater.ts';
import { dataDescriptor, localHeader, type ZipRecord } from './zip-records.ts';

/** Compressed bytes of a stream held back in the hope that its sizes still fit into the header before it. */
const HELD_BYTES = 4 << 20;

/** Its sizes stand in the header before it if it ends while its compressed bytes are still held back, else behind it. */
export class StreamedEntry {
  readonly #name: Uint8Array;
  readonly #out: BufferedOutput;
  readonly #readPieces: () => AsyncIterable<EntryPiece>;
  /** Undefined once the header without sizes is written. */
  #held: Uint8Array[] | undefined = [];
  #offset = 0;
  #crc = 0;
  #size = 0;
  #storedSize = 0;
  #isComplete = false;

  /** `readPieces` gives all of it once more. */
  constructor(options: { name: Uint8Array; out: BufferedOutput; readPieces: () => AsyncIterable<EntryPiece> }) {
    this.#name = options.name;
    this.#out = options.out;
    this.#readPieces = options.readPieces;
  }

  /** Nothing more is wanted. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Writes what became of the next piece; undefined when whoever deflated it is gone: then the whole entry is deflated again, in this thread.
   * Answers the record when the entry is complete.
   */
  async write(piece: EntryPiece, result: DeflatedPiece | undefined): Promise<ZipRecord | undefined> {
    if (this.#isComplete) return undefined;
    if (result === undefined) return this.#writeAgain();
    await this.#accept(piece, result);
    return piece.isLast ? this.#finish() : undefined;
  }

  async #writeAgain(): Promise<ZipRecord> {
    const deflatePiece = createPieceDeflater();
    // The same pieces give the same bytes: those that were accepted already are left out.
    let known = this.#storedSize;
    this.#size = 0;
    for await (const piece of this.#readPieces()) {
      const { crc, deflated } = deflatePiece(piece);
      const skipped = Math.min(known, deflated.length);
      known -= skipped;
      await this.#accept(piece, { crc, deflated: deflated.subarray(skipped) });
    }
    return this.#finish();
  }

  async #accept(piece: EntryPiece, { crc, deflated }: DeflatedPiece): Promise<void> {
    this.#crc = crc;
    this.#size += piece.bytes.length;
    this.#storedSize += deflated.length;
    if (this.#held === undefined) return this.#out.write(deflated);
    this.#held.push(deflated);
    if (this.#storedSize >= HELD_BYTES) await this.#release(true);
  }

  async #finish(): Promise<ZipRecord> {
    this.#isComplete = true;
    if (this.#held) {
      await this.#release(false);
      return this.#toRecord(false);
    }
    const record = this.#toRecord(true);
    await this.#out.write(dataDescriptor(record));
    return record;
  }

  /** Writes the header and everything held back. */
  async #release(streamed: boolean): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#offset = this.#out.length;
    await this.#out.write(localHeader(this.#toRecord(streamed)));
    for (const bytes of held) await this.#out.write(bytes);
  }

  #toRecord(streamed: boolean): ZipRecord {
    return {
      name: this.#name,
      method: 8,
      crc: this.#crc,
      size: this.#size,
      storedSize: this.#storedSize,
      offset: this.#offset,
      streamed,
    };
  }
}
