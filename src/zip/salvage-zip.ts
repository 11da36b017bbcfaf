import { ZIP_LIMITS } from './expansion-budget.ts';
import { DATA_DESCRIPTOR, decodeEntryName, findProblem, LOCAL_HEADER, type ZipEntry } from './zip-entry.ts';

const HEADER_BYTES = 30;
const ZIP64_FIELD = 0x0001;

/**
 * Recovers a zip whose end, and so its directory, is missing: from the first entry on, each header says where the next one begins. Returns
 * undefined if the blob does not begin with an entry.
 */
export async function salvageZip(blob: Blob): Promise<readonly ZipEntry[] | undefined> {
  const view = new DataView(await blob.slice(0, ZIP_LIMITS.maxSalvageBytes).arrayBuffer());
  if (!isHeader(view, 0)) return undefined;
  const entries: ZipEntry[] = [];
  for (let at = 0; isHeader(view, at) && entries.length < ZIP_LIMITS.maxEntries; ) {
    const { entry, next } = readEntry(view, at);
    entries.push(entry);
    if (next === undefined) break;
    at = next;
  }
  return entries;
}

function isHeader(view: DataView, at: number): boolean {
  return at + HEADER_BYTES <= view.byteLength && view.getUint32(at, true) === LOCAL_HEADER;
}

/** `next` is undefined if the entry reaches past the end of the file. */
function readEntry(view: DataView, at: number): { entry: ZipEntry; next: number | undefined } {
  const flags = view.getUint16(at + 6, true);
  const method = view.getUint16(at + 8, true);
  const nameBytes = view.getUint16(at + 26, true);
  const start = at + HEADER_BYTES + nameBytes + view.getUint16(at + 28, true);
  const available = Math.min(nameBytes, view.byteLength - at - HEADER_BYTES);
  const name = decodeEntryName(new Uint8Array(view.buffer, at + HEADER_BYTES, available));
  const sizes = (flags & 8) === 0 ? readHeaderSizes(view, at) : findDescriptor(view, start, hasZip64Field(view, at));
  const isCutOff = !sizes || start + sizes.storedSize > view.byteLength;
  const entry: ZipEntry = {
    name,
    kind: name.endsWith('/') && !isCutOff ? 'directory' : 'file',
    method,
    crc: sizes?.crc ?? 0,
    size: isCutOff ? 0 : sizes.size,
    storedSize: sizes?.storedSize ?? 0,
    offset: at,
    nameBytes,
    problem: isCutOff ? 'cut-off' : findProblem(method, flags),
  };
  return { entry, next: isCutOff ? undefined : start + sizes.storedSize + sizes.descriptorBytes };
}

interface Sizes extends Pick<ZipEntry, 'crc' | 'size' | 'storedSize'> {
  readonly descriptorBytes: number;
}

function readHeaderSizes(view: DataView, at: number): Sizes {
  return {
    crc: view.getUint32(at + 14, true),
    storedSize: view.getUint32(at + 18, true),
    size: view.getUint32(at + 22, true),
    descriptorBytes: 0,
  };
}

/** With this field the descriptor has 8-byte sizes. */
function hasZip64Field(view: DataView, at: number): boolean {
  let field = at + HEADER_BYTES + view.getUint16(at + 26, true);
  const end = Math.min(field + view.getUint16(at + 28, true), view.byteLength);
  for (; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) === ZIP64_FIELD) return true;
  }
  return false;
}

/** Finds the descriptor after the bytes: the first one whose stored size equals its distance from the start. */
function findDescriptor(view: DataView, start: number, isWide: boolean): Sizes | undefined {
  const sizeBytes = isWide ? 8 : 4;
  const descriptorBytes = 8 + 2 * sizeBytes;
  const readSize = (at: number) => (isWide ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true));
  for (let at = start; at + descriptorBytes <= view.byteLength; at++) {
    if (view.getUint8(at) !== 0x50 || view.getUint32(at, true) !== DATA_DESCRIPTOR) continue;
    const storedSize = readSize(at + 8);
    if (storedSize !== at - start) continue;
    return { crc: view.getUint32(at + 4, true), storedSize, size: readSize(at + 8 + sizeBytes), descriptorBytes };
  }
  return undefined;
}
