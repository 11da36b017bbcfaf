import { putAscii, toUtf8 } from './bytes.ts';

/** Lengths below this take one byte; shorter bytes are copied one by one. */
const SHORT = 128;

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

  text(value: string): void {
    if (value.length >= SHORT || !this.#writeAscii(value)) this.blob(toUtf8(value));
  }

  /** Writes no length: the reader must know it. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes a part of the bytes, without creating a view for a short one. */
  part(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > SHORT) {
      this.raw(bytes.subarray(start, end));
      return;
    }
    this.#reserve(end - start);
    const buffer = this.#buffer;
    let at = this.#length;
    for (let i = start; i < end; i++) buffer[at++] = bytes[i] as number;
    this.#length = at;
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

  /** Most texts are short ASCII, for which calling the encoder costs more than this copy. */
  #writeAscii(text: string): boolean {
    this.#reserve(text.length + 1);
    const start = this.#length + 1;
    if (!putAscii(text, this.#buffer, start)) return false;
    this.#buffer[this.#length] = text.length;
    this.#length = start + text.length;
    return true;
  }
}
