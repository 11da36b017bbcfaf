import { BlobWindow } from '../../lib/blob-window.ts';
import { crc32 } from '../../zip/crc32.ts';
import { decodeEntryName } from '../../zip/entry-name.ts';
import { ARCHIVE_LIMITS } from '../archive-limits.ts';
import { type ArchiveEntry, type ArchiveListing, badArchive } from './archive-entry.ts';
import { salvageZip } from './salvage-zip.ts';
import { type ZipEntryPlace, ZipFile } from './zip-file.ts';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const MAX_COMMENT = 65_535;

/** Reads the central directory, Zip64 included; entries are expanded one by one when they are read. */
export async function listZip(blob: Blob): Promise<ArchiveListing> {
  const place = await findDirectory(blob);
  if (!place) return salvageZip(blob);
  if (place.size > ARCHIVE_LIMITS.maxDirectoryBytes) {
    throw badArchive('the archive has too many entries', {
      limit: ARCHIVE_LIMITS.maxDirectoryBytes,
      actual: place.size,
    });
  }
  const directory = await readView(blob, place.start, place.start + place.size);
  return parseDirectory(blob, directory, place);
}

interface DirectoryPlace {
  readonly start: number;
  readonly size: number;
  readonly count: number;
  /** Bytes before the archive (self-extracting ones): all offsets are short by these. */
  readonly shift: number;
}

async function findDirectory(blob: Blob): Promise<DirectoryPlace | undefined> {
  const tailStart = Math.max(0, blob.size - MAX_COMMENT - 22 - 20);
  const tail = await readView(blob, tailStart, blob.size);
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    const place = await readEnd(blob, tail, at, tailStart);
    if (place) return place;
  }
  return undefined;
}

async function readEnd(blob: Blob, tail: DataView, at: number, tailStart: number): Promise<DirectoryPlace | undefined> {
  let count = tail.getUint16(at + 10, true);
  let size = tail.getUint32(at + 12, true);
  let start = tail.getUint32(at + 16, true);
  let end = tailStart + at;
  if (at >= 20 && tail.getUint32(at - 20, true) === END_64_LOCATOR) {
    const end64 = Number(tail.getBigUint64(at - 20 + 8, true));
    const record = await readView(blob, end64, end64 + 56);
    if (record.byteLength === 56 && record.getUint32(0, true) === END_64) {
      count = Number(record.getBigUint64(32, true));
      size = Number(record.getBigUint64(40, true));
      start = Number(record.getBigUint64(48, true));
      end = end64;
    }
  }
  const shift = end - size - start;
  if (shift < 0) return undefined;
  return { start: start + shift, size, count, shift };
}

async function readView(blob: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await blob.slice(from, Math.min(to, blob.size)).arrayBuffer());
}

function parseDirectory(blob: Blob, view: DataView, place: DirectoryPlace): ArchiveListing {
  const entries: ArchiveEntry[] = [];
  const budget = new Budget(blob.size);
  const window = new BlobWindow(blob);
  let at = 0;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === CENTRAL) {
    const { entry, next } = parseEntry(window, view, at, place.shift);
    if (next > view.byteLength) return { entries, cutOff: 'The directory of the archive is cut off.' };
    entries.push(budget.check(entry));
    if (entries.length > ARCHIVE_LIMITS.maxEntries) return { entries, cutOff: 'The archive has too many entries.' };
    at = next;
  }
  // Writers without Zip64 let the count wrap at 65,536; the directory itself is right.
  const isWhole = at === view.byteLength || (entries.length - place.count) % 65_536 === 0;
  return isWhole ? { entries } : { entries, cutOff: 'The directory of the archive is damaged.' };
}

interface Parsed extends ArchiveEntry {
  readonly storedBytes: number;
}

function parseEntry(window: BlobWindow, view: DataView, at: number, shift: number): { entry: Parsed; next: number } {
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  const available = Math.max(0, Math.min(nameLength, view.byteLength - at - 46));
  const nameBytes = new Uint8Array(view.buffer, view.byteOffset + at + 46, available);
  const extra = next <= view.byteLength ? readExtra(view, at + 46 + nameLength, extraLength) : NO_EXTRA;
  const sizes = readSizes(view, at, extra.zip64);
  const rawPath = toRawPath(extra.unicodeName?.(nameBytes) ?? decodeEntryName(nameBytes), view.getUint8(at + 5));
  const place: ZipEntryPlace = {
    rawPath,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    storedBytes: sizes.stored,
    expandedBytes: sizes.expanded,
    offset: sizes.offset + shift,
    nameLength,
  };
  const kind = kindOf(rawPath, view.getUint8(at + 5), view.getUint32(at + 38, true));
  const problem = kind === 'file' ? problemOf(place.method, view.getUint16(at + 8, true)) : undefined;
  const entry: Parsed = {
    rawPath,
    kind,
    storedBytes: sizes.stored,
    ...(problem === undefined ? {} : { problem, size: sizes.expanded }),
    ...(kind === 'file' && problem === undefined ? { file: new ZipFile(window, place) } : {}),
  };
  return { entry, next };
}

