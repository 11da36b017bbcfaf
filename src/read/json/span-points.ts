import { isSpace, LF } from './json-bytes.ts';

const BLOCK = 64;

/** Counts code points of spans of valid UTF-8, in time that does not depend on their length. */
export class SpanPoints {
  readonly #bytes: Uint8Array;
  /** Continuation bytes before each block. */
  readonly #before: Int32Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#before = new Int32Array(Math.ceil(bytes.length / BLOCK) + 1);
    let seen = 0;
    for (let block = 1; block < this.#before.length; block++) {
      seen += this.#countContinuations((block - 1) * BLOCK, block * BLOCK);
      this.#before[block] = seen;
    }
  }

  /** Counts without the blank lines at both ends, as chunks are trimmed. */
  count(start: number, end: number): number {
    const bytes = this.#bytes;
    let from = start;
    let at = start;
    while (at < end && isSpace(bytes[at] as number)) if (bytes[at++] === LF) from = at;
    if (at >= end) return 0;
    let to = end;
    at = end;
    while (isSpace(bytes[at - 1] as number)) if (bytes[--at] === LF) to = at;
    return to - from - this.#continuationsBefore(to) + this.#continuationsBefore(from);
  }

  /** Returns the start of the line if only indentation is before the position. */
  snapToLine(at: number): number {
    let from = at;
    while (from > 0 && (this.#bytes[from - 1] === 32 || this.#bytes[from - 1] === 9)) from--;
    return from === 0 || this.#bytes[from - 1] === LF ? from : at;
  }

  #continuationsBefore(at: number): number {
    const block = Math.floor(at / BLOCK);
    return (this.#before[block] as number) + this.#countContinuations(block * BLOCK, at);
  }

  #countContinuations(from: number, to: number): number {
    const bytes = this.#bytes;
    const end = Math.min(to, bytes.length);
    let count = 0;
    for (let at = from; at < end; at++) if (((bytes[at] as number) & 0xc0) === 0x80) count++;
    return count;
  }
}
