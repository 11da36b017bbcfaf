import { fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

/** Reads the output of ByteWriter or of the kernel. Returns zeros past the end; only an impossible count throws. */
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

  /** Reads the length of a list. Throws `store/damaged` if too few bytes follow, before anything is allocated for it. */
  count(minBytes = 1): number {
    const count = this.varint();
    const left = this.bytes.length - this.at;
    if (count > 0 && count * minBytes > left)
      throw new AppError('store/damaged', 'a list is longer than its bytes', { count, left });
    return count;
  }

  skipVarints(count: number): void {
    const { bytes } = this;
    let { at } = this;
    for (let left = count; left > 0; left--) while ((bytes[at++] ?? 0) > 127);
    this.at = at;
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
