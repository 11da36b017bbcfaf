import { AppError } from '../../model/app-error.ts';
import { type EntryDamage, EntryReader, ZipEntryError } from '../../zip/entry-reader.ts';
import { type Excess, ExpansionBudget, ZIP_LIMITS } from '../../zip/expansion-budget.ts';
import { readZipDirectory } from '../../zip/read-zip-directory.ts';
import type { ZipDamage, ZipDamageKind, ZipEntry } from '../../zip/zip-entry.ts';

/** Reads the entries of an undamaged zip: anything our exports never have is refused with `import/damaged` and the place. */
export async function readImportDirectory(
  blob: Blob,
  maxExpandedBytes: number = ZIP_LIMITS.maxExpandedBytes,
): Promise<readonly ZipEntry[]> {
  const { entries, declaredEntries, damage } = await readZipDirectory(blob);
  const [first] = damage;
  if (!first) return refuseBombs(entries, blob, maxExpandedBytes);
  if (first.kind === 'wrong-count') {
    const details = { entries: declaredEntries, found: entries.length };
    throw new AppError('import/damaged', DIRECTORY_MESSAGES[first.kind], details);
  }
  throw new AppError('import/damaged', DIRECTORY_MESSAGES[first.kind], toPlace(first, blob));
}

const NO_DIRECTORY = 'the zip is cut off or has no directory';

const DIRECTORY_MESSAGES: Readonly<Record<ZipDamageKind, string>> = {
  'no-directory': NO_DIRECTORY,
  'comment-cut-off': NO_DIRECTORY,
  'zip64-outside': 'the zip64 end record lies outside the file',
  'zip64-missing': 'the zip64 end record is not where it should be',
  'directory-outside': 'the directory lies outside the file',
  'directory-too-large': 'the directory is too large',
  shifted: 'a directory record is broken',
  'record-broken': 'a directory record is broken',
  'record-cut-off': 'a directory record is cut off',
  'too-many-entries': 'the directory is too large',
  'wrong-count': 'the directory does not have as many entries as the end record says',
};

function toPlace({ kind, offset }: ZipDamage, blob: Blob): { bytes: number } | { offset: number } {
  return kind === 'no-directory' || kind === 'comment-cut-off' ? { bytes: blob.size } : { offset };
}

/**
 * An import has the limits of archives: it must not expand to more than a collection can hold, contain an index that expands far more than text does,
 * or share bytes between entries, which makes a small zip take hours. A single record with a wrong size is only a warning for that entry.
 */
function refuseBombs(entries: readonly ZipEntry[], blob: Blob, maxExpandedBytes: number): readonly ZipEntry[] {
  const none = Number.POSITIVE_INFINITY;
  const whole = new ExpansionBudget({ ...ZIP_LIMITS, maxExpandedBytes, archiveBytes: none, maxRatio: none });
  // Other entries have their own limits, which depend on the index.
  const index = new ExpansionBudget({ ...ZIP_LIMITS, archiveBytes: none });
  for (const entry of entries) {
    const excess = (entry.name === 'index.json' ? index.add(entry) : undefined) ?? whole.add(entry);
    if (excess) throw refuseEntry(EXCESSES[excess.kind], entry, { limit: excess.limit, actual: excess.actual });
  }
  const [, second] = findOverlapping(entries, blob);
  if (second) throw refuseEntry(EXCESSES.overlap, second, {});
  return entries;
}

const EXCESSES: Readonly<Record<Excess['kind'], string>> = {
  ratio: 'the index expands far more than text does',
  overlap: 'entries of the zip overlap',
  total: 'the zip expands to more than a collection can hold',
};

function refuseEntry(
  message: string,
  { name, offset }: ZipEntry,
  details: { limit?: number; actual?: number },
): AppError {
  return new AppError('import/damaged', message, { entry: name, offset, ...details });
}

const LOCAL_HEADER_BYTES = 30;

function findOverlapping(entries: readonly ZipEntry[], blob: Blob): ZipEntry[] {
  const inside = entries.filter(({ offset, storedSize }) => offset + storedSize <= blob.size);
  const ordered = inside.sort((a, b) => a.offset - b.offset);
  return ordered.filter(({ offset, storedSize }, i) => {
    const next = ordered[i + 1]?.offset ?? Number.POSITIVE_INFINITY;
    return offset + LOCAL_HEADER_BYTES + storedSize > next;
  });
}

/** Reads the bytes of an entry, piece by piece. Checks length and CRC after the last piece: `import/damaged` names the entry. */
export type ReadEntry = (entry: ZipEntry) => AsyncGenerator<Uint8Array>;

export function createEntryReader(blob: Blob): ReadEntry {
  const reader = new EntryReader(blob);
  return async function* read(entry) {
    try {
      yield* reader.stream(entry);
    } catch (error) {
      if (!(error instanceof ZipEntryError)) throw error;
      const details = { entry: entry.name, offset: entry.offset };
      throw new AppError('import/damaged', ENTRY_MESSAGES[error.damage], details);
    }
  };
}

const ENTRY_MESSAGES: Readonly<Record<EntryDamage, string>> = {
  encrypted: 'the entry is encrypted',
  'unknown-method': 'the entry is packed in an unknown way',
  outside: 'the entry has no header',
  'no-header': 'the entry has no header',
  'cut-off': 'the entry is cut off',
  'bad-deflate': 'the entry cannot be unpacked',
  'too-long': 'the entry is larger than its header says',
  'too-short': 'the checksum does not match',
  'wrong-checksum': 'the checksum does not match',
};
