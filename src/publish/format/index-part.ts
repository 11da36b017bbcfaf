import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes } from '../../lib/bytes.ts';
import { deflate, inflateSync } from '../../lib/deflate.ts';
import { READ_LIMITS } from './layout.ts';

/** Numbers are compressed; hashes cannot be, and would only spoil the statistics of the rest. */
export interface PartWriter {
  readonly columns: ByteWriter;
  readonly hashes: ByteWriter;
  /** Compresses the bytes since the last call separately: with one Huffman table for all columns, they take a seventh more. */
  endColumn(): void;
  readonly ended: ByteWriter;
}

export interface PartReader {
  /** True for folders of 1.0.0-rc.2 and before, whose columns are compressed as one. */
  readonly isOld: boolean;
  readonly columns: ByteReader;
  readonly hashes: ByteReader;
}

export function createPartWriter(): PartWriter {
  const [columns, ended] = [new ByteWriter(), new ByteWriter()];
  const endColumn = (): void => {
    ended.uint(columns.length);
    ended.blob(deflate(columns.view()));
    columns.clear();
  };
  return { columns, hashes: new ByteWriter(), ended, endColumn };
}

export function encodePart({ endColumn, ended, hashes }: PartWriter): Uint8Array<ArrayBuffer> {
  endColumn();
  const out = new ByteWriter();
  out.uint(0);
  out.blob(ended.view());
  out.raw(hashes.view());
  return out.finish();
}

/** Throws RangeError for bytes that no writer produces. */
export function decodePart(bytes: Uint8Array): PartReader {
  const body = new ByteReader(bytes);
  const oldBytes = body.uint();
  const packed = body.blob();
  const isOld = oldBytes > 0;
  const columns = isOld ? [{ rawBytes: oldBytes, packed }] : splitColumns(packed);
  const rawBytes = columns.reduce((sum, column) => sum + column.rawBytes, 0);
  const { partBytes, partRatio, smallPartBytes } = READ_LIMITS;
  if (rawBytes > Math.min(partBytes, Math.max(smallPartBytes, packed.length * partRatio)))
    throw new RangeError('bad part');
  const raw = concatBytes(columns.map((column) => inflate(column.packed, column.rawBytes)));
  return { isOld, columns: new ByteReader(raw), hashes: new ByteReader(bytes.subarray(body.at)) };
}

function splitColumns(bytes: Uint8Array): { readonly rawBytes: number; readonly packed: Uint8Array }[] {
  const body = new ByteReader(bytes);
  const columns: { rawBytes: number; packed: Uint8Array }[] = [];
  while (body.left > 0) columns.push({ rawBytes: body.uint(), packed: body.blob() });
  return columns;
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
