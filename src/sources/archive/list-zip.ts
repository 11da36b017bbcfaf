import { EntryReader } from '../../zip/entry-reader.ts';
import { type Excess, ExpansionBudget, ZIP_LIMITS } from '../../zip/expansion-budget.ts';
import { readZipDirectory } from '../../zip/read-zip-directory.ts';
import { salvageZip } from '../../zip/salvage-zip.ts';
import type { ZipDamageKind, ZipDirectory, ZipEntry } from '../../zip/zip-entry.ts';
import { type ArchiveEntry, type ArchiveListing, badArchive } from './archive-entry.ts';
import { toZipFile } from './zip-file.ts';

/** Lists everything readable in a dropped zip, however damaged it is. Entries are expanded one by one when they are read. */
export async function listZip(blob: Blob): Promise<ArchiveListing> {
  const directory = await readZipDirectory(blob, { maxEntries: ZIP_LIMITS.maxEntries });
  const isLost = hasDamage(directory, 'no-directory') || hasDamage(directory, 'directory-outside');
  if (isLost) return listSalvaged(blob);
  const tooLarge = directory.damage.find(({ kind }) => kind === 'directory-too-large');
  if (tooLarge) {
    const { limit = 0, actual = 0 } = tooLarge;
    throw badArchive('the archive has too many entries', { limit, actual });
  }
  const entries = toArchiveEntries(blob, directory.entries);
  const cutOff = findCutOff(directory);
  return cutOff === undefined ? { entries } : { entries, cutOff };
}

async function listSalvaged(blob: Blob): Promise<ArchiveListing> {
  const entries = await salvageZip(blob);
  if (!entries) throw badArchive('this is not an archive, or it is damaged');
  return { entries: toArchiveEntries(blob, entries), cutOff: 'The archive is cut off: its directory is missing.' };
}

/** Returns the damage that makes the listing incomplete. Other damage loses no entry: offsets are corrected, and bytes are checked when read. */
function findCutOff(directory: ZipDirectory): string | undefined {
  if (hasDamage(directory, 'record-cut-off')) return 'The directory of the archive is cut off.';
  if (hasDamage(directory, 'too-many-entries')) return 'The archive has too many entries.';
  // Other bytes may follow the records, and writers without Zip64 let the count wrap at 65,536.
  const isWhole = (directory.entries.length - directory.declaredEntries) % 65_536 === 0;
  return hasDamage(directory, 'record-broken') && !isWhole ? 'The directory of the archive is damaged.' : undefined;
}

function hasDamage({ damage }: ZipDirectory, kind: ZipDamageKind): boolean {
  return damage.some((found) => found.kind === kind);
}

function toArchiveEntries(blob: Blob, entries: readonly ZipEntry[]): ArchiveEntry[] {
  const reader = new EntryReader(blob);
  const budget = new ExpansionBudget({ archiveBytes: blob.size, ...ZIP_LIMITS });
  return entries.map((entry) => {
    const { name: rawPath, kind, size } = entry;
    if (kind !== 'file') return { rawPath, kind };
    const message = findProblem(entry);
    if (message !== undefined) return { rawPath, kind, size, problem: { message } };
    const excess = budget.add(entry);
    if (!excess) return { rawPath, kind, file: toZipFile(reader, entry) };
    const { limit, actual } = excess;
    return { rawPath, kind, size, problem: { message: EXCESSES[excess.kind], limit, actual } };
  });
}

function findProblem({ problem, method }: ZipEntry): string | undefined {
  if (problem === 'encrypted') return 'The entry is encrypted and was left out.';
  if (problem === 'unknown-method') return `The entry uses compression method ${method}, which is not supported.`;
  return problem === 'cut-off' ? 'The archive is cut off inside this entry.' : undefined;
}

const EXCESSES: Readonly<Record<Excess['kind'], string>> = {
  ratio: 'The entry expands far more than text does.',
  overlap: 'Entries of the archive overlap.',
  total: 'The archive expands to too much.',
};
