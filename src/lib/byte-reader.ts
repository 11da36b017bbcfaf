import { fromShortUtf8 } from './bytes.ts';

/** Reads the output of ByteWriter or of the kernel. Throws RangeError past the end; callers convert it to their own error. */
export class ByteReader {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  u8(): number {
    return this.bytes[this.skip(1)] as number;
  }

  uint(): number {
    const { bytes } = this;
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.at >= bytes.length || scale > 0x2000000000000) throw outOfBounds();
      const byte = bytes[this.at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  /** Reads a signed number of at most 32 bits. */
  zigzag(): number {
    const value = this.uint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** Reads the length of a list. Throws if too few bytes follow, before anything is allocated for it. */
  count(minBytes = 1): number {
    const count = this.uint();
    if (count * minBytes > this.left) throw outOfBounds();
    return count;
  }

  f64(): number {
    const { buffer, byteOffset } = this.bytes;
    return new DataView(buffer, byteOffset).getFloat64(this.skip(8), true);
  }

  text(): string {
    const length = this.uint();
    if (length === 0) return '';
    const start = this.skip(length);
    return fromShortUtf8(this.bytes.subarray(start, start + length));
  }

  /** Returns a copy. */
  raw(length: number): Uint8Array<ArrayBuffer> {
    const start = this.skip(length);
    return this.bytes.slice(start, start + length) as Uint8Array<ArrayBuffer>;
  }

  blob(): Uint8Array<ArrayBuffer> {
    return this.raw(this.uint());
  }

  /** Skips `length` bytes and returns their offset. */
  skip(length: number): number {
    if (length > this.left) throw outOfBounds();
    this.at += length;
    return this.at - length;
  }

  skipUints(count: number): void {
    const { bytes } = this;
    let { at } = this;
    for (let left = count; left > 0; left--) while ((bytes[at++] as number) > 0x7f);
    this.at = at;
    if (this.left < 0) throw outOfBounds();
  }
}

function outOfBounds(): RangeError {
  return new RangeError('a read out of bounds');
}