interface Extra {
  readonly zip64: DataView | undefined;
  readonly unicodeName?: (nameBytes: Uint8Array) => string | undefined;
}

const NO_EXTRA: Extra = { zip64: undefined };

function readExtra(view: DataView, from: number, length: number): Extra {
  let zip64: DataView | undefined;
  let unicodeName: Extra['unicodeName'];
  for (let at = from; at + 4 <= from + length; ) {
    const id = view.getUint16(at, true);
    const size = Math.min(view.getUint16(at + 2, true), from + length - at - 4);
    const field = new DataView(view.buffer, view.byteOffset + at + 4, size);
    if (id === 0x0001) zip64 = field;
    if (id === 0x7075 && size > 5) unicodeName = (nameBytes) => readUnicodeName(field, nameBytes);
    at += 4 + size;
  }
  return unicodeName ? { zip64, unicodeName } : { zip64 };
}

/** Valid only for the name it was written for. */
function readUnicodeName(field: DataView, nameBytes: Uint8Array): string | undefined {
  if (field.getUint8(0) !== 1 || field.getUint32(1, true) !== crc32(nameBytes)) return undefined;
  return decodeEntryName(new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5));
}

/** A Zip64 field holds only those values that do not fit, in this order. */
function readSizes(
  view: DataView,
  at: number,
  zip64: DataView | undefined,
): { stored: number; expanded: number; offset: number } {
  let fieldAt = 0;
  const take = (value: number): number => {
    if (value !== 0xffffffff || !zip64 || fieldAt + 8 > zip64.byteLength) return value;
    fieldAt += 8;
    return Number(zip64.getBigUint64(fieldAt - 8, true));
  };
  const expanded = take(view.getUint32(at + 24, true));
  const stored = take(view.getUint32(at + 20, true));
  const offset = take(view.getUint32(at + 42, true));
  return { stored, expanded, offset };
}

/** Old Windows writers use backslashes; elsewhere a backslash is a letter. */
function toRawPath(name: string, host: number): string {
  const isWindows = host === 0 || host === 10 || host === 11;
  return isWindows && name.includes('\\') && !name.includes('/') ? name.replace(/\\/g, '/') : name;
}

function kindOf(rawPath: string, host: number, attributes: number): ArchiveEntry['kind'] {
  if (rawPath.endsWith('/')) return 'directory';
  const type = host === 3 || host === 19 ? (attributes >>> 28) & 15 : 0;
  if (type === 0xa) return 'symlink';
  if (type === 0x4) return 'directory';
  return type === 0 || type === 0x8 ? 'file' : 'other';
}

function problemOf(method: number, flags: number): string | undefined {
  if ((flags & 0x41) !== 0 || method === 99) return 'The entry is encrypted and was left out.';
  if (method !== 0 && method !== 8) return `The entry uses compression method ${method}, which is not supported.`;
  return undefined;
}

class Budget {
  #stored = 0;
  #expanded = 0;
  readonly #archiveBytes: number;

  constructor(archiveBytes: number) {
    this.#archiveBytes = archiveBytes;
  }

  check(entry: Parsed): ArchiveEntry {
    if (!entry.file) return entry;
    const { size } = entry.file;
    const ratio = Math.floor(size / Math.max(1, entry.storedBytes));
    if (size >= ARCHIVE_LIMITS.ratioFromBytes && ratio > ARCHIVE_LIMITS.maxRatio) {
      return refuse(entry, 'The entry expands far more than text does.', ARCHIVE_LIMITS.maxRatio, ratio);
    }
    this.#stored += entry.storedBytes;
    if (this.#stored > this.#archiveBytes) {
      return refuse(entry, 'Entries of the archive overlap.', this.#archiveBytes, this.#stored);
    }
    this.#expanded += size;
    const limit = ARCHIVE_LIMITS.maxExpandedBytes;
    return this.#expanded > limit ? refuse(entry, 'The archive expands to too much.', limit, this.#expanded) : entry;
  }
}

function refuse(entry: ArchiveEntry, problem: string, limit: number, actual: number): ArchiveEntry {
  const size = entry.file?.size ?? 0;
  return { rawPath: entry.rawPath, kind: entry.kind, size, problem, limit, actual };
}
