import { crc32 } from './crc32.ts';
import { ZIP_LIMITS } from './expansion-budget.ts';
import {
  CENTRAL_RECORD,
  decodeEntryName,
  END_RECORD,
  END_RECORD_64,
  END_RECORD_64_LOCATOR,
  findProblem,
  type ZipDamage,
  type ZipDirectory,
  type ZipEntry,
} from './zip-entry.ts';

const RECORD_BYTES = 46;

interface ReadDirectoryOptions {
  /** Absent: no limit, because `ZIP_LIMITS.maxDirectoryBytes` bounds the directory itself. */
  readonly maxEntries?: number;
}

/** Reads the central directory, including Zip64. Never throws for file content: damage is part of the result. */
export async function readZipDirectory(blob: Blob, options: ReadDirectoryOptions = {}): Promise<ZipDirectory> {
  const { place, damage } = await findZipDirectory(blob);
  if (!place) return { entries: [], declaredEntries: 0, damage };
  const { start, size, declaredEntries } = place;
  if (size > ZIP_LIMITS.maxDirectoryBytes) {
    const tooLarge: ZipDamage = {
      kind: 'directory-too-large',
      offset: start,
      limit: ZIP_LIMITS.maxDirectoryBytes,
      actual: size,
    };
    return { entries: [], declaredEntries, damage: [...damage, tooLarge] };
  }
  const view = new DataView(await blob.slice(start, start + size).arrayBuffer());
  const parsed = parseRecords(view, place, options.maxEntries ?? Number.POSITIVE_INFINITY);
  return { entries: parsed.entries, declaredEntries, damage: [...damage, ...parsed.damage] };
}

function parseRecords(
  view: DataView,
  { start, shift, declaredEntries }: DirectoryPlace,
  maxEntries: number,
): Pick<ZipDirectory, 'entries' | 'damage'> {
  const entries: ZipEntry[] = [];
  const damage: ZipDamage[] = [];
  for (let at = 0; at < view.byteLength && damage.length === 0; ) {
    const next = findNextRecord(view, at);
    if (typeof next === 'string') damage.push({ kind: next, offset: start + at });
    else if (entries.length >= maxEntries) damage.push({ kind: 'too-many-entries', offset: start + at });
    else {
      entries.push(parseRecord(view, at, shift));
      at = next;
    }
  }
  if (entries.length !== declaredEntries) {
    damage.push({ kind: 'wrong-count', offset: start, limit: declaredEntries, actual: entries.length });
  }
  return { entries, damage };
}

function findNextRecord(view: DataView, at: number): number | 'record-broken' | 'record-cut-off' {
  if (at + RECORD_BYTES > view.byteLength || view.getUint32(at, true) !== CENTRAL_RECORD) return 'record-broken';
  const lengths = view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const next = at + RECORD_BYTES + lengths;
  return next > view.byteLength ? 'record-cut-off' : next;
}

function parseRecord(view: DataView, at: number, shift: number): ZipEntry {
  const host = view.getUint8(at + 5);
  const method = view.getUint16(at + 10, true);
  const nameLength = view.getUint16(at + 28, true);
  const nameBytes = new Uint8Array(view.buffer, view.byteOffset + at + RECORD_BYTES, nameLength);
  const extra = readExtra(view, at + RECORD_BYTES + nameLength, view.getUint16(at + 30, true));
  const { size, storedSize, offset } = readSizes(view, at, extra.zip64);
  const name = toSlashes(readUnicodeName(extra.unicodeName, nameBytes) ?? decodeEntryName(nameBytes), host);
  return {
    name,
    kind: findKind(name, host, view.getUint32(at + 38, true)),
    method,
    crc: view.getUint32(at + 16, true),
    size,
    storedSize,
    offset: offset + shift,
    nameBytes: nameLength,
    problem: findProblem(method, view.getUint16(at + 8, true)),
  };
}

interface Extra {
  readonly zip64: DataView | undefined;
  readonly unicodeName: DataView | undefined;
}

function readExtra(view: DataView, from: number, length: number): Extra {
  let zip64: DataView | undefined;
  let unicodeName: DataView | undefined;
  for (let at = from; at + 4 <= from + length; ) {
    const id = view.getUint16(at, true);
    const size = Math.min(view.getUint16(at + 2, true), from + length - at - 4);
    const field = new DataView(view.buffer, view.byteOffset + at + 4, size);
    if (id === 0x0001) zip64 = field;
    if (id === 0x7075 && size > 5) unicodeName = field;
    at += 4 + size;
  }
  return { zip64, unicodeName };
}

/** Valid only for the name it was written for, because tools that rename an entry do not update it. */
function readUnicodeName(field: DataView | undefined, nameBytes: Uint8Array): string | undefined {
  if (field?.getUint8(0) !== 1 || field.getUint32(1, true) !== crc32(nameBytes)) return undefined;
  return decodeEntryName(new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5));
}

