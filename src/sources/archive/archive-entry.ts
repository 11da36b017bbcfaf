import { AppError } from '../../model/app-error.ts';
import type { FileBytes, FileProblem } from '../directory-like.ts';

/** One entry as the archive describes it. `problem` says why its bytes cannot be read. */
export interface ArchiveEntry {
  readonly rawPath: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly file?: FileBytes;
  readonly problem?: FileProblem;
  /** Expanded size of an entry with a problem, if known. */
  readonly size?: number;
}

/** `cutOff` says why the archive could not be read to its end. */
export interface ArchiveListing {
  readonly entries: readonly ArchiveEntry[];
  readonly cutOff?: string;
}

export function badArchive(message: string, details: Record<string, string | number> = {}): AppError {
  return new AppError('source/bad-archive', message, details);
}

/** Error for an entry that turns out to be damaged during the read. `warning` is the code such a file is reported with. */
export function damagedEntry(message: string, path: string): AppError {
  return new AppError('source/unreadable', message, { path, warning: 'archive-entry' });
}
