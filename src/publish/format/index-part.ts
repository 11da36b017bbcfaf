import { type ByteReader, createByteReader } from '../../lib/byte-reader.ts';
import { type ByteWriter, createByteWriter } from '../../lib/byte-writer.ts';
import { deflate, inflateSync } from '../../lib/deflate.ts';
import { READ_LIMITS } from './layout.ts';

/** Numbers are compressed; hashes cannot be, and would only spoil the statistics of the rest. */
export interface PartWriter {
  readonly columns: ByteWriter;
  readonly hashes: ByteWriter;
}

export interface PartReader {
  readonly columns: ByteReader;
  readonly hashes: ByteReader;
}

export function createPartWriter(): PartWriter {
  return { columns: createByteWriter(), hashes: createByteWriter() };
}

export function encodePart({ columns, hashes }: PartWriter): Uint8Array<ArrayBuffer> {
  const out = createByteWriter();
  out.uint(columns.length);
  out.blob(deflate(columns.view()));
  out.raw(hashes.view());
  return out.finish();
}

/** Throws RangeError for bytes that no writer produces. */
export function decodePart(bytes: Uint8Array): PartReader {
  const body = createByteReader(bytes);
  const rawBytes = body.uint();
  const packed = body.blob();
  const { partBytes, partRatio, smallPartBytes } = READ_LIMITS;
  if (rawBytes > Math.min(partBytes, Math.max(smallPartBytes, packed.length * partRatio)))
    throw new RangeError('bad part');
  const columns = inflate(packed, rawBytes);
  return { columns: createByteReader(columns), hashes: createByteReader(bytes.subarray(body.at)) };
}

/** Inflates to exactly `rawBytes`, even if the input would give more. Throws RangeError if it gives less. */
export function inflate(bytes: Uint8Array, rawBytes: number): Uint8Array {
  let raw: Uint8Array;
  try {
    raw = inflateSync(bytes, { out: new Uint8Array(rawBytes) });
  } catch {
    throw new RangeError('bad compression');
  }
  if (raw.length !== rawBytes) throw new RangeError('bad size');
  return raw;
}
