import { AppError } from '../../model/app-error.ts';
import { type EntryDamage, EntryReader, ZipEntryError } from '../../zip/entry-reader.ts';
import { ExpansionBudget } from '../../zip/expansion-budget.ts';
import { readZipDirectory } from '../../zip/read-zip-directory.ts';
import type { ZipDamage, ZipDamageKind, ZipEntry } from '../../zip/zip-entry.ts';

/** The entries of a zip without any damage: what no export of ours has is refused with `import/damaged` and the place. */
export async function readImportDirectory(blob: Blob): Promise<readonly ZipEntry[]> {
  const { entries, declaredEntries, damage } = await readZipDirectory(blob);
  const [first] = damage;
  if (!first) return refuseOverlap(entries, blob);
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
 * Entries that share their bytes make a small zip take hours, each within its own limit. Twice the zip is allowed: one record with a wrong
 * size is a warning of that entry. Exports may be large and repetitive, so no other limit holds here.
 */
function refuseOverlap(entries: readonly ZipEntry[], blob: Blob): readonly ZipEntry[] {
  const none = Number.POSITIVE_INFINITY;
  const limits = { archiveBytes: blob.size * 2, maxRatio: none, ratioFromBytes: none, maxExpandedBytes: none };
  const budget = new ExpansionBudget(limits);
  for (const entry of entries) {
    const isInside = entry.offset + entry.storedSize <= blob.size;
    if (!isInside || !budget.add(entry)) continue;
    const details = { entry: entry.name, offset: entry.offset };
    throw new AppError('import/damaged', 'entries of the zip overlap', details);
  }
  return entries;
}

export interface ImportZipReader {
  /** The bytes of an entry, piece by piece. After the last piece its length and CRC are compared: `import/damaged` names the entry. */
  read(entry: ZipEntry): AsyncGenerator<Uint8Array>;
}

export function createImportZipReader(blob: Blob): ImportZipReader {
  const reader = new EntryReader(blob);
  return {
    async *read(entry) {
      try {
        yield* reader.stream(entry);
      } catch (error) {
        if (!(error instanceof ZipEntryError)) throw error;
        const details = { entry: entry.name, offset: entry.offset };
        throw new AppError('import/damaged', ENTRY_MESSAGES[error.damage], details);
      }
    },
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