/** A Zip64 field holds only the values that do not fit into 32 bits, in this order. */
function readSizes(
  view: DataView,
  at: number,
  zip64: DataView | undefined,
): Pick<ZipEntry, 'size' | 'storedSize' | 'offset'> {
  let fieldAt = 0;
  const widen = (value: number): number => {
    if (value !== 0xffffffff || !zip64 || fieldAt + 8 > zip64.byteLength) return value;
    fieldAt += 8;
    return Number(zip64.getBigUint64(fieldAt - 8, true));
  };
  const size = widen(view.getUint32(at + 24, true));
  const storedSize = widen(view.getUint32(at + 20, true));
  const offset = widen(view.getUint32(at + 42, true));
  return { size, storedSize, offset };
}

/** Old Windows writers use backslashes; on other hosts a backslash is part of the name. */
function toSlashes(name: string, host: number): string {
  const isWindows = host === 0 || host === 10 || host === 11;
  return isWindows && name.includes('\\') && !name.includes('/') ? name.replace(/\\/g, '/') : name;
}

/** Unix hosts store the file mode in the upper half of the attributes. */
function findKind(name: string, host: number, attributes: number): ZipEntry['kind'] {
  if (name.endsWith('/')) return 'directory';
  const type = host === 3 || host === 19 ? (attributes >>> 28) & 15 : 0;
  if (type === 0xa) return 'symlink';
  if (type === 0x4) return 'directory';
  return type === 0 || type === 0x8 ? 'file' : 'other';
}

const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 65_535;

interface DirectoryPlace {
  readonly start: number;
  readonly size: number;
  readonly declaredEntries: number;
  /** Bytes before the archive (self-extracting ones); all its offsets are too small by this. */
  readonly shift: number;
}

interface FoundDirectory {
  /** Absent if `damage` says why. */
  readonly place?: DirectoryPlace;
  readonly damage: readonly ZipDamage[];
}

/** Finds the directory through the last end record of the file. A comment may contain bytes that look like one. */
async function findZipDirectory(blob: Blob): Promise<FoundDirectory> {
  const tailStart = Math.max(0, blob.size - MAX_COMMENT_BYTES - END_BYTES - LOCATOR_BYTES);
  const tail = new DataView(await blob.slice(tailStart).arrayBuffer());
  const ends = listEndRecords(tail);
  let outside: FoundDirectory | undefined;
  for (const end of ends) {
    const found = await readEnd(blob, { tail, tailStart, ...end });
    if (found.place) return found;
    if (!end.isCommentCutOff) outside ??= found;
  }
  return outside ?? { damage: [{ kind: 'no-directory', offset: blob.size }] };
}

interface EndPlace {
  readonly at: number;
  readonly isCommentCutOff: boolean;
}

/** Lists the last record first, and records whose comment does not fit into the file after all complete ones. */
function listEndRecords(tail: DataView): EndPlace[] {
  const whole: EndPlace[] = [];
  const cutOff: EndPlace[] = [];
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_RECORD) continue;
    const isCommentCutOff = at + END_BYTES + tail.getUint16(at + 20, true) > tail.byteLength;
    (isCommentCutOff ? cutOff : whole).push({ at, isCommentCutOff });
  }
  return [...whole, ...cutOff];
}

interface EndView extends EndPlace {
  readonly tail: DataView;
  readonly tailStart: number;
}

async function readEnd(blob: Blob, { tail, tailStart, at, isCommentCutOff }: EndView): Promise<FoundDirectory> {
  const damage: ZipDamage[] = isCommentCutOff ? [{ kind: 'comment-cut-off', offset: tailStart + at }] : [];
  let end: DirectoryEnd = {
    declaredEntries: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
    end: tailStart + at,
  };
  const locator = at - LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === END_RECORD_64_LOCATOR) {
    const read = await readEnd64(blob, Number(tail.getBigUint64(locator + 8, true)));
    if ('kind' in read) damage.push(read);
    else end = read;
  }
  const shift = end.end - end.size - end.start;
  if (shift < 0) return { damage: [...damage, { kind: 'directory-outside', offset: end.start }] };
  const { size, declaredEntries } = end;
  if (await isDirectory(blob, end)) return { place: { start: end.start, size, declaredEntries, shift: 0 }, damage };
  damage.push({ kind: 'shifted', offset: end.start });
  return { place: { start: end.start + shift, size, declaredEntries, shift }, damage };
}

/** `end` is where the end records begin and the directory ends. */
interface DirectoryEnd {
  readonly declaredEntries: number;
  readonly size: number;
  readonly start: number;
  readonly end: number;
}

async function readEnd64(blob: Blob, at: number): Promise<DirectoryEnd | ZipDamage> {
  if (at + END_64_BYTES > blob.size) return { kind: 'zip64-outside', offset: at };
  const record = new DataView(await blob.slice(at, at + END_64_BYTES).arrayBuffer());
  if (record.getUint32(0, true) !== END_RECORD_64) return { kind: 'zip64-missing', offset: at };
  return {
    declaredEntries: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    start: Number(record.getBigUint64(48, true)),
    end: at,
  };
}

/** Returns whether the directory is where the end record says. Bytes between the two are then ignored. */
async function isDirectory(blob: Blob, { start, size, end }: DirectoryEnd): Promise<boolean> {
  if (size === 0 || start + size === end) return true;
  const head = new DataView(await blob.slice(start, start + 4).arrayBuffer());
  return head.byteLength === 4 && head.getUint32(0, true) === CENTRAL_RECORD;
}
