import { Inflate } from '../../lib/deflate.ts';
import { AppError } from '../../model/app-error.ts';
import { crc32 } from '../../zip/crc32.ts';
import type { ZipEntry } from './zip-directory.ts';

const WINDOW_BYTES = 4 << 20;
/** A bomb unpacks to a thousand times its size: this bounds what one push can give. */
const PUSH_BYTES = 1 << 15;

export interface ZipReader {
  /** The bytes of an entry, piece by piece. After the last piece its length and CRC are compared: `import/damaged` names the entry. */
  read(entry: ZipEntry): AsyncGenerator<Uint8Array>;
}

/** Reads forward in large windows: a slice of a blob costs as much as inflating a small entry. */
export function createZipReader(blob: Blob): ZipReader {
  let window = new Uint8Array(0);
  let windowStart = 0;

  async function readSpan(start: number, end: number): Promise<Uint8Array> {
    if (start < windowStart || end > windowStart + window.length) {
      windowStart = start;
      window = new Uint8Array(await blob.slice(start, Math.max(end, start + WINDOW_BYTES)).arrayBuffer());
    }
    return window.subarray(start - windowStart, end - windowStart);
  }

  async function* read(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    if (entry.isEncrypted) throw damaged('the entry is encrypted', entry);
    if (entry.method !== 0 && entry.method !== 8) throw damaged('the entry is packed in an unknown way', entry);
    const header = await readSpan(entry.offset, entry.offset + 30);
    const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
    if (view.byteLength < 30 || view.getUint32(0, true) !== 0x04034b50) throw damaged('the entry has no header', entry);
    const start = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + entry.packedSize > blob.size) throw damaged('the entry is cut off', entry);
    const check = { size: 0, crc: 0 };
    for await (const piece of unpack(entry, (from, to) => readSpan(start + from, start + to))) {
      check.size += piece.length;
      // A bomb is stopped here, before what it unpacks to is kept anywhere.
      if (check.size > entry.size) throw damaged('the entry is larger than its header says', entry);
      check.crc = crc32(piece, check.crc);
      yield piece;
    }
    if (check.size !== entry.size || check.crc !== entry.crc) throw damaged('the checksum does not match', entry);
  }

  return { read };
}

async function* unpack(
  entry: ZipEntry,
  readPacked: (from: number, to: number) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const inflater = entry.method === 8 ? new Inflate((piece) => pieces.push(piece)) : undefined;
  for (let at = 0; at < entry.packedSize; at += PUSH_BYTES) {
    const end = Math.min(at + PUSH_BYTES, entry.packedSize);
    const packed = await readPacked(at, end);
    if (!inflater) {
      yield packed;
      continue;
    }
    try {
      inflater.push(packed, end === entry.packedSize);
    } catch {
      throw damaged('the entry cannot be unpacked', entry);
    }
    yield* pieces;
    pieces = [];
  }
}

function damaged(message: string, entry: ZipEntry): AppError {
  return new AppError('import/damaged', message, { entry: entry.name, offset: entry.offset });
}
