import { fromUtf8, toUtf8 } from '../lib/bytes.ts';

/** Appends numbers and strings to a growing run of bytes. */
export interface ByteWriter {
  u8(value: number): void;
  /** LEB128, unsigned, at most 32 bits. */
  varint(value: number): void;
  f64(value: number): void;
  string(text: string): void;
  raw(bytes: Uint8Array): void;
  finish(): Uint8Array<ArrayBuffer>;
}

/** The length of a shorter string is one byte. */
const SHORT = 128;

export function createByteWriter(): ByteWriter {
  let bytes = new Uint8Array(256);
  let length = 0;
  const reserve = (extra: number) => {
    if (length + extra <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, length + extra));
    larger.set(bytes);
    bytes = larger;
  };
  /** Most strings are short ASCII, for which a call of the encoder costs more than the copy. */
  const writeAscii = (text: string): boolean => {
    reserve(text.length + 1);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return false;
      bytes[length + 1 + i] = unit;
    }
    bytes[length] = text.length;
    length += text.length + 1;
    return true;
  };
  const writer: ByteWriter = {
    u8(value) {
      reserve(1);
      bytes[length++] = value;
    },
    varint(value) {
      reserve(5);
      let rest = value >>> 0;
      while (rest >= 128) {
        bytes[length++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      bytes[length++] = rest;
    },
    f64(value) {
      reserve(8);
      new DataView(bytes.buffer).setFloat64(length, value, true);
      length += 8;
    },
    string(text) {
      if (text.length < SHORT && writeAscii(text)) return;
      const encoded = toUtf8(text);
      writer.varint(encoded.length);
      writer.raw(encoded);
    },
    raw(given) {
      reserve(given.length);
      bytes.set(given, length);
      length += given.length;
    },
    finish: () => bytes.slice(0, length),
  };
  return writer;
}

/** Reads what a ByteWriter or the kernel wrote. Reading past the end gives zeros, never throws. */
export class ByteReader {
  at: number;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  u8(): number {
    return this.bytes[this.at++] ?? 0;
  }

  varint(): number {
    let value = 0;
    let shift = 0;
    while (true) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128 || shift >= 28) return value >>> 0;
      shift += 7;
    }
  }

  zigzag(): number {
    const value = this.varint();
    return (value >>> 1) ^ -(value & 1);
  }

  f64(): number {
    const at = this.at;
    this.at += 8;
    if (this.at > this.bytes.length) return 0;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + at, 8).getFloat64(0, true);
  }

  string(): string {
    const length = this.varint();
    const from = this.at;
    this.at += length;
    return length === 0 ? '' : fromUtf8(this.bytes.subarray(from, from + length));
  }
}
