import { fromShortUtf8 } from './bytes.ts';

/** Reads the output of ByteWriter. Throws RangeError past the end; callers convert it to their own error. */
export interface ByteReader {
  uint(): number;
  f64(): number;
  text(): string;
  /** A copy. */
  raw(length: number): Uint8Array<ArrayBuffer>;
  blob(): Uint8Array<ArrayBuffer>;
  /** Skips `length` bytes and returns their offset. */
  skip(length: number): number;
  readonly at: number;
  /** Bytes not read yet. */
  readonly left: number;
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  return new Reader(bytes);
}

/**
 * A class, because every file creates one: V8 gives each object literal with a getter a hidden class of its own and keeps it, with everything the
 * getter refers to, until a full GC.
 */
class Reader implements ByteReader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  uint(): number {
    const bytes = this.#bytes;
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.at >= bytes.length || scale > 0x2000000000000) throw new RangeError('bad number');
      const byte = bytes[this.at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  f64(): number {
    const { buffer, byteOffset } = this.#bytes;
    return new DataView(buffer, byteOffset).getFloat64(this.skip(8), true);
  }

  text(): string {
    const length = this.uint();
    if (length === 0) return '';
    const start = this.skip(length);
    return fromShortUtf8(this.#bytes.subarray(start, start + length));
  }

  raw(length: number): Uint8Array<ArrayBuffer> {
    const start = this.skip(length);
    return this.#bytes.slice(start, start + length) as Uint8Array<ArrayBuffer>;
  }

  blob(): Uint8Array<ArrayBuffer> {
    return this.raw(this.uint());
  }

  skip(length: number): number {
    if (length > this.#bytes.length - this.at) throw new RangeError('read past the end');
    this.at += length;
    return this.at - length;
  }
}
