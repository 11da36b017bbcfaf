import { putAscii, toUtf8 } from './bytes.ts';

/** Longer texts are worth a call of the encoder. The length of a shorter one is one byte. */
const MAX_COPIED = 0x80;

/** Grows on demand. Numbers are LEB128 varints; strings and blobs are prefixed with their length. */
export class ByteWriter {
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(initialBytes = 4096) {
    this.#buffer = new Uint8Array(initialBytes);
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  /** Drops the bits above 32, for readers that count in 32 bits. */
  u32(value: number): void {
    this.uint(value >>> 0);
  }

  f64(value: number): void {
    this.#reserve(8);
    new DataView(this.#buffer.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  uint(value: number): void {
    this.#reserve(8);
    const buffer = this.#buffer;
    let at = this.#length;
    let rest = value;
    // Sizes and times exceed 32 bits, where shifts would wrap.
    while (rest >= 0x80) {
      buffer[at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    buffer[at++] = rest;
    this.#length = at;
  }

  /** Short ASCII, the common case, needs no array of its own. */
  text(value: string): void {
    this.#reserve(value.length + 1);
    if (value.length < MAX_COPIED && putAscii(value, this.#buffer, this.#length + 1)) {
      this.#buffer[this.#length] = value.length;
      this.#length += value.length + 1;
    } else this.blob(toUtf8(value));
  }

  /** Writes no length, and returns it. */
  characters(value: string): number {
    const start = this.#length;
    this.#reserve(value.length);
    if (value.length < MAX_COPIED && putAscii(value, this.#buffer, start)) this.#length += value.length;
    else this.raw(toUtf8(value));
    return this.#length - start;
  }

  /** Writes no length: the reader must know it. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  part(bytes: Uint8Array, start: number, end: number): void {
    this.raw(bytes.subarray(start, end));
  }

  blob(bytes: Uint8Array): void {
    this.uint(bytes.length);
    this.raw(bytes);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#length);
  }

  /** Returns a view of the bytes written, valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + more));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
