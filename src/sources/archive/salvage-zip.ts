import { BlobWindow } from '../../lib/blob-window.ts';
import { decodeEntryName } from '../../zip/entry-name.ts';
import { ARCHIVE_LIMITS } from '../archive-limits.ts';
import { type ArchiveEntry, type ArchiveListing, badArchive } from './archive-entry.ts';
import { ZipFile } from './zip-file.ts';

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CUT_OFF = 'The archive is cut off: its directory is missing.';

/** A zip whose end is missing has no directory, but entries name themselves: from the first one on, each header says where the next begins. */
export async function salvageZip(blob: Blob): Promise<ArchiveListing> {
  const buffer = await blob.slice(0, ARCHIVE_LIMITS.maxSalvageBytes).arrayBuffer();
  const view = new DataView(buffer);
  if (view.byteLength < 30 || view.getUint32(0, true) !== LOCAL)
    throw badArchive('this is not an archive, or it is damaged');
  const entries: ArchiveEntry[] = [];
  const window = new BlobWindow(blob);
  let at = 0;
  while (at + 30 <= view.byteLength && view.getUint32(at, true) === LOCAL) {
    const found = readLocal(window, view, at);
    entries.push(found.entry);
    if (found.next === undefined || entries.length >= ARCHIVE_LIMITS.maxEntries) break;
    at = found.next;
  }
  return { entries, cutOff: CUT_OFF };
}

/** `next` is undefined when the entry reaches past what is there. */
function readLocal(window: BlobWindow, view: DataView, at: number): { entry: ArchiveEntry; next: number | undefined } {
  const flags = view.getUint16(at + 6, true);
  const method = view.getUint16(at + 8, true);
  const nameLength = view.getUint16(at + 26, true);
  const start = at + 30 + nameLength + view.getUint16(at + 28, true);
  const available = Math.max(0, Math.min(nameLength, view.byteLength - at - 30));
  const rawPath = decodeEntryName(new Uint8Array(view.buffer, at + 30, available));
  const sizes = (flags & 8) === 0 ? readHeaderSizes(view, at) : findDescriptor(view, start);
  if (!sizes || start + sizes.stored > view.byteLength) {
    return { entry: { rawPath, kind: 'file', problem: 'The archive is cut off inside this entry.' }, next: undefined };
  }
  const next = start + sizes.stored + sizes.descriptorBytes;
  if (rawPath.endsWith('/')) return { entry: { rawPath, kind: 'directory' }, next };
  const isReadable = (flags & 0x41) === 0 && (method === 0 || method === 8);
  if (!isReadable)
    return { entry: { rawPath, kind: 'file', problem: 'The entry is encrypted or of an unknown kind.' }, next };
  const ratio = Math.floor(sizes.expanded / Math.max(1, sizes.stored));
  if (sizes.expanded >= ARCHIVE_LIMITS.ratioFromBytes && ratio > ARCHIVE_LIMITS.maxRatio) {
    const problem = 'The entry expands far more than text does.';
    const figures = { size: sizes.expanded, limit: ARCHIVE_LIMITS.maxRatio, actual: ratio };
    return { entry: { rawPath, kind: 'file', problem, ...figures }, next };
  }
  const place = {
    rawPath,
    method,
    crc: sizes.crc,
    storedBytes: sizes.stored,
    expandedBytes: sizes.expanded,
    offset: at,
    nameLength,
  };
  return { entry: { rawPath, kind: 'file', file: new ZipFile(window, place) }, next };
}

interface Sizes {
  readonly crc: number;
  readonly stored: number;
  readonly expanded: number;
  readonly descriptorBytes: number;
}

function readHeaderSizes(view: DataView, at: number): Sizes {
  return {
    crc: view.getUint32(at + 14, true),
    stored: view.getUint32(at + 18, true),
    expanded: view.getUint32(at + 22, true),
    descriptorBytes: 0,
  };
}

/** Written after the bytes: the first one whose stored size is the distance to it. */
function findDescriptor(view: DataView, start: number): Sizes | undefined {
  for (let at = start; at + 16 <= view.byteLength; at++) {
    if (view.getUint8(at) !== 0x50 || view.getUint32(at, true) !== DESCRIPTOR) continue;
    if (view.getUint32(at + 8, true) !== at - start) continue;
    const crc = view.getUint32(at + 4, true);
    return { crc, stored: at - start, expanded: view.getUint32(at + 12, true), descriptorBytes: 16 };
  }
  return undefined;
}
