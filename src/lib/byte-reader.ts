import { fromShortUtf8 } from './bytes.ts';

/** Reads what ByteWriter wrote. Throws RangeError past the end: callers turn that into their own error. */
export interface ByteReader {
  uint(): number;
  text(): string;
  /** A copy. */
  raw(length: number): Uint8Array<ArrayBuffer>;
  blob(): Uint8Array<ArrayBuffer>;
  /** Goes on behind the next `length` bytes and tells where they begin. */
  skip(length: number): number;
  readonly at: number;
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;

  function take(length: number): Uint8Array {
    const start = reader.skip(length);
    return bytes.subarray(start, at);
  }

  const reader: ByteReader = {
    uint() {
      let value = 0;
      let scale = 1;
      for (;;) {
        if (at >= bytes.length || scale > 0x2000000000000) throw new RangeError('bad number');
        const byte = bytes[at++] as number;
        value += (byte & 0x7f) * scale;
        if (byte < 0x80) return value;
        scale *= 0x80;
      }
    },
    text() {
      const length = reader.uint();
      return length === 0 ? '' : fromShortUtf8(take(length));
    },
    raw(length) {
      return take(length).slice();
    },
    blob() {
      return reader.raw(reader.uint());
    },
    skip(length) {
      if (length > bytes.length - at) throw new RangeError('read past the end');
      at += length;
      return at - length;
    },
    get at() {
      return at;
    },
  };
  return reader;
}
