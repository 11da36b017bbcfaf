import { fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

/** One entry as the central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
}

const MAX_DIRECTORY_BYTES = 512 << 20;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/** Undefined when the blob is no zip at all. `import/damaged` names the record at fault. */
export async function readZipDirectory(blob: Blob): Promise<readonly ZipEntry[] | undefined> {
  const tailStart = Math.max(0, blob.size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await readSpan(blob, tailStart, blob.size);
  const end = findEndRecord(tail);
  if (end < 0) return undefined;
  let entries = tail.getUint16(end + 10, true);
  let bytes = tail.getUint32(end + 12, true);
  let offset = tail.getUint32(end + 16, true);
  const locator = end - 20;
  if (locator >= 0 && tail.getUint32(locator, true) === 0x07064b50) {
    const at = readU64(tail, locator + 8);
    if (at + 56 > blob.size) throw damaged('the zip64 end record lies outside the file', at);
    const record = await readSpan(blob, at, at + 56);
    if (record.getUint32(0, true) !== 0x06064b50) throw damaged('the zip64 end record is not where it should be', at);
    entries = readU64(record, 32);
    bytes = readU64(record, 40);
    offset = readU64(record, 48);
  }
  if (offset + bytes > blob.size) throw damaged('the directory lies outside the file', offset);
  if (bytes > MAX_DIRECTORY_BYTES) throw damaged('the directory is too large', offset);
  const found = parseDirectory(await readSpan(blob, offset, offset + bytes), offset);
  if (found.length !== entries) {
    const details = { entries, found: found.length };
    throw new AppError('import/damaged', 'the directory does not have as many entries as the end record says', details);
  }
  return found;
}

function parseDirectory(view: DataView, offset: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < view.byteLength) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50)
      throw damaged('a directory record is broken', offset + at);
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = at + 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > view.byteLength) throw damaged('a directory record is cut off', offset + at);
    const name = fromUtf8(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes));
    const sizes = readSizes(view, at, at + 46 + nameBytes, extraBytes);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted,
      crc: view.getUint32(at + 16, true),
      ...sizes,
    });
    at = next;
  }
  return entries;
}

/** 32-bit fields that are full have their value in the zip64 extra field, in this order. */
function readSizes(
  view: DataView,
  at: number,
  extra: number,
  extraBytes: number,
): Pick<ZipEntry, 'size' | 'packedSize' | 'offset'> {
  const fields = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  for (let e = extra; e + 4 <= extra + extraBytes; e += 4 + view.getUint16(e + 2, true)) {
    if (view.getUint16(e, true) !== 1) continue;
    let from = e + 4;
    for (const [index, value] of fields.entries()) {
      if (value !== 0xffff_ffff || from + 8 > extra + extraBytes) continue;
      fields[index] = readU64(view, from);
      from += 8;
    }
  }
  const [size = 0, packedSize = 0, offset = 0] = fields;
  return { size, packedSize, offset };
}

function findEndRecord(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return -1;
}

async function readSpan(blob: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await blob.slice(start, end).arrayBuffer());
}

function readU64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x1_0000_0000;
}

function damaged(message: string, offset: number): AppError {
  return new AppError('import/damaged', message, { offset });
}
