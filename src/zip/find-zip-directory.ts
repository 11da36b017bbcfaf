import type { ZipDamage } from './zip-entry.ts';
import { CENTRAL_RECORD, END_RECORD, END_RECORD_64, END_RECORD_64_LOCATOR } from './zip-signatures.ts';

const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 65_535;

export interface DirectoryPlace {
  readonly start: number;
  readonly size: number;
  readonly declaredEntries: number;
  /** Bytes before the archive (self-extracting ones); all its offsets are too small by this. */
  readonly shift: number;
}

export interface FoundDirectory {
  /** Absent if `damage` says why. */
  readonly place?: DirectoryPlace;
  readonly damage: readonly ZipDamage[];
}

/** Finds the directory through the last end record of the file. A comment may contain bytes that look like one. */
export async function findZipDirectory(blob: Blob): Promise<FoundDirectory> {
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
