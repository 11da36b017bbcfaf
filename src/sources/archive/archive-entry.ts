import { AppError } from '../../model/app-error.ts';
import type { FileBytes } from '../directory-like.ts';

/** What an archive says of one entry. `problem` is a sentence when its bytes cannot be had. */
export interface ArchiveEntry {
  readonly rawPath: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly file?: FileBytes;
  readonly problem?: string;
  /** Of an entry with a problem: what it would expand to, where that is known. */
  readonly size?: number;
  readonly limit?: number;
  readonly actual?: number;
}

/** `cutOff` says why the archive could not be read to its end. */
export interface ArchiveListing {
  readonly entries: readonly ArchiveEntry[];
  readonly cutOff?: string;
}

export function badArchive(message: string, details: Record<string, string | number> = {}): AppError {
  return new AppError('source/bad-archive', message, details);
}

/** For an entry that turns out to be damaged while it is read. `warning` names the code such a file is reported with. */
export function damagedEntry(message: string, path: string): AppError {
  return new AppError('source/unreadable', message, { path, warning: 'archive-entry' });
}
