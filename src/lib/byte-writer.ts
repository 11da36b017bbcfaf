import { toUtf8 } from './bytes.ts';

/** Grows as it is written. Numbers are LEB128 varints, strings and blobs carry their length first. */
export interface ByteWriter {
  readonly length: number;
  u8(value: number): void;
  uint(value: number): void;
  /** What does not fit 32 bits is cut off: for readers that count in 32. */
  u32(value: number): void;
  f64(value: number): void;
  text(value: string): void;
  /** Fixed length: the reader must know it. */
  raw(bytes: Uint8Array): void;
  blob(bytes: Uint8Array): void;
  finish(): Uint8Array<ArrayBuffer>;
  /** What was written so far, until more is. */
  view(): Uint8Array<ArrayBuffer>;
  clear(): void;
}

/** How many bytes `uint` writes. */
export function countUintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}

/** The length of a shorter text is one byte. */
const SHORT = 128;

export function createByteWriter(initialBytes = 4096): ByteWriter {
  let buffer = new Uint8Array(initialBytes);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + more));
    grown.set(buffer.subarray(0, length));
    buffer = grown;
  }

  /** Most texts are short ASCII, for which a call of the encoder costs more than the copy. */
  function writeAscii(text: string): boolean {
    reserve(text.length + 1);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return false;
      buffer[length + 1 + i] = unit;
    }
    buffer[length] = text.length;
    length += text.length + 1;
    return true;
  }

  const writer: ByteWriter = {
    get length() {
      return length;
    },
    u8(value) {
      reserve(1);
      buffer[length++] = value;
    },
    u32: (value) => writer.uint(value >>> 0),
    f64(value) {
      reserve(8);
      new DataView(buffer.buffer).setFloat64(length, value, true);
      length += 8;
    },
    uint(value) {
      reserve(8);
      let rest = value;
      // Numbers go beyond 32 bits (sizes, times), where shifts would wrap.
      while (rest >= 0x80) {
        buffer[length++] = (rest % 0x80) | 0x80;
        rest = Math.floor(rest / 0x80);
      }
      buffer[length++] = rest;
    },
    text(value) {
      if (value.length >= SHORT || !writeAscii(value)) writer.blob(toUtf8(value));
    },
    raw(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    blob(bytes) {
      writer.uint(bytes.length);
      writer.raw(bytes);
    },
    finish() {
      return buffer.slice(0, length);
    },
    view: () => buffer.subarray(0, length),
    clear() {
      length = 0;
    },
  };
  return writer;
}
